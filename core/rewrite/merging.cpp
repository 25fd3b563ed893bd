// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rewrite/merging.h"

#include <algorithm>
#include <cstring>
#include <type_traits>
#include <unordered_map>

#include "core/base/hash.h"
#include "core/io/file.h"
#include "core/rewrite/pyramid_joining.h"
#include "core/store/format/convert.h"
#include "core/table/dtype.h"
#include "core/table/number_text.h"

namespace masu::rewrite {

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
                "With the new samples {0} would need the code {1}, which the {2} of {3} do not hold as {4}. Import all "
                "sources again."),
      {column, std::to_string(highest), object, dataset.path().string(), std::string(table::name(stored->dtype))},
      {dataset.path().string(), 0, 0});
}

/// Codes of one type as codes of another: element i is a code of column i % codes.size().
void mapCodes(table::DType from, table::DType to, const std::vector<const std::vector<std::uint32_t>*>& codes,
              std::vector<std::byte>& samples) {
  const std::size_t count = samples.size() / table::sizeOf(from);
  std::vector<std::byte> mapped(count * table::sizeOf(to));
  table::dispatch(from, [&]<class From>(From) {
    if constexpr (std::is_integral_v<From>) {
      table::dispatch(to, [&]<class To>(To) {
        if constexpr (std::is_integral_v<To>) {
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
    }
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

namespace {

using store::Dataset;
using store::ObjectInfo;

/// A single value has no shape.
std::string countText(const std::vector<std::uint64_t>& shape) {
  return shape.empty() ? "1" : table::shapeText(shape);
}

Result<void> checkTypes(const Dataset& dataset, const ObjectInfo& before, const ObjectInfo& now) {
  const std::string file = dataset.path().string();
  if (before.sampleShape != now.sampleShape) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core",
                          "Samples of the new sources have {0} values in {1}, those of {2} have {3}. Import them as a "
                          "dataset of their own."),
                {countText(now.sampleShape), now.name, file, countText(before.sampleShape)}, {file, 0, 0});
  }
  // Codes of words are made those of the dataset, and labels that are values become wider.
  const bool classes = dataset.meta().target == store::Target::classes;
  const bool labels = before.name == "labels";
  const bool coded = before.name == "categories" || (labels && classes) || before.name == "group";
  const bool wider = labels && before.dtype == table::DType::f64 && now.dtype == table::DType::f32;
  if (coded || wider || before.dtype == now.dtype) return {};
  if (before.name != "features" && before.name != "recordings") {
    return fail(Errc::unsupported,
                MASU_TEXT("core",
                          "The new sources hold values in {0} that need {1}, but {2} stores {3}. Import all sources "
                          "again."),
                {now.name, std::string(table::name(now.dtype)), file, std::string(table::name(before.dtype))},
                {file, 0, 0});
  }
  return fail(Errc::unsupported,
              MASU_TEXT("core",
                        "The new sources have values in {0} that need {1}, but {2} stores {3}. Convert it first with "
                        "masu convert --dtype {1}, then append."),
              {now.name, std::string(table::name(now.dtype)), file, std::string(table::name(before.dtype))},
              {file, 0, 0});
}

}  // namespace

Result<void> checkSameShape(const Dataset& dataset, const Dataset& added) {
  const std::string file = dataset.path().string();
  const auto& before = dataset.meta().schema.columns;
  const auto& now = added.meta().schema.columns;
  const bool sameColumns = std::ranges::equal(before, now, [](const table::Column& a, const table::Column& b) {
    return a.name == b.name && a.role == b.role && a.scale == b.scale && a.offset == b.offset && a.origin == b.origin;
  });
  for (const ObjectInfo& object : dataset.storedObjects()) {
    if (object.first > 0 || object.element == store::Element::textBytes || isPyramid(object)) continue;
    const auto& objects = added.storedObjects();
    const auto same = std::ranges::find_if(objects, [&](const ObjectInfo& candidate) {
      return candidate.name == object.name && candidate.element == object.element;
    });
    if (same == objects.end()) {
      return fail(Errc::invalidArgument,
                  MASU_TEXT("core", "The new sources have no {0}, but {1} has. Import them as a dataset of their own."),
                  {object.name, file}, {file, 0, 0});
    }
    MASU_CHECK(checkTypes(dataset, object, *same));
  }
  const bool sameWindow =
      dataset.meta().window == added.meta().window && dataset.meta().silence == added.meta().silence;
  if (!sameColumns || !sameWindow) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core",
                          "The new sources have other columns or channels than {0}, or in another scale. Import them "
                          "as a dataset of their own."),
                {file}, {file, 0, 0});
  }
  return {};
}

store::DatasetMeta mergedMeta(const store::DatasetMeta& before, const store::DatasetMeta& added,
                              const CodeMerging& codes) {
  store::DatasetMeta meta = before;
  meta.uuid = uuidFrom("append\n" + before.uuid + "\n" + added.uuid);
  meta.parent = before.uuid;
  meta.classes = codes.classes();
  meta.groups = codes.groups();
  meta.sources.insert(meta.sources.end(), added.sources.begin(), added.sources.end());
  meta.records += added.records;
  meta.rejected += added.rejected;
  meta.dropped += added.dropped;
  // A count of some of the windows is none.
  meta.paddedWindows.reset();
  if (before.paddedWindows && added.paddedWindows) meta.paddedWindows = *before.paddedWindows + *added.paddedWindows;
  for (std::size_t i = 0; i < meta.schema.columns.size(); ++i) {
    table::Column& column = meta.schema.columns[i];
    column.stats.merge(added.schema.columns[i].stats);
    column.loss.merge(added.schema.columns[i].loss);
    column.dictionary = codes.dictionaries()[i];
  }
  return meta;
}

namespace {

/// Longer than any line that names columns.
constexpr std::size_t kHeadBytes = 256;

Result<std::string> firstLine(const io::File& file) {
  MASU_TRY(const std::uint64_t size, file.size());
  std::string head(std::min<std::uint64_t>(size, kHeadBytes), '\0');
  MASU_CHECK(file.readAt(0, std::as_writable_bytes(std::span(head))));
  return head.substr(0, head.find('\n') + 1);
}

Result<void> append(io::AtomicFile& to, const io::File& from, std::uint64_t at) {
  MASU_TRY(const std::uint64_t size, from.size());
  return io::eachBlock(from, at, size - at, [&](std::uint64_t, auto bytes) { return to.append(bytes); });
}

}  // namespace

Result<io::AtomicFile> joinedRejects(const std::filesystem::path& rejects, const std::filesystem::path& further) {
  MASU_TRY(const io::File added, io::File::openRead(further));
  MASU_TRY(io::AtomicFile joined, io::AtomicFile::create(rejects, io::Overwrite::yes));
  std::uint64_t skipped = 0;
  std::error_code ignored;
  if (std::filesystem::exists(rejects, ignored)) {
    MASU_TRY(const io::File before, io::File::openRead(rejects));
    MASU_TRY(const std::string columns, firstLine(before));
    MASU_TRY(const std::string addedColumns, firstLine(added));
    if (columns == addedColumns) skipped = columns.size();
    MASU_CHECK(append(joined, before, 0));
  }
  MASU_CHECK(append(joined, added, skipped));
  return joined;
}

}  // namespace masu::rewrite
