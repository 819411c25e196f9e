package dev.interlock.core.gate;

import java.util.List;

/// Functions with gaps for names, from which [LongTexts] makes code.
final class CodeShapes {
  static final List<String> NOUNS =
      List.of(
          "account", "batch", "cursor", "device", "event", "filter", "glyph", "header", "image",
          "journal", "kernel", "lease", "matrix", "node", "order", "packet", "queue", "region",
          "session", "ticket", "user", "voucher", "widget", "zone");

  static final List<String> VERBS =
      List.of(
          "append",
          "borrow",
          "close",
          "decode",
          "encrypt",
          "flush",
          "group",
          "hash",
          "invert",
          "join",
          "lock",
          "merge",
          "notify",
          "parse",
          "rotate",
          "sort",
          "trim",
          "validate");

  static final List<String> SHAPES =
      List.of(
          """
          public {Noun} {verb}(List<{Noun}> {part}s) throws IOException {
            if ({part}s.isEmpty()) {
              throw new IllegalStateException("no {noun} to {verb}");
            }
            var best = {part}s.getFirst();
            for (var {noun} : {part}s) {
              best = {noun}.weight() > best.weight() + {n} ? {noun} : best;
            }
            return best;
          }\
          """,
          """
          def {verb}_{noun}({part}, limit={n}):
              \"""Return the first {noun} whose {part} is below the limit.\"""
              for index, item in enumerate({part}.items()):
                  if item.{noun} is None or index > limit:
                      continue
                  yield index, item.{verb}()\
          """,
          """
          func (s *{Noun}) {verb}(ctx context.Context, {part} []byte) (int, error) {
          	s.mu.Lock()
          	defer s.mu.Unlock()
          	if len({part}) > {n} {
          		return 0, fmt.Errorf("{noun} too large: %d", len({part}))
          	}
          	return copy(s.{noun}, {part}), nil
          }\
          """,
          """
          SELECT {noun}.id, COUNT({part}.id) AS total
          FROM {noun} LEFT JOIN {part} ON {part}.{noun}_id = {noun}.id
          WHERE {noun}.created_at > NOW() - INTERVAL '{n} days'
          GROUP BY {noun}.id HAVING COUNT({part}.id) > 1 ORDER BY total DESC;\
          """,
          """
          for {noun} in "$HOME"/{part}/*.log; do
            [ -s "${noun}" ] || { echo "{verb}: empty {noun}" >&2; continue; }
            tail -n {n} "${noun}" | grep -v '^#' | sort -u > "${noun}.{verb}"
          done\
          """,
          """
          #[derive(Debug)] pub struct {Noun}<'a> { {part}: &'a str, {noun}: Option<u32> }
          impl<'a> {Noun}<'a> {
              pub fn {verb}(&mut self) -> Result<u32, {Noun}Error> {
                  self.{noun}.map(|n| n % {n}).ok_or({Noun}Error::Missing)
              }
          }\
          """,
          """
          const {verb}{Noun} = ({part}, { depth = {n} } = {}) =>
            {part}
              .filter(({noun}) => {noun}.level < depth)
              .reduce((all, {noun}) => ({ ...all, [{noun}.key]: {noun}.value ?? null }), {});\
          """,
          """
          static int {verb}_{noun}(struct {part} *p, size_t len)
          {
              while (len-- && p->next != NULL)
                  if ((p = p->next)->{noun} == {n})
                      return -EINVAL;
              return p ? p->{noun} : 0;
          }\
          """);

  private CodeShapes() {}
}
