#include "core/manifest/source_rules.h"

#include "core/base/pattern.h"

namespace masu::manifest {

Result<std::vector<RuleVerdict>> judgeSources(const std::vector<SplitRule>& rules,
                                              const std::vector<store::SourceFile>& sources) {
  std::vector<RuleVerdict> verdicts(sources.size());
  for (const SplitRule& rule : rules) {
    MASU_TRY(const Pattern expression, Pattern::compile(rule.expression));
    for (std::size_t s = 0; s < sources.size(); ++s) {
      if (verdicts[s].matched || !expression.matches(sources[s].path)) continue;
      verdicts[s] = {true, rule.split};
    }
  }
  return verdicts;
}

}  // namespace masu::manifest
