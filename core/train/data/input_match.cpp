// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/data/input_match.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/base/name_list.h"
#include "core/table/number_text.h"
#include "core/table/unit_text.h"

namespace masu::train {

namespace {

bool isTime(const InputColumn& column) {
  return column.kind == table::Kind::time;
}

std::string textOf(double value) {
  return table::numberText(value, table::DType::f64);
}

/// "2 × 600", without the first extent where that is matched by name.
std::string shapeText(const std::vector<std::int64_t>& shape) {
  const std::vector<std::uint64_t> extents(shape.begin(), shape.end());
  return table::shapeText(extents);
}

/// The lengths of a sample's dimensions after that of columns or channels.
std::vector<std::int64_t> innerOf(const std::vector<std::int64_t>& shape) {
  return shape.empty() ? shape : std::vector<std::int64_t>(shape.begin() + 1, shape.end());
}

Result<void> checkShape(const DatasetSummary& here, const DatasetSummary& learned, const std::string& file) {
  if (learned.storedShape.empty()) return {};
  if (innerOf(here.storedShape) == innerOf(learned.storedShape) &&
      here.storedShape.size() == learned.storedShape.size()) {
    return {};
  }
  return fail(Errc::invalidArgument,
              MASU_TEXT("core",
                        "A sample of {0} has the shape {1}, and the model takes {2}: import it the way the model's "
                        "dataset was imported."),
              {file, here.storedShape.empty() ? "0" : shapeText(here.storedShape), shapeText(learned.storedShape)},
              {file, 0, 0});
}

Result<void> checkRate(const DatasetSummary& here, const DatasetSummary& learned, const std::string& file) {
  constexpr double kSame = 1e-9;
  if (here.rate <= 0 || learned.rate <= 0 || std::abs(here.rate - learned.rate) <= kSame * learned.rate) return {};
  return fail(Errc::invalidArgument,
              MASU_TEXT("core",
                        "The recordings of {0} have {1} frames a second, and the model learned from {2}: import them "
                        "with --rate {2}."),
              {file, textOf(here.rate), textOf(learned.rate)}, {file, 0, 0});
}

Error missingColumn(const std::string& name, const std::string& file) {
  return {Errc::invalidArgument,
          MASU_TEXT("core",
                    "{0} has no {1} among its features and categories, which the model learned from: import it the way "
                    "the model's dataset was imported."),
          {file, name},
          {file, 0, 0}};
}

Result<void> checkColumn(const InputColumn& here, const InputColumn& learned, const std::string& file) {
  if (isTime(here) != isTime(learned)) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core", "{1} of {0} is stored as {2}, and the model learned from {3}: import it as that."),
                {file, here.name, Message::marked(table::name(here.kind)), Message::marked(table::name(learned.kind))},
                {file, 0, 0});
  }
  if (here.unit.empty() || learned.unit.empty() || table::isSameUnit(here.unit, learned.unit)) return {};
  return fail(Errc::invalidArgument,
              MASU_TEXT("core", "{1} of {0} is in {2}, and the model learned from values in {3}."),
              {file, here.name, here.unit, learned.unit}, {file, 0, 0});
}

std::string inputName(const DatasetSummary& learned, std::size_t index) {
  return index < learned.inputs.size() ? learned.inputs[index].name : std::to_string(index + 1);
}

std::vector<std::string> namesOf(const std::vector<InputColumn>& columns) {
  std::vector<std::string> names;
  for (const InputColumn& column : columns) names.push_back(column.name);
  return names;
}

/// The same names in the same order go together as they are, whatever they are.
std::size_t placeOf(const std::vector<std::string>& names, const std::vector<std::string>& learned, std::size_t index) {
  if (names == learned) return index;
  return static_cast<std::size_t>(std::ranges::find(names, learned[index]) - names.begin());
}

}  // namespace

InputMatch::InputMatch(const DatasetSummary& here, const DatasetSummary& learned)
    : m_learned(&learned),
      m_same(here.uuid == learned.uuid && here.storedShape == learned.storedShape &&
             here.dictionaries.size() == learned.dictionaries.size()) {}

Result<InputMatch> InputMatch::create(const DatasetSummary& here, const DatasetSummary& learned,
                                      const std::string& file) {
  const std::size_t channels = learned.storedShape.empty() ? 0 : static_cast<std::size_t>(learned.storedShape.front());
  const bool named = learned.inputs.size() == channels && learned.categoryColumns.size() == learned.dictionaries.size();
  InputMatch match(here, learned);
  if (!named && !match.m_same) {
    return fail(Errc::unsupported,
                MASU_TEXT("core",
                          "The model does not name the columns that it learned from, as it is of an earlier version: "
                          "it can predict for the dataset it learned from alone, and {0} is another. Train it again."),
                {file}, {file, 0, 0});
  }
  MASU_CHECK(checkShape(here, learned, file));
  MASU_CHECK(checkRate(here, learned, file));
  MASU_CHECK(match.matchInputs(here, file));
  MASU_CHECK(match.matchWords(here, file));
  return match;
}

Result<void> InputMatch::matchInputs(const DatasetSummary& here, const std::string& file) {
  const DatasetSummary& learned = *m_learned;
  m_width = here.storedShape.empty() ? 0 : static_cast<std::size_t>(here.storedShape.front());
  const std::vector<std::string> names = namesOf(here.inputs);
  const std::vector<std::string> wanted = namesOf(learned.inputs);
  for (std::size_t i = 0; i < learned.featureMean.size(); ++i) {
    Input input{i, 0, learned.featureMean[i], learned.featureDeviation[i]};
    if (!m_same) {
      input.place = placeOf(names, wanted, i);
      if (input.place >= std::min(names.size(), m_width)) return fail(missingColumn(wanted[i], file));
      MASU_CHECK(checkColumn(here.inputs[input.place], learned.inputs[i], file));
      if (isTime(learned.inputs[i])) input.shift = here.inputs[input.place].origin - learned.inputs[i].origin;
    }
    m_inputs.push_back(input);
  }
  return {};
}

Result<void> InputMatch::matchWords(const DatasetSummary& here, const std::string& file) {
  const DatasetSummary& learned = *m_learned;
  m_wordsWidth = here.dictionaries.size();
  for (std::size_t i = 0; i < learned.dictionaries.size(); ++i) {
    Words words;
    words.place = m_same ? i : placeOf(here.categoryColumns, learned.categoryColumns, i);
    if (words.place >= m_wordsWidth) return fail(missingColumn(learned.categoryColumns[i], file));
    std::map<std::string_view, std::int64_t> codes;
    for (std::size_t k = 0; k < learned.dictionaries[i].size(); ++k)
      codes.emplace(learned.dictionaries[i][k], static_cast<std::int64_t>(k) + 1);
    words.codes.push_back(0);
    words.unknown.push_back(false);
    for (const std::string& word : here.dictionaries[words.place]) {
      const auto found = codes.find(word);
      words.codes.push_back(found == codes.end() ? 0 : found->second);
      words.unknown.push_back(found == codes.end());
    }
    m_words.push_back(std::move(words));
  }
  return {};
}

/// Samples of sound are stored as their format has them, so another format may mean another scale.
void InputMatch::noteTypes(const DatasetSummary& here, const std::string& file) {
  const auto type = table::dtypeFrom(m_learned->stored);
  if (m_learned->table || !type || here.stored == m_learned->stored) return;
  const auto own = table::dtypeFrom(here.stored);
  if (!own || (!table::isInteger(*type) && !table::isInteger(*own))) return;
  m_notes.push_back({MASU_TEXT("core",
                               "The values of {0} are stored as {1}, and those that the model learned from as {2}: if "
                               "they are samples of sound in another format, their scale differs, too."),
                     {file, here.stored, m_learned->stored}});
}

void InputMatch::prepareFeatures(const loader::Batch& batch) {
  m_features.clear();
  m_infinite.clear();
  if (m_inputs.empty() || m_width == 0) return;
  const std::size_t run = batch.features.size() / (batch.samples * m_width);
  m_features.reserve(batch.samples * m_inputs.size() * run);
  for (std::size_t sample = 0; sample < batch.samples; ++sample) {
    for (std::size_t i = 0; i < m_inputs.size(); ++i) {
      Input& input = m_inputs[i];
      const std::span<const float> values = batch.features.subspan((sample * m_width + input.place) * run, run);
      for (const float value : values) {
        const double normal = (value + input.shift - input.mean) / input.deviation;
        if (std::isinf(value)) {
          ++input.infinite;
          m_infinite.emplace_back(sample, i);
        }
        input.isThere = input.isThere || !std::isnan(value);
        // Missing becomes the mean, as in training.
        m_features.push_back(input.deviation > 0 && std::isfinite(normal) ? static_cast<float>(normal) : 0.0F);
      }
    }
  }
}

void InputMatch::prepareCodes(const loader::Batch& batch) {
  m_codes.clear();
  m_unknown.clear();
  if (m_wordsWidth == 0) return;
  for (std::size_t sample = 0; sample < batch.samples; ++sample) {
    for (std::size_t i = 0; i < m_words.size(); ++i) {
      Words& words = m_words[i];
      const auto code = static_cast<std::size_t>(batch.categories[sample * m_wordsWidth + words.place]);
      const bool known = code < words.codes.size();
      m_codes.push_back(known ? words.codes[code] : 0);
      if (!known || words.unknown[code]) {
        ++words.unknownCells;
        m_unknown.emplace_back(sample, i);
      }
      words.isThere = words.isThere || code != 0;
    }
  }
}

loader::Batch InputMatch::operator()(const loader::Batch& batch) {
  m_hasSamples = m_hasSamples || batch.samples > 0;
  prepareFeatures(batch);
  prepareCodes(batch);
  loader::Batch prepared = batch;
  prepared.features = m_features;
  prepared.categories = m_codes;
  return prepared;
}

std::string InputMatch::categoryName(std::size_t index) const {
  const std::vector<std::string>& names = m_learned->categoryColumns;
  return index < names.size() ? names[index] : std::to_string(index);
}

std::string InputMatch::countedMissing(std::size_t sample, const std::vector<std::string>& columns) const {
  const auto isAmong = [&](const std::string& name) { return std::ranges::find(columns, name) != columns.end(); };
  for (const auto& [at, input] : m_infinite) {
    if (at == sample && isAmong(inputName(*m_learned, input))) return inputName(*m_learned, input);
  }
  for (const auto& [at, words] : m_unknown) {
    if (at == sample && isAmong(categoryName(words))) return categoryName(words);
  }
  return {};
}

void InputMatch::noteInfinite(std::vector<Message>& notes) const {
  std::vector<std::string> columns;
  for (std::size_t i = 0; i < m_inputs.size(); ++i) {
    if (m_inputs[i].infinite == 0) continue;
    columns.push_back(inputName(*m_learned, i) + " (" + std::to_string(m_inputs[i].infinite) + ")");
  }
  if (columns.empty()) return;
  notes.push_back({MASU_TEXT("core",
                             "Values that count as missing, as they are infinite or too large for the 32-bit floats "
                             "that a model takes, by column: {0}."),
                   {namesListed(columns)}});
}

/// Predictions without what the model learned from look like any others.
void InputMatch::noteMissing(std::vector<Message>& notes) const {
  std::vector<std::string> columns;
  for (std::size_t i = 0; i < m_inputs.size(); ++i) {
    // One that never varied says nothing, there or not.
    if (!m_inputs[i].isThere && m_inputs[i].deviation > 0) columns.push_back(inputName(*m_learned, i));
  }
  for (std::size_t i = 0; i < m_words.size(); ++i) {
    if (!m_words[i].isThere && !m_learned->dictionaries[i].empty()) columns.push_back(categoryName(i));
  }
  if (columns.empty() || !m_hasSamples) return;
  notes.push_back({MASU_TEXT("core",
                             "Columns that the model learned from, and that are missing in every sample that it is "
                             "asked about: {0}."),
                   {namesListed(columns)}});
}

std::vector<Message> InputMatch::notes() const {
  std::vector<Message> notes = m_notes;
  for (std::size_t i = 0; i < m_words.size(); ++i) {
    if (m_words[i].unknownCells == 0) continue;
    notes.push_back({MASU_TEXT("core", "{1} cells of {0} hold words that the model never saw; they count as missing."),
                     {categoryName(i), std::to_string(m_words[i].unknownCells)}});
  }
  noteInfinite(notes);
  noteMissing(notes);
  return notes;
}

}  // namespace masu::train
