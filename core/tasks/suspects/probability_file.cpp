// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/suspects/probability_file.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <string>
#include <utility>

#include "core/manifest/lists/csv_fields.h"

namespace masu::tasks {

namespace {

template <class Number>
bool readNumber(const std::string& text, Number& number) {
  const char* const last = text.data() + text.size();
  const auto [end, failure] = std::from_chars(text.data(), last, number);
  return failure == std::errc() && end == last;
}

Error notPredictions(const std::filesystem::path& csv) {
  return {Errc::internal, MASU_TEXT("core", "{0} is damaged."), {csv.string()}, {csv.string(), 0, 0}};
}

}  // namespace

ProbabilityFile::ProbabilityFile(io::File file, std::size_t classes)
    : m_file(std::move(file)),
      m_classes(classes),
      m_rows(std::max<std::size_t>(1, (std::size_t{1} << 20U) / (12 + 4 * classes))) {}

Result<ProbabilityFile> ProbabilityFile::create(const std::filesystem::path& folder, std::size_t classes) {
  MASU_TRY(io::File file, io::File::createUnnamed(folder));
  return ProbabilityFile(std::move(file), classes);
}

Result<void> ProbabilityFile::add(std::uint64_t sample, std::uint32_t label, std::span<const float> probabilities) {
  m_numbers.push_back(sample);
  m_labels.push_back(label);
  m_probabilities.insert(m_probabilities.end(), probabilities.begin(), probabilities.end());
  ++m_samples;
  return m_numbers.size() == m_rows ? write() : Result<void>();
}

Result<void> ProbabilityFile::write() {
  const std::uint64_t at = (m_samples - m_numbers.size()) / m_rows * blockBytes();
  MASU_CHECK(m_file.writeAt(at, std::as_bytes(std::span(m_numbers))));
  MASU_CHECK(m_file.writeAt(at + 8 * m_rows, std::as_bytes(std::span(m_labels))));
  MASU_CHECK(m_file.writeAt(at + 12 * m_rows, std::as_bytes(std::span(m_probabilities))));
  m_numbers.clear();
  m_labels.clear();
  m_probabilities.clear();
  return {};
}

Result<void> ProbabilityFile::eachBlock(const TakeProbabilities& take, const std::stop_token& stop) const {
  std::vector<std::uint64_t> numbers(m_rows);
  std::vector<std::uint32_t> labels(m_rows);
  std::vector<float> probabilities(m_rows * m_classes);
  const std::uint64_t written = m_samples - m_numbers.size();
  for (std::uint64_t first = 0; first < written; first += m_rows) {
    if (stop.stop_requested()) return fail(Error::cancelled());
    const std::uint64_t at = first / m_rows * blockBytes();
    MASU_CHECK(m_file.readAt(at, std::as_writable_bytes(std::span(numbers))));
    MASU_CHECK(m_file.readAt(at + 8 * m_rows, std::as_writable_bytes(std::span(labels))));
    MASU_CHECK(m_file.readAt(at + 12 * m_rows, std::as_writable_bytes(std::span(probabilities))));
    MASU_CHECK(take({numbers, labels, probabilities}));
  }
  return m_numbers.empty() ? Result<void>() : take({m_numbers, m_labels, m_probabilities});
}

Result<void> readPredictions(
    const std::filesystem::path& csv, std::size_t classes,
    const std::function<Result<void>(std::uint64_t sample, std::span<const float> probabilities)>& take,
    const std::stop_token& stop) {
  std::ifstream input(csv, std::ios::binary);
  manifest::CsvFields records(input);
  if (!records.next()) return fail(notPredictions(csv));
  const std::vector<std::string>& fields = records.fields();
  const auto predicted = std::ranges::find(fields, "predicted");
  if (predicted == fields.end()) return fail(notPredictions(csv));
  const std::size_t first = static_cast<std::size_t>(predicted - fields.begin()) + 1;
  std::vector<float> probabilities(classes);
  while (records.next()) {
    if (stop.stop_requested()) return fail(Error::cancelled());
    std::uint64_t sample = 0;
    if (fields.size() < first + classes || !readNumber(fields.front(), sample)) return fail(notPredictions(csv));
    if (fields[first].empty()) continue;  // The model gave none.
    for (std::size_t k = 0; k < classes; ++k)
      if (!readNumber(fields[first + k], probabilities[k])) return fail(notPredictions(csv));
    MASU_CHECK(take(sample, probabilities));
  }
  return input.bad() ? Result<void>(fail(notPredictions(csv))) : Result<void>();
}

}  // namespace masu::tasks
