#include "core/tasks/meta_merging.h"

#include <algorithm>

#include "core/base/hash.h"
#include "core/table/number_text.h"
#include "core/tasks/pyramid_joining.h"

namespace masu::tasks {

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
                        "The new sources hold values in {0} that need {1}, but {2} stores {3}. Write it anew with "
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
  for (std::size_t i = 0; i < meta.schema.columns.size(); ++i) {
    table::Column& column = meta.schema.columns[i];
    column.stats.merge(added.schema.columns[i].stats);
    column.loss.merge(added.schema.columns[i].loss);
    column.dictionary = codes.dictionaries()[i];
  }
  return meta;
}

}  // namespace masu::tasks
