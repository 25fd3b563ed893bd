#include "core/tasks/code_merging.h"

#include <cstring>
#include <type_traits>
#include <unordered_map>

#include "core/store/convert.h"
#include "core/table/dtype.h"

namespace masu::tasks {

namespace {

/// The places of the words of `added` in `words`, which gets those it lacks.
std::vector<std::uint32_t> extend(std::vector<std::string>& words, const std::vector<std::string>& added) {
  std::unordered_map<std::string, std::uint32_t> places;
  for (const std::string& word : words) places.emplace(word, static_cast<std::uint32_t>(places.size()));
  std::vector<std::uint32_t> codes;
  for (const std::string& word : added) {
    const auto [place, fresh] = places.emplace(word, static_cast<std::uint32_t>(words.size()));
    if (fresh) words.push_back(word);
    codes.push_back(place->second);
  }
  return codes;
}

Result<void> checkRoom(const store::Dataset& dataset, const char* object, const std::string& column,
                       std::uint64_t highest) {
  const store::ObjectInfo* stored = dataset.find(object);
  if (stored == nullptr || table::sizeOf(table::narrowestUnsigned(highest)) <= table::sizeOf(stored->dtype)) return {};
  return fail(
      Errc::unsupported,
      MASU_TEXT("core",
                "With the new samples {0} would need the code {1}, which the {2} of {3} do not hold as {4}. "
                "Import all sources anew."),
      {column, std::to_string(highest), object, dataset.path().string(), std::string(table::name(stored->dtype))},
      {dataset.path().string(), 0, 0});
}

/// Codes of one type as codes of another: element i is a code of column i % codes.size().
void mapCodes(table::DType from, table::DType to, const std::vector<const std::vector<std::uint32_t>*>& codes,
              std::vector<std::byte>& samples) {
  const std::size_t count = samples.size() / table::sizeOf(from);
  std::vector<std::byte> mapped(count * table::sizeOf(to));
  table::dispatch(from, [&]<class From>(From) {
    table::dispatch(to, [&]<class To>(To) {
      if constexpr (std::is_integral_v<From> && std::is_integral_v<To>) {
        for (std::size_t i = 0; i < count; ++i) {
          From code;
          std::memcpy(&code, samples.data() + i * sizeof(From), sizeof(From));
          const std::vector<std::uint32_t>& known = *codes[i % codes.size()];
          const auto place = static_cast<std::uint64_t>(code);
          const auto stored = static_cast<To>(place < known.size() ? known[place] : 0);
          std::memcpy(mapped.data() + i * sizeof(To), &stored, sizeof(To));
        }
      }
    });
  });
  samples = std::move(mapped);
}

template <class Element, class Member>
void shift(std::vector<std::byte>& samples, Member Element::*member, std::uint32_t by) {
  const std::span elements(reinterpret_cast<Element*>(samples.data()), samples.size() / sizeof(Element));
  for (Element& element : elements) element.*member += by;
}

}  // namespace

Result<CodeMerging> CodeMerging::of(const store::Dataset& dataset, const store::Dataset& added) {
  const store::DatasetMeta& before = dataset.meta();
  CodeMerging merging;
  merging.m_sources = static_cast<std::uint32_t>(before.sources.size());
  merging.m_codedLabels = before.target == store::Target::classes;
  merging.m_classes = before.classes;
  merging.m_classCodes = extend(merging.m_classes, added.meta().classes);
  if (!merging.m_classes.empty())
    MASU_CHECK(
        checkRoom(dataset, "labels", before.schema.columns.empty() ? "" : "the label", merging.m_classes.size() - 1));
  merging.m_groups = before.groups;
  merging.m_groupCodes = extend(merging.m_groups, added.meta().groups);
  for (std::size_t i = 0; i < before.schema.columns.size(); ++i) {
    const table::Column& column = before.schema.columns[i];
    std::vector<std::string> words = column.dictionary;
    Codes codes = extend(words, added.meta().schema.columns[i].dictionary);
    merging.m_newWords += words.size() - column.dictionary.size();
    merging.m_dictionaries.push_back(words);
    if (column.role != table::Role::category) continue;
    MASU_CHECK(checkRoom(dataset, "categories", column.name, words.size()));
    for (std::uint32_t& code : codes) ++code;
    codes.insert(codes.begin(), 0);
    merging.m_categoryCodes.push_back(std::move(codes));
  }
  return merging;
}

void CodeMerging::apply(const store::ObjectInfo& object, table::DType type, std::vector<std::byte>& samples) const {
  if (object.element == store::Element::origin) {
    shift(samples, &store::Origin::source, m_sources);
  } else if (object.element == store::Element::window) {
    shift(samples, &store::StoredWindow::recording, m_sources);
  } else if (object.name == "labels" && m_codedLabels) {
    mapCodes(object.dtype, type, {&m_classCodes}, samples);
  } else if (object.name == "labels" && object.dtype != type) {
    std::vector<std::byte> converted(samples.size() / object.elementBytes() * table::sizeOf(type));
    store::convert(object.dtype, samples, type, converted);
    samples = std::move(converted);
  } else if (object.name == "categories") {
    std::vector<const Codes*> columns;
    for (const Codes& codes : m_categoryCodes) columns.push_back(&codes);
    mapCodes(object.dtype, type, columns, samples);
  } else if (object.name == "group" && !m_groupCodes.empty()) {
    mapCodes(object.dtype, type, {&m_groupCodes}, samples);
  } else if (object.name == "group") {
    const std::span numbers(reinterpret_cast<std::int32_t*>(samples.data()), samples.size() / sizeof(std::int32_t));
    for (std::int32_t& number : numbers) number += static_cast<std::int32_t>(m_sources);
  }
}

}  // namespace masu::tasks
