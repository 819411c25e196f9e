package dev.interlock.index.chunk;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.treesitter.TSLanguage;
import org.treesitter.TreeSitterBash;
import org.treesitter.TreeSitterC;
import org.treesitter.TreeSitterCpp;
import org.treesitter.TreeSitterGo;
import org.treesitter.TreeSitterJava;
import org.treesitter.TreeSitterJavascript;
import org.treesitter.TreeSitterPython;
import org.treesitter.TreeSitterRuby;
import org.treesitter.TreeSitterRust;
import org.treesitter.TreeSitterTypescript;

/// The ten grammars, each loaded when a file first needs it. Owner thread: the chunker's.
final class Grammars {
  private static final Map<String, Supplier<Grammar>> MAKERS =
      Map.ofEntries(
          entry("java", Grammars::java),
          entry("python", Grammars::python),
          entry("javascript", Grammars::javascript),
          entry("typescript", Grammars::typescript),
          // the TSX grammar is not in the jar; JavaScript's reads its tags and recovers from its
          // types
          entry("tsx", Grammars::javascript),
          entry("go", Grammars::go),
          entry("rust", Grammars::rust),
          entry("c", Grammars::c),
          entry("cpp", Grammars::cpp),
          entry("ruby", Grammars::ruby),
          entry("bash", Grammars::bash));

  private static Map.Entry<String, Supplier<Grammar>> entry(
      String language, Supplier<Grammar> maker) {
    return Map.entry(language, maker);
  }

  private final Map<String, Grammar> made = new HashMap<>();

  /// The grammar of a language, empty if there is none.
  ///
  /// @throws LinkageError or RuntimeException if its native library can't be loaded
  Optional<Grammar> of(String language) {
    Supplier<Grammar> maker = MAKERS.get(language);
    return maker == null
        ? Optional.empty()
        : Optional.of(made.computeIfAbsent(language, l -> maker.get()));
  }

  private static Grammar java() {
    return Grammar.of(new TreeSitterJava())
        .comments("line_comment block_comment")
        .definitions(
            "class_declaration interface_declaration enum_declaration record_declaration"
                + " annotation_type_declaration method_declaration constructor_declaration"
                + " compact_constructor_declaration",
            "name")
        .build();
  }

  private static Grammar python() {
    return Grammar.of(new TreeSitterPython())
        .comments("comment")
        .attributes("decorator")
        .definitions("class_definition function_definition", "name")
        .wrappers("decorated_definition")
        .build();
  }

  private static Grammar javascript() {
    return script(new TreeSitterJavascript()).maybe("field_definition", "property").build();
  }

  private static Grammar typescript() {
    return script(new TreeSitterTypescript())
        .definitions(
            "abstract_class_declaration interface_declaration type_alias_declaration"
                + " enum_declaration module internal_module function_signature"
                + " abstract_method_signature",
            "name")
        .maybe("public_field_definition", "name")
        .wrappers("ambient_declaration")
        .build();
  }

  private static Grammar.Builder script(TSLanguage language) {
    return Grammar.of(language)
        .comments("comment")
        .attributes("decorator")
        .definitions(
            "class_declaration function_declaration generator_function_declaration"
                + " method_definition",
            "name")
        .maybe("variable_declarator", "name")
        .maybe("assignment_expression", "left")
        .maybe("pair", "key")
        .wrappers("export_statement lexical_declaration variable_declaration expression_statement")
        .callable("arrow_function function_expression generator_function class");
  }

  private static Grammar go() {
    return Grammar.of(new TreeSitterGo())
        .comments("comment")
        .definitions("function_declaration method_declaration type_spec type_alias", "name")
        .receivers("method_declaration")
        .wrappers("type_declaration")
        .build();
  }

  private static Grammar rust() {
    return Grammar.of(new TreeSitterRust())
        .comments("line_comment block_comment")
        .attributes("attribute_item")
        .definitions(
            "function_item function_signature_item struct_item enum_item union_item trait_item"
                + " mod_item type_item macro_definition",
            "name")
        .definitions("impl_item", "type")
        .build();
  }

  private static Grammar c() {
    return cFamily(new TreeSitterC()).build();
  }

  private static Grammar cpp() {
    return cFamily(new TreeSitterCpp())
        .definitions(
            "class_specifier namespace_definition concept_definition alias_declaration", "name")
        .wrappers("template_declaration")
        .build();
  }

  private static Grammar.Builder cFamily(TSLanguage language) {
    return Grammar.of(language)
        .comments("comment")
        .definitions(
            "struct_specifier enum_specifier union_specifier preproc_def preproc_function_def",
            "name")
        .definitions("function_definition type_definition", "declarator");
  }

  private static Grammar ruby() {
    return Grammar.of(new TreeSitterRuby())
        .comments("comment")
        .definitions("class module method singleton_method", "name")
        .build();
  }

  private static Grammar bash() {
    return Grammar.of(new TreeSitterBash())
        .comments("comment")
        .definitions("function_definition", "name")
        .build();
  }
}
