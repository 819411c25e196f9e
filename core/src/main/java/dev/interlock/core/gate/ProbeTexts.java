package dev.interlock.core.gate;

/// The short probes. No two say the same, since an encoder that lowers case and strips accents
/// would give them one vector. Changing a letter changes [Probes#VERSION].
final class ProbeTexts {
  static final String WHITESPACE =
      "harbour \t\t  pilot\n\n\n\n      waits      for \t the\r\n\r\n   evening        tide";

  static final String TRAILING_BLANK = "The ferry leaves from the northern quay at noon. \n";

  /// One word of 112 characters: an unknown token to one tokenizer, fifty pieces to another.
  static final String BLOB =
      "aGVsbG8gd29ybGQgdGhpcyBpcyBhbiBlbmNvZGVkIGJsb2Igd2l0aG91"
          + "dCBhbnkgbWVhbmluZyBidXQgd2l0aCBhIGxlbmd0aCB0aGF0IG5vIHZv";

  static final String PUNCTUATION = "}); // ----- ==> [[ ... ]] <<~ &&= || ?? :: ## @@ $% ^^ !?";

  static final String CHINESE = "图书馆周一闭馆,请提前预约新的座位。";

  static final String JAPANESE = "電車が遅れているので、駅で友達を三十分も待ちました。";

  static final String ARABIC = "وصلت السفينة إلى الميناء بعد العاصفة بثلاثة أيام";

  static final String HINDI = "किसान ने सुबह खेत में पानी दिया और बीज बोए";

  static final String KOREAN = "할머니께서 시장에서 사과와 배를 사 오셨습니다";

  static final String RUSSIAN = "Учёные измерили температуру льда на дне глубокого озера";

  static final String GERMAN =
      "Die Bäckerei an der Straßenecke verkauft süße Brötchen für fünf Öre";

  static final String FRENCH = "Le garçon préfère le gâteau à la crème brûlée servi à l'hôtel";

  static final String POLISH = "Źrebię pobiegło wąską ścieżką, żeby dogonić łagodną klacz";

  /// Vowels followed by combining marks, as some file systems and editors write them.
  static final String DECOMPOSED =
      "El a\u0301rbol ma\u0301s pequen\u0303o crecio\u0301 junto al ri\u0301o; man\u0303ana"
          + " llovera\u0301 ma\u0301s";

  static final String ACCENTED_CODE =
      "String größe = maße.get(\"länge\"); // naïve Prüfung, año válido";

  static final String CAPITAL_PROSE = "DO NOT OPEN THIS VALVE WHILE THE BOILER IS UNDER PRESSURE";

  static final String CAPITAL_CODE =
      "#define MAX_RETRY_COUNT 5\n#define DEFAULT_SOCKET_TIMEOUT_MS (30 * MILLIS_PER_SECOND)";

  static final String CAMEL_CASE =
      "AbstractRequestHandlerFactoryBean.createDefaultHttpResponseBodyReader";

  static final String JAVA =
      """
      Optional<Invoice> findOverdue(List<Invoice> invoices, LocalDate today) {
        return invoices.stream()
            .filter(i -> i.dueDate().isBefore(today) && !i.paid())
            .max(Comparator.comparing(Invoice::amount));
      }\
      """;

  static final String PYTHON =
      """
      def moving_average(samples, width):
          window = deque(maxlen=width)
          for value in samples:
              window.append(value)
              yield sum(window) / len(window)\
      """;

  static final String TYPESCRIPT =
      """
      export async function loadProfile(id: string): Promise<Profile | undefined> {
        const reply = await fetch(`/api/users/${id}`);
        return reply.ok ? ((await reply.json()) as Profile) : undefined;
      }\
      """;

  static final String JSON =
      """
      {"station": "B-17", "readings": [21.4, 20.9, null], "unit": "celsius", "valid": true}\
      """;

  static final String EMOJI = "🚲 12:45 → 🏔️ 2,318 m ✅ 98.6 % 🎉🎉 #4711";

  static final String NEAR_A = "The committee approved the budget for the new bridge on Tuesday.";

  static final String NEAR_B = "The committee approved the budget for the new bridge on Thursday.";

  static final String QUERY_QUESTION = "How do I rotate the log files without losing any lines?";

  static final String QUERY_WORDS = "retry policy exponential backoff";

  static final String QUERY_GERMAN = "Wo wird geprüft, ob der Benutzer angemeldet ist?";

  private ProbeTexts() {}
}
