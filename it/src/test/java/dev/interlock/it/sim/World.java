package dev.interlock.it.sim;

import dev.interlock.runtime.gate.GateRecords;
import dev.interlock.runtime.store.Database;
import dev.interlock.runtime.store.MoneyStore;
import dev.interlock.runtime.store.SpaceStore;
import dev.interlock.runtime.store.VerdictStore;
import dev.interlock.runtime.store.WatchStore;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// All that outlives a run of the server: providers, hosts, the disk, the callers' own memory of
/// what ended.
final class World {
  private final Ground ground;
  private final Scene scene;
  private final Seams seams;
  private final Database gateDisk;
  private final Endings endings;
  private final Rows rows;
  private final WatchedBook book;
  private final Map<String, Cloud> clouds = new LinkedHashMap<>();
  private final Map<String, Host> hosts = new LinkedHashMap<>();
  private final List<Work> works = new ArrayList<>();

  World(Ground ground, Scene scene, Seams seams, Disk disk) {
    this.ground = ground;
    this.scene = scene;
    this.seams = seams;
    this.gateDisk = disk.gate();
    this.endings = new Endings(ground);
    this.rows = new Rows(ground, scene.underWay());
    scene
        .clouds()
        .forEach((name, c) -> clouds.put(name, new Cloud(ground, name, c.terms(), c.spells())));
    scene
        .hosts()
        .forEach((name, h) -> hosts.put(name, new Host(ground, name, h.pace(), h.spells())));
    this.book =
        new WatchedBook(ground, seams.money().apply(disk.money()), scene.caps(), clouds.values());
  }

  Ground ground() {
    return ground;
  }

  Scene scene() {
    return scene;
  }

  Seams seams() {
    return seams;
  }

  Database gateDisk() {
    return gateDisk;
  }

  GateRecords gateRecords() {
    return new GateRecords(
        new SpaceStore(gateDisk),
        new VerdictStore(gateDisk),
        new WatchStore(gateDisk),
        ground.time());
  }

  MoneyStore prices() {
    return new MoneyStore(gateDisk);
  }

  Endings endings() {
    return endings;
  }

  Rows rows() {
    return rows;
  }

  WatchedBook book() {
    return book;
  }

  Collection<Cloud> clouds() {
    return clouds.values();
  }

  Cloud cloud(String account) {
    return Optional.ofNullable(clouds.get(account)).orElseThrow();
  }

  Host host(String route) {
    return Optional.ofNullable(hosts.get(route)).orElseThrow();
  }

  List<Work> works() {
    return works;
  }
}
