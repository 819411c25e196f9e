package dev.interlock.server.mcp;

import tools.jackson.databind.node.ObjectNode;

/// How this server names itself to agents.
final class Identity {
  static final String NAME = "interlock";
  static final String TITLE = "Interlock";
  static final String VERSION = "0.1.0-SNAPSHOT";

  private Identity() {}

  static ObjectNode json() {
    return Message.JSON
        .createObjectNode()
        .put("name", NAME)
        .put("title", TITLE)
        .put("version", VERSION);
  }
}
