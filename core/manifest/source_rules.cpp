#include "core/manifest/source_rules.h"

#include <regex>

namespace masu::manifest {

namespace {

Error invalidRule(const SplitRule& rule, const std::regex_error& error) {
  return {Errc::invalidArgument,
          MASU_TEXT("core", "The rule \"{0}\" for {1} is not a valid regular expression: {2}."),
          {rule.expression, std::string(store::name(rule.split)), error.what()}};
}

}  // namespace

Result<std::vector<RuleVerdict>> judgeSources(const std::vector<SplitRule>& rules,
                                              const std::vector<store::SourceFile>& sources) {
  std::vector<RuleVerdict> verdicts(sources.size());
  for (const SplitRule& rule : rules) {
    // std::regex reports through exceptions, both here and while it searches.
    try {
      const std::regex expression(rule.expression, std::regex::ECMAScript | std::regex::optimize);
      for (std::size_t s = 0; s < sources.size(); ++s) {
        if (verdicts[s].matched || !std::regex_search(sources[s].path, expression)) continue;
        verdicts[s] = {true, rule.split};
      }
    } catch (const std::regex_error& error) {
      return fail(invalidRule(rule, error));
    }
  }
  return verdicts;
}

}  // namespace masu::manifest
