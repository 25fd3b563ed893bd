// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shards/export/loader_snippet.h"

#include <algorithm>
#include <array>
#include <map>

#include "core/base/named_value.h"
#include "core/shards/export/snippet_texts.h"
#include "core/shards/formats/csv_table.h"
#include "core/shards/write/bundle.h"

namespace masu::shards {

namespace {

constexpr std::array<std::string_view, 7> kTitles = {"NumPy",   "pandas",     "PyTorch", "Keras",
                                                     "tf.data", "WebDataset", "MosaicML"};
constexpr std::array<std::string_view, 7> kNames = {"numpy",  "pandas",     "pytorch", "keras",
                                                    "tfdata", "webdataset", "mosaicml"};

using Words = std::map<std::string, std::string, std::less<>>;

/// A text between quotes of Python. The name of a column may hold a line end, which would end the literal.
std::string pythonText(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string literal = "\"";
  for (const char letter : text) {
    const auto byte = static_cast<unsigned char>(letter);
    if (byte < 0x20 || byte == 0x7F) {
      literal += "\\x";
      literal += kDigits[byte >> 4U];
      literal += kDigits[byte & 0xFU];
      continue;
    }
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
  std::string x;         ///< the array that shards are found by: "features", "categories" where there are none
  bool numbers = false;  ///< features, which are scaled
  bool words = false;    ///< categories
  bool table = true;
  bool encoded = false;
  std::vector<std::string> targets;  ///< the columns of the labels in a CSV; empty: no labels
  std::vector<std::string> values;   ///< the columns of a CSV that are values of a recording
  bool classes = false;
  std::uint64_t labelValues = 1;
  bool wholeLabels = false;  ///< values of i64
  std::map<std::string, const ArrayField, std::less<>> arrays;
};

Facts factsOf(const store::Dataset& dataset, const Encoding& encoding) {
  Facts facts;
  const store::DatasetMeta& meta = dataset.meta();
  facts.table = meta.kind == store::SampleKind::table;
  facts.encoded = encoding.encoded;
  const ArrayFields fields(dataset, encoding);
  for (const ArrayField& field : fields.all()) facts.arrays.emplace(field.name, field);
  facts.numbers = facts.arrays.contains("features");
  facts.words = facts.arrays.contains("categories");
  facts.x = facts.numbers ? "features" : facts.words ? "categories" : "";
  if (facts.x.empty() && !fields.all().empty()) facts.x = fields.all().front().name;
  for (const CsvTable::Described& column : CsvTable(dataset, encoding).describe()) {
    if (column.isValue) facts.values.push_back(column.name);
    if (!facts.table && !column.isValue && column.name != kGroupColumn) facts.targets.push_back(column.name);
  }
  const store::ObjectInfo* labels = dataset.find("labels");
  if (labels == nullptr) {
    facts.targets.clear();
    return facts;
  }
  facts.classes = meta.target == store::Target::classes;
  facts.labelValues = labels->valuesPerSample();
  facts.wholeLabels = labels->dtype == table::DType::i64;
  if (!facts.table) return facts;
  for (const std::size_t i : meta.schema.indicesOf(table::Role::label)) {
    facts.targets.push_back(meta.schema.columns[i].name);
  }
  return facts;
}

std::string joined(const std::vector<std::string>& parts, std::string_view between) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : std::string(between)) + part;
  return text;
}

std::string listOf(const std::vector<std::string>& names) {
  std::vector<std::string> texts;
  for (const std::string& name : names) texts.push_back(pythonText(name));
  return "[" + joined(texts, ", ") + "]";
}

/// Features and categories side by side, each made by one of these.
std::string together(const Facts& facts, const std::string& features, const std::string& codes) {
  if (facts.numbers && facts.words) return "np.concatenate([scaled(" + features + "), one_hot(" + codes + ")], axis=1)";
  return facts.numbers ? "scaled(" + features + ")" : "one_hot(" + codes + ")";
}

/// The lengths of a sample of a recording or an image, as numpy.reshape takes them.
std::string shapeOf(const ArrayField& field) {
  std::string shape;
  for (const std::uint64_t length : field.shape) shape += ", " + std::to_string(length);
  return shape;
}

/// What `read` does with a table of cells.
void addCsvWords(const Facts& facts, Words& words) {
  std::vector<std::string> texts;
  std::string cells;
  if (facts.words && !facts.encoded) {
    texts.push_back("**{column[\"name\"]: str for column in words}");
    cells +=
        "    codes = [{word: code for code, word in enumerate(column[\"categories\"], 1)} for column in words]\n"
        "    codes = [table[column[\"name\"]].map(code) for column, code in zip(words, codes)]\n"
        "    codes = np.stack(codes, axis=1)\n"
        "    codes = np.nan_to_num(codes).astype(\"int64\")\n";
  } else if (facts.words) {
    cells += "    codes = table[[column[\"name\"] for column in words]].to_numpy(\"int64\")\n";
  }
  if (facts.numbers && facts.table) {
    cells += "    features = table[[column[\"name\"] for column in numbers]].to_numpy(\"float64\")\n";
  } else if (facts.numbers) {
    cells += "    values = [name for name in table.columns if name not in " +
             listOf([&] {
               std::vector<std::string> others = facts.targets;
               others.emplace_back(kGroupColumn);
               return others;
             }()) +
             "]\n    features = table[values].to_numpy(\"float64\").reshape(-1" +
             shapeOf(facts.arrays.at("features")) + ")\n";
  }
  if (!facts.targets.empty() && facts.classes && !facts.encoded) {
    texts.push_back(pythonText(facts.targets.front()) + ": str");
    cells += "    names = {name: code for code, name in enumerate(index[\"classes\"])}\n    y = table[" +
             pythonText(facts.targets.front()) + "].fillna(\"\").map(names).to_numpy(\"int64\")\n";
  } else if (!facts.targets.empty()) {
    const std::string picked =
        facts.targets.size() == 1 ? pythonText(facts.targets.front()) : listOf(facts.targets);
    cells += "    y = table[" + picked + "].to_numpy(\"" + (facts.classes ? "int64" : "float32") + "\")\n";
  }
  words["cells"] = cells;
  words["texts"] = texts.empty() ? "" : ", dtype={" + joined(texts, ", ") + "}";
  words["arrays"] = together(facts, "features", "codes");
  words["both"] = facts.targets.empty() ? "x" : "x, y";
}

/// Reading of TFRecords, and names of arrays elsewhere.
void addRecordWords(const Facts& facts, Framework framework, Words& words) {
  std::vector<std::string> names;
  std::vector<std::string> members;
  std::vector<std::string> inputs;
  std::string wanted;
  for (const char* name : {"features", "categories"}) {
    const auto field = facts.arrays.find(name);
    if (field == facts.arrays.end()) continue;
    const table::DType type = field->second.type;
    const bool whole = field->first == "categories" || type == table::DType::i32 || type == table::DType::u32;
    const std::string shape = shapeOf(field->second);
    names.emplace_back(name);
    members.push_back(pythonText(names.back() == "features" ? "npy" : names.back() + ".npy"));
    inputs.push_back("batch[" + pythonText(name) + "]");
    wanted += "    " + pythonText(name) + ": tf.io.FixedLenFeature([" + (shape.empty() ? "" : shape.substr(2)) +
              "], tf." + (whole ? "int64" : "float32") + "),\n";
  }
  words["wanted"] = wanted;
  words["inputs"] = joined(inputs, ", ");
  words["members"] = joined(members, ", ");
  words["names"] = listOf(names);
  if (framework == Framework::mosaicml) {
    words["arrays"] = together(facts, "batch[\"features\"]", "batch[\"categories\"]");
  } else {
    words["arrays"] = together(facts, "arrays[0]", "arrays[-1]");
  }
  const std::string codes = "sum(min(len(column[\"categories\"]), 255) + 1 for column in words)";
  const std::string length = facts.numbers ? shapeOf(facts.arrays.at("features")) : "";
  words["outputs"] = facts.numbers && facts.words ? length.substr(2) + " + " + codes
                     : facts.numbers              ? (length.empty() ? "" : length.substr(2))
                                                  : codes;
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
  words["target"] = facts.classes ? "cls" : "labels.npy";
  words["labelkind"] = facts.classes ? "int64" : "float32";
  words["labelstored"] = facts.classes || facts.wholeLabels ? "int64" : "float32";
  words["answer"] = "batch[\"" + words["y"] + "\"]";
  if (facts.wholeLabels) words["answer"] = "tf.cast(" + words["answer"] + ", tf.float32)";
  words["targets"] = facts.labelValues == 1 ? "" : std::to_string(facts.labelValues);
  words["arrays"] = together(facts, "load(path, \"features\")", "load(path, \"categories\")");
  const std::string labels = "load(path, \"labels\")";
  words["both"] = facts.targets.empty() ? "x" : "x, " + labels + ".astype(\"" + words["labelkind"] + "\")";
  return words;
}

/// What a program imports besides what all do.
std::string importsFor(Format format, Framework framework) {
  std::string lines;
  if (format == Format::hdf5) lines += "import h5py\n";
  if (format == Format::csv) lines += "import pandas as pd\n";
  if (framework == Framework::pytorch) lines += "import torch\n";
  if (framework == Framework::tfdata) lines += "import tensorflow as tf\n";
  if (framework == Framework::webdataset) lines += "import webdataset as wds\n";
  if (format == Format::safetensors) lines += "from safetensors.numpy import load_file\n";
  if (framework == Framework::mosaicml) {
    lines += "from streaming import StreamingDataset\nfrom torch.utils.data import DataLoader\n";
  }
  if (framework == Framework::keras) lines += "from tensorflow import keras\n";
  return lines;
}

std::string_view arrayReading(Format format) {
  switch (format) {
    case Format::npz:
      return texts::kNpz;
    case Format::hdf5:
      return texts::kHdf5;
    case Format::safetensors:
      return texts::kSafetensors;
    default:
      return texts::kNpy;
  }
}

/// How a framework takes what `read` gives, or reads by itself.
std::string_view handing(Framework framework, bool labels) {
  switch (framework) {
    case Framework::numpy:
    case Framework::pandas:
      return labels ? texts::kShards : texts::kShardsAlone;
    case Framework::pytorch:
      return labels ? texts::kTorch : texts::kTorchAlone;
    case Framework::keras:
      return texts::kKeras;
    case Framework::tfdata:
      return labels ? texts::kTfData : texts::kTfDataAlone;
    case Framework::webdataset:
      return labels ? texts::kWebDataset : texts::kWebDatasetAlone;
    case Framework::mosaicml:
      break;
  }
  return labels ? texts::kMosaic : texts::kMosaicAlone;
}

/// The columns, how a shard becomes (x, y), then how a framework takes it.
std::string snippetFor(const Facts& facts, Format format, Framework framework) {
  std::string text(texts::kColumns);
  if (facts.numbers) text += texts::kScaled;
  if (facts.numbers && facts.words) text += "\n\n";
  if (facts.words) text += texts::kOneHot;
  text += "\n\n";
  const bool records = format == Format::tfrecord || format == Format::webdataset || format == Format::mds;
  if (format == Format::csv) {
    text += std::string(texts::kCsvPaths) + std::string(texts::kReadCsv);
  } else if (!records) {
    text += std::string(arrayReading(format)) + std::string(texts::kRead);
  }
  return text + std::string(handing(framework, !facts.targets.empty()));
}

}  // namespace

std::string_view title(Framework framework) {
  return kTitles[static_cast<std::size_t>(framework)];
}

std::string_view name(Framework framework) {
  return kNames[static_cast<std::size_t>(framework)];
}

std::optional<Framework> frameworkFrom(std::string_view name) {
  return valueNamed<Framework>(kNames, name);
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
  if (std::ranges::find(fitting, inside.framework) == fitting.end()) return {};
  const Facts facts = factsOf(dataset, encoding);
  if (!facts.numbers && !facts.words) return {};
  Words words = wordsFor(facts, inside, stem);
  if (inside.format == Format::csv) addCsvWords(facts, words);
  const bool records =
      inside.format == Format::tfrecord || inside.format == Format::webdataset || inside.format == Format::mds;
  if (records) addRecordWords(facts, inside.framework, words);
  words["imports"] = importsFor(inside.format, inside.framework);
  return fill(snippetFor(facts, inside.format, inside.framework), words);
}

}  // namespace masu::shards
