package dev.interlock.planted;

public final class Admission {
  public Admission(String route) {}
}
