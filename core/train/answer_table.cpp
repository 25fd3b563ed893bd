#include "core/train/answer_table.h"

#include <algorithm>
#include <cmath>

#include "core/table/number_text.h"

namespace masu::train {

namespace {

void appendCell(std::string& text, const std::string& cell) {
  if (cell.find_first_of(",\"\r\n") == std::string::npos) {
    text += cell;
    return;
  }
  text += '"';
  for (const char letter : cell) text += letter == '"' ? std::string("\"\"") : std::string(1, letter);
  text += '"';
}

/// Softmax, with the largest taken off first so that nothing overflows.
std::vector<double> likelihoods(std::span<const float> of) {
  const double largest = *std::max_element(of.begin(), of.end());
  std::vector<double> shares;
  double sum = 0;
  for (const float one : of) sum += shares.emplace_back(std::exp(one - largest));
  for (double& share : shares) share /= sum;
  return shares;
}

void appendNumber(std::string& text, double value) {
  text += ',';
  table::appendNumber(text, value, table::DType::f32);
}

}  // namespace

AnswerTable::AnswerTable(const DataFacts& learned, const DataFacts& here)
    : m_learned(learned), m_here(here), m_score(learned.classes.size(), learned.valueCount()) {
  for (const std::string& name : here.classes) {
    const auto found = std::find(learned.classes.begin(), learned.classes.end(), name);
    m_codeOfClass.push_back(found == learned.classes.end() ? -1 : found - learned.classes.begin());
  }
}

std::string AnswerTable::head() const {
  std::string head = "sample,predicted";
  for (const std::string& name : m_learned.classes) {
    head += ',';
    appendCell(head, "p(" + name + ")");
  }
  for (std::int64_t k = 1; m_learned.predictsValues() && k < m_learned.outputs; ++k) {
    head += ",predicted" + std::to_string(k + 1);
  }
  return head + ",truth\n";
}

std::string AnswerTable::rows(const loader::Batch& batch, std::span<const float> answers) {
  const auto outputs = static_cast<std::size_t>(m_learned.outputs);
  std::string text;
  for (std::uint64_t i = 0; i < batch.samples; ++i) {
    text += std::to_string(batch.indices[i]) + ',';
    const auto of = answers.subspan(i * outputs, outputs);
    m_learned.predictsValues() ? appendValues(text, batch, i, of) : appendClasses(text, batch, i, of);
    text += '\n';
  }
  return text;
}

void AnswerTable::appendClasses(std::string& text, const loader::Batch& batch, std::uint64_t sample,
                                std::span<const float> of) {
  const auto told = std::max_element(of.begin(), of.end()) - of.begin();
  appendCell(text, m_learned.classes[static_cast<std::size_t>(told)]);
  const std::vector<double> shares = likelihoods(of);
  for (const double share : shares) appendNumber(text, share);
  text += ',';
  if (batch.labels.empty()) return;
  const auto label = static_cast<std::size_t>(batch.labels[sample]);
  appendCell(text, m_here.classes[label]);
  const std::int64_t truth = m_codeOfClass[label];
  if (truth < 0) return;
  ++m_known;
  m_score.addLoss(-std::log(std::max(shares[static_cast<std::size_t>(truth)], 1e-300)), 1, 1);
  m_score.addAnswer(truth, told);
  if (of.size() == 2) m_score.addMargin(of[1] - of[0], truth == 1);
}

void AnswerTable::appendValues(std::string& text, const loader::Batch& batch, std::uint64_t sample,
                               std::span<const float> of) {
  for (std::size_t k = 0; k < of.size(); ++k) {
    if (k > 0) text += ',';
    table::appendNumber(text, of[k], table::DType::f32);
  }
  text += ',';
  if (batch.targets.size() != batch.samples * of.size()) return;
  const auto truth = batch.targets.subspan(sample * of.size(), of.size());
  table::appendNumber(text, truth[0], table::DType::f32);
  ++m_known;
  double squared = 0;
  for (std::size_t k = 0; k < of.size(); ++k) {
    m_score.addValue(k, truth[k], of[k]);
    squared += (of[k] - truth[k]) * (of[k] - truth[k]);
  }
  m_score.addLoss(squared / static_cast<double>(of.size()), 1, 1);
}

}  // namespace masu::train
