# Adds up the reports that Surefire and Failsafe have written; sourced by ./interlock-test.

# Prints what ran since the file $1 was made. Returns 1 when nothing ran, when something failed, and
# with CI=true when a test was skipped.
counts() {
  local reports sums tests failed skipped
  reports=$(find . -path '*/target/*-reports/TEST-*.xml' -newer "$1" -type f)
  sums=$(printf '%s\n' "$reports" | while IFS= read -r report; do
    [ -z "$report" ] || sed -n '/<testsuite /{p;q;}' "$report"
  done | awk '
    function value(name) {
      return match($0, " " name "=\"[0-9]+\"") ? substr($0, RSTART + length(name) + 3) + 0 : 0
    }
    { tests += value("tests"); failed += value("failures") + value("errors")
      skipped += value("skipped") }
    END { print tests + 0, failed + 0, skipped + 0 }')
  read -r tests failed skipped <<<"$sums"
  printf 'interlock-test: %d tests, %d failed, %d skipped\n' "$tests" "$failed" "$skipped"
  [ "$tests" -gt 0 ] && [ "$failed" -eq 0 ] &&
    { [ "$skipped" -eq 0 ] || [ "${CI:-}" != true ]; }
}
