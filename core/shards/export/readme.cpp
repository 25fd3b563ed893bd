// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shards/export/companions.h"
#include "core/shards/export/loader_snippet.h"
#include "core/shards/write/bundle.h"

namespace masu::shards {

namespace {

constexpr std::size_t kClassesNamed = 50;

std::string plural(std::uint64_t count, const std::string& one) {
  return std::to_string(count) + " " + one + (count == 1 ? "" : "s");
}

std::string splitTable(const ExportPlan& plan) {
  std::string text = "| split | samples | shards |\n| --- | ---: | ---: |\n";
  for (const ExportSplit& exportSplit : plan.exportSplits.parts) {
    std::uint64_t shards = 0;
    for (const Shard& shard : plan.shards) shards += shard.exportSplit == &exportSplit ? 1 : 0;
    text += "| " + exportSplit.name() + " | " + std::to_string(exportSplit.size()) + " | " + std::to_string(shards) +
            " |\n";
  }
  return text;
}

std::string layoutOf(Format format) {
  switch (format) {
    case Format::csv:
      return "Each shard is a CSV file in UTF-8 with a header, in `SPLIT/split_data_00000.csv` and so on.";
    case Format::npy:
      return "Each array of a shard is a `.npy` file: `NAME-SPLIT-000000.features.npy`, `.labels.npy` and so on.";
    case Format::npz:
      return "Each shard is a `.npz` file with the arrays `features`, `labels` and so on, not compressed.";
    case Format::hdf5:
      return "Each shard is an HDF5 file with the datasets `features`, `labels` and so on, contiguous and not "
             "compressed: the oldest format, which every reader knows. Masu opens it as a dataset, too.";
    case Format::webdataset:
      return "Each shard is a tar file. A sample is some members with one key: `.npy` (features), `.cls` (class code) "
             "or `.labels.npy` (values to predict), `.categories.npy`, `.weights.npy`, and `.json` (words, and columns "
             "that were kept).";
    case Format::tfrecord:
      return "Each shard is a TFRecord file of `tf.train.Example`. `.index` beside it holds a line `offset length` a "
             "record.";
    case Format::mds:
      return "Each split is a folder of MDS shards with an `index.json` of its own.";
    case Format::safetensors:
      return "Each shard is a safetensors file with the tensors `features`, `labels` and so on.";
    case Format::zip:
      break;
  }
  return {};
}

std::string valuesOf(const store::Dataset& dataset, const ExportPlan& plan) {
  const store::DatasetMeta& meta = dataset.meta();
  const bool csv = plan.format == Format::csv;
  std::string text;
  const auto line = [&](const std::string& sentence) { text += "- " + sentence + "\n"; };
  if (const auto* features = dataset.find("features")) {
    const ArrayFields fields(dataset, plan.encoding);
    std::string shape;
    for (const std::uint64_t length : features->sampleShape)
      shape += (shape.empty() ? "" : " × ") + std::to_string(length);
    const table::DType type = fields.all().front().type;
    const bool codes =
        plan.format == Format::hdf5 && features->dtype != type && !plan.encoding.encoded && !plan.encoding.type;
    line("Features of a sample: " + (shape.empty() ? "1" : shape) + " values" +
         (csv     ? ", in the shortest text that reads back the same."
          : codes ? " as " + std::string(table::name(features->dtype)) +
                        " codes: value = code × features_scale + features_offset, the lowest code is missing."
                  : " of type " + std::string(table::name(type)) + "."));
    line(!plan.encoding.fill.empty() ? "Missing features were replaced by the mean of the train split."
         : csv                       ? "A missing value is an empty cell."
                                     : "A missing feature is NaN.");
  }
  if (dataset.find("categories") != nullptr) {
    line(csv && !plan.encoding.encoded ? "Categories are words."
                                       : "Categories are codes from 1, in the order of `index.json`; 0 is missing.");
  }
  if (meta.target == store::Target::classes) {
    std::string classes;
    for (std::size_t i = 0; i < meta.classes.size() && i < kClassesNamed; ++i) {
      classes += (i == 0 ? "" : ", ") + std::to_string(i) + " " + meta.classes[i];
    }
    if (meta.classes.size() > kClassesNamed) classes += " … (all of them in `index.json`)";
    line((csv && !plan.encoding.encoded ? "Labels are words. Their codes: " : "Labels are class codes: ") + classes +
         ".");
  }
  if (const auto notes = exportNotes(dataset, plan.options)) {
    for (const Message& note : *notes) line(note.english());
  }
  const ArrayFields fields(dataset, plan.encoding);
  for (const table::Column& column : meta.schema.columns) {
    const bool hidden = csv || plan.encoding.encoded || column.stored != table::DType::i64 || column.stats.missing == 0;
    const bool json = plan.format == Format::webdataset;
    if (!hidden && !json)
      line("A missing value of " + column.name + " is " + std::to_string(table::kMissingWhole) + ".");
  }
  const bool arrays = plan.format == Format::npy || plan.format == Format::npz || plan.format == Format::safetensors;
  if (!fields.texts().empty() && arrays) {
    line(
        "A column that was kept as text is two arrays: `NAME.lengths`, the bytes of each text, and `NAME.utf8`, all "
        "texts one after another:");
    text +=
        "\n  ```python\n  ends = np.cumsum(lengths, dtype=\"int64\")\n"
        "  texts = [bytes(utf8[e - n:e]).decode() for n, e in zip(lengths, ends)]\n  ```\n\n";
  }
  return text;
}

std::string orderOf(const ExportPlan& plan) {
  if (!plan.options.shuffle) return "Samples are in the order of the dataset.";
  return "Samples were shuffled exactly across all shards of a split, with the seed " +
         std::to_string(*plan.options.shuffle) + ".";
}

std::string loadersOf(const store::Dataset& dataset, const ExportPlan& plan) {
  std::string text;
  for (const Framework framework : frameworksFor(plan.format)) {
    const std::string code =
        loaderSnippet(dataset, plan.encoding, {plan.format, framework, ".", plan.exportSplits.parts.front().name()});
    if (!code.empty()) text += "\n### " + std::string(title(framework)) + "\n\n```python\n" + code + "```\n";
  }
  return text;
}

}  // namespace

std::string readmeText(const store::Dataset& dataset, const ExportPlan& plan) {
  const std::string stem = dataset.path().stem().string();
  std::string text = "# " + stem + "\n\n" + plural(plan.samples(), "sample") + " in " +
                     plural(plan.shards.size(), "shard") + ", written by Masu (format " +
                     std::string(name(plan.format)) + ").\n\n" + splitTable(plan) + "\n" + layoutOf(plan.format) + " " +
                     orderOf(plan) + "\n\n" + valuesOf(dataset, plan) +
                     "\n`index.json` lists every file with its size and SHA-256, the columns with statistics of the "
                     "train split, the classes and the recipe; `croissant.json` says the same to other programs, and "
                     "`receipt.json` names the dataset and split it was made from (`masu receipt check .` compares).\n";
  if (plan.options.format == Format::zip) {
    text += "`recipe.json` reruns the import. `manifests` holds the lists of the splits.\n";
  }
  return text + "\n## Load it\n\nRun in this folder.\n" + loadersOf(dataset, plan) +
         "\n### Masu\n\n```sh\nmasu import . --out " + stem + "-again.h5\n```\n";
}

}  // namespace masu::shards
