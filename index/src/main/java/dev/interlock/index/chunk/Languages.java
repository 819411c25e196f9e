package dev.interlock.index.chunk;

import dev.interlock.core.table.TableName;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// Which language a file is in, by its name alone, and which table it goes to.
public final class Languages {
  /// A file that no rule knows: cut by lines, table `code`.
  public static final String OTHER = "other";

  private static final Set<String> DOCUMENTS =
      Set.of("markdown", "text", "restructuredtext", "html");

  /// Language, then its extensions.
  private static final String EXTENSIONS =
      """
      java java
      python py pyi pyw
      javascript js mjs cjs jsx
      typescript ts mts cts
      tsx tsx
      go go
      rust rs
      c c h
      cpp cc cpp cxx c++ hh hpp hxx h++ inl ipp tpp
      ruby rb rake gemspec ru
      bash sh bash zsh ksh bats
      markdown md markdown mdx mkd
      text txt text log
      restructuredtext rst rest
      html html htm xhtml
      kotlin kt kts
      scala scala sc
      groovy groovy gradle
      csharp cs
      fsharp fs fsi fsx
      swift swift
      objective-c m mm
      php php
      perl pl pm
      lua lua
      r r
      julia jl
      dart dart
      elixir ex exs
      erlang erl hrl
      haskell hs
      ocaml ml mli
      clojure clj cljs cljc edn
      lisp el lisp scm
      zig zig
      nim nim
      sql sql
      protobuf proto
      graphql graphql gql
      css css scss sass less
      vue vue
      svelte svelte
      xml xml xsd xsl xslt pom svg
      json json jsonc json5 jsonl
      yaml yaml yml
      toml toml
      ini ini cfg conf properties env
      powershell ps1 psm1
      batch bat cmd
      fish fish
      make mk mak
      cmake cmake
      dockerfile dockerfile
      terraform tf hcl
      nix nix
      assembly s asm
      tex tex
      asciidoc adoc asciidoc
      """;

  /// Language, then file names without regard to case.
  private static final String NAMES =
      """
      make makefile gnumakefile
      cmake cmakelists.txt
      dockerfile dockerfile containerfile
      ruby gemfile rakefile vagrantfile podfile brewfile guardfile
      groovy jenkinsfile
      python sconstruct sconscript wscript
      bash .bashrc .bash_profile .bash_aliases .profile .zshrc .zshenv gradlew mvnw pkgbuild
      text readme license licence copying notice authors contributors changelog changes news \
      install todo thanks history credits maintainers
      go-module go.mod go.sum go.work
      ini .editorconfig .gitconfig .npmrc .gitattributes .gitignore .dockerignore
      """;

  private static final Map<String, String> BY_EXTENSION = table(EXTENSIONS.lines().toList());
  private static final Map<String, String> BY_NAME = table(NAMES.lines().toList());

  private Languages() {}

  /// The language of a file, such as `java`, `markdown` or [#OTHER].
  ///
  /// @param path with `/` between its parts
  public static String of(String path) {
    String name = path.substring(path.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
    String known = BY_NAME.get(name);
    if (known != null) {
      return known;
    }
    int dot = name.lastIndexOf('.');
    if (dot < 0 || name.startsWith("dockerfile.")) {
      return name.startsWith("dockerfile.") ? "dockerfile" : OTHER;
    }
    return BY_EXTENSION.getOrDefault(name.substring(dot + 1), OTHER);
  }

  /// The table of a language: documents to `docs`, all else to `code`.
  public static TableName table(String language) {
    return DOCUMENTS.contains(language) ? TableName.DOCS : TableName.CODE;
  }

  private static Map<String, String> table(Iterable<String> rows) {
    var table = new HashMap<String, String>();
    for (String row : rows) {
      String[] words = row.split(" ", -1);
      for (int i = 1; i < words.length; i++) {
        table.put(words[i], words[0]);
      }
    }
    return Map.copyOf(table);
  }
}
