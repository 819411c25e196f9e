package dev.interlock.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

class TrialReportTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String IDENTITY =
      """
      "identity":{"table":"code","url":"http://gpu/v1","dialect":"openai","placement":"local",
      "model":"m","served":"m2","offered":["m","n"],"space":"m/384","builder":"embedded",
      "maxTokens":510}\
      """;

  private static List<String> lines(String json, boolean terminal) {
    var nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    var console = new Console(nowhere, nowhere, terminal, 100);
    return new TrialReport(console, JSON.readTree(json)).render().lines().toList();
  }

  private static String refused() {
    return """
    {"verdict":"refused","grade":"refused","reason":"probe script-korean (script): cosine 0.7400",
    "remedy":"such words become other tokens here","code":null,"meanCosine":0.9690,
    "selfAgreement":1.0000,"worstProbe":"script-korean","worstKind":"script",
    "worstText":"a\\tb  c\\n ","probes":40,"batch":null,
    "rules":[
    {"rule":"dimension","holds":true,"value":384.0000,"floor":384.0000,"probe":null,"failing":[]},
    {"rule":"minimum","holds":false,"value":0.7400,"floor":0.9900,"probe":"script-korean",
     "failing":["script-korean","long-word-blob"]},
    {"rule":"displacement","holds":true,"value":0.0100,"floor":0.1000,"probe":"x","failing":[]},
    {"rule":"tail-pair","holds":null,"value":null,"floor":null,"probe":null,"failing":[]}],
    """
        + IDENTITY
        + "}";
  }

  @Test
  void refusalLeadsWithTheVerdictAndShowsRuleTextAndRemedyPlainlyInAPipe() {
    var lines = lines(refused(), false);
    assertThat(lines.getFirst()).isEqualTo("REFUSED  m at http://gpu/v1 may not share table code");
    assertThat(lines.get(1)).contains("0.7400");
    assertThat(lines.get(2)).contains("m/384, built by embedded", "served m2");
    assertThat(lines)
        .anyMatch(l -> l.matches("dimension +holds +384 += 384 .*"))
        .anyMatch(l -> l.matches("minimum +BROKEN +0\\.7400 +>= 0\\.99 +script-korean +2 of 40"))
        .anyMatch(l -> l.matches("displacement +holds +0\\.0100 +<= 0\\.1 .*"))
        .anyMatch(l -> l.matches("tail-pair +not measured +- +- +- +-"))
        .contains("The text that proves it (probe script-korean, script)")
        .contains("  a\\tb··c\\n·")
        .contains("  Such words become other tokens here.")
        .noneMatch(l -> l.contains("\u001b"));
  }

  @Test
  void onATerminalOnlyColourIsAdded() {
    var coloured = lines(refused(), true);
    assertThat(coloured.stream().map(l -> l.replaceAll("\u001b\\[\\d+m", "")).toList())
        .isEqualTo(lines(refused(), false));
  }

  @Test
  void admissionSaysHowToAddIt() {
    var json =
        """
        {"verdict":"admitted","grade":"near","reason":"","remedy":"","meanCosine":0.9995,
        "selfAgreement":0.9900,"worstProbe":"p","worstKind":"script","worstText":"t","probes":40,
        "batch":1,"rules":[],
        """
            + IDENTITY
            + "}";
    assertThat(lines(json, false))
        .contains("ADMITTED  m at http://gpu/v1 may share table code: grade near")
        .contains("The text that is furthest off (probe p, script)")
        .contains("    hosts:  {new: {url: \"http://gpu/v1\"}}")
        .contains("    routes: {new: {host: new, model: \"m\", maxTokens: 510, maxBatch: 1}}");
  }

  @ParameterizedTest
  @CsvSource({
    "upstream_unreachable,Start the server",
    "upstream_denied,the key of its host",
    "upstream_timeout,Try again",
    "upstream_refused,own log"
  })
  void whatWasNotMeasuredSaysWhyAndWhatIsOffered(String code, String advice) {
    var json =
        """
        {"verdict":"probe_failed","reason":"gpu:80 says no","remedy":"","code":"%s","rules":[],
        """
                .formatted(code)
            + IDENTITY
            + "}";
    assertThat(lines(json, false))
        .anyMatch(l -> l.startsWith("NOT MEASURED  m at http://gpu/v1"))
        .contains("gpu:80 says no", "  The server offers: m, n")
        .anyMatch(l -> l.contains(advice));
  }

  @Test
  void blanksAndControlsAreSeen() {
    assertThat(VisibleText.of(" a b  c\r\n\u0000\u202e가 "))
        .isEqualTo("·a b··c\\r\\n\\u0000\\u202E가·");
  }
}
