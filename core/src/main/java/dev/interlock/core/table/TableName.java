package dev.interlock.core.table;

import dev.interlock.core.role.Role;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// The two live tables, one per embedding role (design §10).
public enum TableName {
  /// Code and everything else that is not a document; role `code-embedding`.
  CODE(Role.CODE_EMBEDDING),
  /// Markdown, plain text, reStructuredText and HTML; role `text-embedding`.
  DOCS(Role.TEXT_EMBEDDING);

  private final Role role;

  TableName(Role role) {
    this.role = role;
  }

  /// The role whose routes write and query this table.
  public Role role() {
    return role;
  }

  /// The name in files, requests and answers: `code` or `docs`.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// The table of that name, empty if there is none.
  public static Optional<TableName> of(String word) {
    return Arrays.stream(values()).filter(t -> t.word().equals(word)).findFirst();
  }

  /// The table that an embedding role writes, empty for the other roles.
  public static Optional<TableName> of(Role role) {
    return Arrays.stream(values()).filter(t -> t.role == role).findFirst();
  }
}
