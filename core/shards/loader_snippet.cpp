#include "core/shards/loader_snippet.h"

#include <algorithm>
#include <array>
#include <map>

#include "core/shards/bundle.h"
#include "core/shards/csv_table.h"
#include "core/shards/snippet_texts.h"

namespace masu::shards {

namespace {

constexpr std::array<std::string_view, 7> kTitles = {"NumPy",   "pandas",     "PyTorch", "Keras",
                                                     "tf.data", "WebDataset", "MosaicML"};
constexpr std::array<std::string_view, 7> kNames = {"numpy",  "pandas",     "pytorch", "keras",
                                                    "tfdata", "webdataset", "mosaicml"};

using Words = std::map<std::string, std::string, std::less<>>;

/// A text between quotes of Python.
std::string pythonText(std::string_view text) {
  std::string literal = "\"";
  for (const char letter : text) {
    if (letter == '"' || letter == '\\') literal += '\\';
    literal += letter;
  }
  return literal + '"';
}

/// What Python's glob takes for a path instead of a pattern.
std::string globText(std::string_view path) {
  std::string text;
  for (const char letter : path) {
    const bool special = letter == '[' || letter == '*' || letter == '?';
    text += special ? std::string("[") + letter + ']' : std::string(1, letter);
  }
  return text;
}

/// Replaces <name> of a template; a name that is not among the words stays.
std::string fill(std::string_view text, const Words& words) {
  std::string filled;
  while (!text.empty()) {
    const std::size_t open = text.find('<');
    const std::size_t close = open == std::string_view::npos ? open : text.find('>', open);
    const auto word =
        close == std::string_view::npos ? words.end() : words.find(text.substr(open + 1, close - open - 1));
    if (open == std::string_view::npos) return filled.append(text);
    filled += text.substr(0, open);
    filled += word == words.end() ? "<" : word->second;
    text.remove_prefix(word == words.end() ? open + 1 : close + 1);
  }
  return filled;
}

/// What the templates need to know of an export.
struct Facts {
  std::string x;  ///< the array that models see: "features", "categories" where there are none
  bool labels = false;
  bool classes = false;
  std::string label;      ///< the column's name in a CSV
  std::string shape;      ///< of a sample of x, as the inside of a Python list
  bool integers = false;  ///< x as TFRecord keeps it
  std::uint64_t targets = 1;
  bool words = false;  ///< a CSV with classes as words
  std::string group;   ///< the column of the groups in a CSV, which models do not see; empty: none
};

std::string groupColumn(const store::Dataset& dataset, const Encoding& encoding) {
  if (encoding.encoded || dataset.find("group") == nullptr) return {};
  if (dataset.meta().kind != store::SampleKind::table) return kGroupColumn;
  const auto columns = dataset.meta().schema.indicesOf(table::Role::group);
  return columns.empty() ? std::string() : dataset.meta().schema.columns[columns.front()].name;
}

Facts factsOf(const store::Dataset& dataset, const Encoding& encoding) {
  Facts facts;
  const store::DatasetMeta& meta = dataset.meta();
  const ArrayFields fields(dataset, encoding);
  for (const ArrayField& field : fields.all()) {
    if (field.name != "features" && (field.name != "categories" || !facts.x.empty())) continue;
    facts.x = field.name;
    facts.integers = field.name == "categories" || field.type == table::DType::i32 || field.type == table::DType::u32;
    for (const std::uint64_t length : field.shape) {
      facts.shape += (facts.shape.empty() ? "" : ", ") + std::to_string(length);
    }
  }
  if (facts.x.empty() && !fields.all().empty()) facts.x = fields.all().front().name;
  facts.group = groupColumn(dataset, encoding);
  const store::ObjectInfo* labels = dataset.find("labels");
  if (labels == nullptr) return facts;
  facts.labels = true;
  facts.classes = meta.target == store::Target::classes;
  facts.words = facts.classes && !encoding.encoded;
  facts.targets = labels->valuesPerSample();
  const auto columns = meta.schema.indicesOf(table::Role::label);
  facts.label = columns.empty() ? "label" : meta.schema.columns[columns.front()].name;
  return facts;
}

Words wordsFor(const Facts& facts, const SnippetRequest& request, const std::string& name) {
  const auto glob = [&](const std::string& ending) {
    return pythonText(globText(request.folder + "/" + name) + "-" + request.split + "-*" + ending);
  };
  Words words;
  words["x"] = facts.x;
  words["y"] = "labels";
  words["folder"] = pythonText(request.folder);
  words["split"] = pythonText(request.split);
  words["csv"] = pythonText(globText(request.folder) + "/" + request.split + "/split_data_*.csv");
  words["npy"] = glob("." + facts.x + ".npy");
  words["npz"] = glob(".npz");
  words["h5"] = glob("[0-9].h5");
  words["safetensors"] = glob(".safetensors");
  words["tar"] = glob(".tar");
  words["tfrecord"] = glob(".tfrecord");
  words["index"] = pythonText(request.folder + "/index.json");
  words["label"] = pythonText(facts.label);
  // Groups may be named by numbers.
  const std::string dropped = facts.group.empty() ? "" : ".drop(columns=[" + pythonText(facts.group) + "])";
  words["numbers"] = dropped + ".select_dtypes(\"number\")";
  words["member"] = facts.x == "features" ? "npy" : facts.x + ".npy";
  words["target"] = facts.classes ? "cls" : "labels.npy";
  words["type"] = facts.classes ? "int64" : "float32";
  words["shape"] = facts.shape;
  words["kind"] = facts.integers ? "int64" : "float32";
  words["labelkind"] = facts.classes ? "int64" : "float32";
  words["targets"] = facts.targets == 1 ? "" : std::to_string(facts.targets);
  return words;
}

std::string_view arrayReading(Format format, bool labels) {
  switch (format) {
    case Format::npz:
      return labels ? texts::kNpz : texts::kNpzAlone;
    case Format::hdf5:
      return labels ? texts::kHdf5 : texts::kHdf5Alone;
    case Format::safetensors:
      return labels ? texts::kSafetensors : texts::kSafetensorsAlone;
    default:
      return labels ? texts::kNpy : texts::kNpyAlone;
  }
}

std::string_view csvReading(const Facts& facts) {
  if (!facts.labels) return texts::kCsvAlone;
  return facts.words ? texts::kCsvWords : texts::kCsv;
}

/// How a shard becomes (x, y), then how a framework takes it.
std::string snippetFor(const Facts& facts, Format format, Framework framework) {
  const bool csv = format == Format::csv;
  const std::string read(csv ? csvReading(facts) : arrayReading(format, facts.labels));
  switch (framework) {
    case Framework::numpy:
    case Framework::pandas:
      return read + std::string(facts.labels ? texts::kShards : texts::kShardsAlone);
    case Framework::pytorch:
      return read + std::string(facts.labels ? texts::kTorch : texts::kTorchAlone);
    case Framework::keras:
      return read + std::string(texts::kKeras);
    case Framework::tfdata:
      return std::string(facts.labels ? texts::kTfData : texts::kTfDataAlone);
    case Framework::webdataset:
      return std::string(facts.labels ? texts::kWebDataset : texts::kWebDatasetAlone);
    case Framework::mosaicml:
      break;
  }
  return std::string(facts.labels ? texts::kMosaic : texts::kMosaicAlone);
}

}  // namespace

std::string_view title(Framework framework) {
  return kTitles[static_cast<std::size_t>(framework)];
}

std::string_view name(Framework framework) {
  return kNames[static_cast<std::size_t>(framework)];
}

std::optional<Framework> frameworkFrom(std::string_view name) {
  const auto found = std::ranges::find(kNames, name);
  if (found == kNames.end()) return std::nullopt;
  return static_cast<Framework>(found - kNames.begin());
}

const std::vector<Framework>& frameworks() {
  static const std::vector<Framework> kAll = [] {
    std::vector<Framework> all;
    for (std::size_t i = 0; i < kNames.size(); ++i) all.push_back(static_cast<Framework>(i));
    return all;
  }();
  return kAll;
}

const std::vector<Framework>& frameworksFor(Format format) {
  static const std::vector<Framework> kText = {Framework::pandas, Framework::keras, Framework::pytorch};
  static const std::vector<Framework> kArrays = {Framework::numpy, Framework::pytorch, Framework::keras};
  static const std::vector<Framework> kTar = {Framework::webdataset};
  static const std::vector<Framework> kRecords = {Framework::tfdata};
  static const std::vector<Framework> kMds = {Framework::mosaicml};
  static const std::vector<Framework> kBundle = {Framework::pandas, Framework::numpy, Framework::keras,
                                                 Framework::pytorch};
  switch (format) {
    case Format::csv:
      return kText;
    case Format::zip:
      return kBundle;
    case Format::npy:
    case Format::npz:
    case Format::hdf5:
    case Format::safetensors:
      return kArrays;
    case Format::webdataset:
      return kTar;
    case Format::tfrecord:
      return kRecords;
    case Format::mds:
      break;
  }
  return kMds;
}

std::string loaderSnippet(const store::Dataset& dataset, const Encoding& encoding, const SnippetRequest& request) {
  SnippetRequest inside = request;
  const std::string stem = dataset.path().stem().string();
  if (request.format == Format::zip) {
    inside.format = bundledFormat(dataset);
    inside.folder = request.folder + "/" + stem;
    const std::string text = loaderSnippet(dataset, encoding, inside);
    if (text.empty()) return text;
    return "import shutil\n\nshutil.unpack_archive(" + pythonText(inside.folder + ".zip") + ", " +
           pythonText(inside.folder) + ")\n\n" + text;
  }
  const auto& fitting = frameworksFor(inside.format);
  const Facts facts = factsOf(dataset, encoding);
  if (std::ranges::find(fitting, inside.framework) == fitting.end()) return {};
  if (facts.x.empty() && inside.framework != Framework::pandas) return {};
  return fill(snippetFor(facts, inside.format, inside.framework), wordsFor(facts, inside, stem));
}

}  // namespace masu::shards
