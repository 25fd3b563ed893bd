// SPDX-License-Identifier: GPL-3.0-or-later
// A small dataset in which the input replaces documents, attributes, values, shapes and links, with checksums that fit:
// what HDF5 itself finds nothing wrong with. An error, or a dataset of which everything can be read.
#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

#include "core/base/hash.h"
#include "core/store/hdf5/handle.h"
#include "core/store/read/stored_recordings.h"
#include "core/store/splits/splits_file.h"
#include "core/store/write/dataset_writer.h"
#include "tests/fuzz/child_reports.h"
#include "tests/fuzz/fuzz_input.h"

using namespace masu;
using store::hdf5::Handle;

namespace {

constexpr std::uint64_t kSamples = 6;
constexpr std::uint64_t kMostBytes = 1U << 20U;

constexpr std::array kObjects = {"features",
                                 "categories",
                                 "labels",
                                 "weights",
                                 "group",
                                 "origin",
                                 "recordings",
                                 "windows",
                                 "kept/note",
                                 "pyramid/64",
                                 "kept/note/ends",
                                 "kept/note/bytes",
                                 "kept/x",
                                 "features_scale",
                                 "meta",
                                 "splits",
                                 "meta/recipe",
                                 "meta/sources",
                                 "meta/columns",
                                 "meta/classes",
                                 "meta/dictionaries",
                                 "default",
                                 "split",
                                 "meta/groups",
                                 "meta/parts",
                                 "meta/checksums/labels",
                                 "features_offset",
                                 "meta/structure",
                                 "meta/checksums/features",
                                 "meta/chunk_index/labels",
                                 "pyramid",
                                 "kept"};
constexpr std::array kNumbers = {"masu_format", "samples", "records",  "rejected", "dropped",
                                 "window",      "silence", "checksum", "frozen",   "missing_by_train_mean"};
constexpr std::array kTexts = {"uuid", "kind", "target", "part_of", "parent", "origin"};
constexpr std::array kTextValues = {"table", "waveform", "image", "none", "classes", "values"};

/// Takes the input from its front; nothing but zeros after its end.
class Input {
 public:
  Input(const std::uint8_t* data, std::size_t size) : m_bytes(data, size) {}

  bool atEnd() const { return m_bytes.empty(); }
  std::span<const std::uint8_t> take(std::size_t most) {
    const auto taken = m_bytes.first(std::min(most, m_bytes.size()));
    m_bytes = m_bytes.subspan(taken.size());
    return taken;
  }
  template <class Number>
  Number number() {
    Number value{};
    const auto taken = take(sizeof value);
    if (!taken.empty()) std::memcpy(&value, taken.data(), taken.size());
    return value;
  }
  const char* oneOf(std::span<const char* const> names) { return names[number<std::uint8_t>() % names.size()]; }

 private:
  std::span<const std::uint8_t> m_bytes;
};

struct Template {
  std::vector<std::uint8_t> dataset;
  std::vector<std::uint8_t> splits;
};

const fuzz::ScratchFolder& folder() {
  static const fuzz::ScratchFolder made;
  return made;
}
std::filesystem::path datasetPath() {
  return folder().path() / "fuzz.h5";
}
std::filesystem::path splitsPath() {
  return folder().path() / "fuzz.splits.h5";
}

std::vector<std::uint8_t> bytesOf(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<store::ObjectInfo> infosOf(bool recordings) {
  const auto object = [](const char* name, table::DType type, std::vector<std::uint64_t> shape) {
    return store::ObjectInfo{
        .name = name, .dtype = type, .sampleShape = std::move(shape), .samples = kSamples, .chunkSamples = 4};
  };
  std::vector<store::ObjectInfo> infos = {object("labels", table::DType::u8, {}),
                                          object("group", table::DType::i32, {}),
                                          object("origin", table::DType::u8, {})};
  if (recordings) {
    infos.push_back(object("recordings", table::DType::i16, {2}));
    infos.push_back(object("windows", table::DType::u8, {}));
    infos.back().element = store::Element::window;
  } else {
    infos.push_back(object("features", table::DType::f32, {2}));
    infos.push_back(object("categories", table::DType::u8, {1}));
    infos.push_back(object("kept/x", table::DType::f64, {}));
  }
  return infos;
}

store::DatasetMeta metaOf(bool recordings) {
  store::DatasetMeta meta;
  meta.uuid = "01234567-89ab-8def-8123-456789abcdef";
  meta.kind = recordings ? store::SampleKind::waveform : store::SampleKind::table;
  meta.target = store::Target::classes;
  meta.classes = {"yes", "no"};
  meta.groups = {"a", "b"};
  meta.sources = {{"a", 10, recordings ? kSamples : 4, "0", 8000}};
  meta.records = kSamples;
  meta.window = recordings ? 3 : 0;
  meta.recipe = "{}";
  for (const char* name : {"x", "y"}) {
    table::Column column;
    column.name = name;
    column.stats.add(1);
    meta.schema.columns.push_back(column);
  }
  if (!recordings) {
    meta.schema.columns.push_back({.name = "colour",
                                   .role = table::Role::category,
                                   .kind = table::Kind::category,
                                   .stored = table::DType::u8,
                                   .stats = {},
                                   .dictionary = {"red"}});
  }
  return meta;
}

/// Zeros everywhere: the first class, group, source and frame.
Template made(bool recordings) {
  folder().clear();
  const auto infos = infosOf(recordings);
  auto writer = store::DatasetWriter::create(datasetPath(), infos, {.sync = false});
  fuzz::require(writer.has_value());
  for (std::size_t i = 0; i < infos.size(); ++i) {
    const std::uint64_t sample = infos[i].name == "origin" ? sizeof(store::Origin) : infos[i].sampleBytes();
    const std::vector<std::byte> zeros(kSamples * sample);
    fuzz::require((*writer)->write(i, 0, zeros).has_value());
  }
  const std::vector<std::string> texts(kSamples, "note");
  if (!recordings) fuzz::require((*writer)->appendTexts("note", texts).has_value());
  Progress progress;
  const store::DatasetMeta meta = metaOf(recordings);
  fuzz::require((*writer)->finish(kSamples, meta, {{}, progress}).has_value());
  auto splits = store::SplitsFile::open(datasetPath(), meta.uuid, kSamples);
  fuzz::require(splits && splits->write({"default", "{}"}, store::Assignment(kSamples, store::Split::train)));
  return {bytesOf(datasetPath()), bytesOf(splitsPath())};
}

/// One change after the other, to a file that is open for writing. Calls that fail change nothing.
class Editor {
 public:
  Editor(hid_t file, Input& input) : m_file(file), m_input(input) {}

  void run() {
    constexpr std::array kEdits = {&Editor::writeValues, &Editor::writeDocument, &Editor::writeNumber,
                                   &Editor::writeText,   &Editor::reshape,       &Editor::unlink,
                                   &Editor::link,        &Editor::move};
    for (int edits = 0; edits < 16 && !m_input.atEnd(); ++edits)
      (this->*kEdits[m_input.number<std::uint8_t>() % kEdits.size()])();
  }

 private:
  void writeValues();
  void writeDocument();
  void writeNumber();
  void writeText();
  void reshape();
  void unlink() { H5Ldelete(m_file, m_input.oneOf(kObjects), H5P_DEFAULT); }
  void link() {
    const char* to = m_input.oneOf(kObjects);
    H5Lcreate_soft(to, m_file, m_input.oneOf(kObjects), H5P_DEFAULT, H5P_DEFAULT);
  }
  void move() {
    const char* from = m_input.oneOf(kObjects);
    H5Lmove(m_file, from, m_file, m_input.oneOf(kObjects), H5P_DEFAULT, H5P_DEFAULT);
  }
  void seal(const std::string& object, std::span<const std::byte> values, std::uint64_t chunkBytes);

  hid_t m_file;
  Input& m_input;
};

void Editor::writeValues() {
  const std::string object = m_input.oneOf(kObjects);
  const std::size_t at = m_input.number<std::uint8_t>();
  const auto bytes = m_input.take(1 + m_input.number<std::uint8_t>() % 16);
  const Handle dataset(H5Dopen2(m_file, object.c_str(), H5P_DEFAULT), H5Dclose);
  if (!dataset) return;
  const Handle type(H5Dget_type(dataset.get()), H5Tclose);
  const Handle space(H5Dget_space(dataset.get()), H5Sclose);
  const auto count = static_cast<std::uint64_t>(H5Sget_simple_extent_npoints(space.get()));
  const std::uint64_t size = H5Tget_size(type.get());
  if (H5Tget_class(type.get()) == H5T_STRING || count == 0 || count * size > kMostBytes) return;
  std::vector<std::byte> values(count * size);
  if (H5Dread(dataset.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) < 0) return;
  for (std::size_t i = 0; i < bytes.size(); ++i) values[(at + i) % values.size()] = std::byte{bytes[i]};
  H5Dwrite(dataset.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
  hsize_t rows = 0;
  if (H5Sget_simple_extent_ndims(space.get()) == 1) H5Sget_simple_extent_dims(space.get(), &rows, nullptr);
  seal(object, values, rows == count ? 4 * size : 0);
}

/// The checksums of an object of one value a sample, in chunks of four.
void Editor::seal(const std::string& object, std::span<const std::byte> values, std::uint64_t chunkBytes) {
  const Handle sums(H5Dopen2(m_file, ("meta/checksums/" + object).c_str(), H5P_DEFAULT), H5Dclose);
  if (!sums || chunkBytes == 0) return;
  std::vector<std::uint64_t> written;
  const Handle space(H5Dget_space(sums.get()), H5Sclose);
  const auto chunks = static_cast<std::size_t>(H5Sget_simple_extent_npoints(space.get()));
  if (chunks * chunkBytes < values.size()) chunkBytes = values.size();
  for (std::size_t at = 0; at < values.size(); at += chunkBytes)
    written.push_back(hash64(values.subspan(at, std::min<std::size_t>(chunkBytes, values.size() - at))));
  written.resize(chunks);
  H5Dwrite(sums.get(), H5T_NATIVE_UINT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, written.data());
}

void Editor::writeDocument() {
  const char* object = m_input.oneOf(kObjects);
  const auto text = m_input.take(m_input.number<std::uint16_t>());
  H5Ldelete(m_file, object, H5P_DEFAULT);
  static_cast<void>(store::hdf5::writeFlat(m_file, object, H5T_STD_U8LE, text.size(), text.data(), datasetPath()));
}

void Editor::writeNumber() {
  const char* attribute = m_input.oneOf(kNumbers);
  H5Adelete(m_file, attribute);
  static_cast<void>(store::hdf5::writeNumber(m_file, attribute, m_input.number<std::uint64_t>(), datasetPath()));
}

void Editor::writeText() {
  const char* attribute = m_input.oneOf(kTexts);
  H5Adelete(m_file, attribute);
  static_cast<void>(store::hdf5::writeText(m_file, attribute, m_input.oneOf(kTextValues), datasetPath()));
}

/// Another shape or type, of zeros.
void Editor::reshape() {
  const char* object = m_input.oneOf(kObjects);
  const std::array types = {H5T_STD_U8LE, H5T_STD_I32LE, H5T_IEEE_F64LE, H5T_STD_U64LE, H5T_IEEE_F32BE};
  const hid_t type = types[m_input.number<std::uint8_t>() % types.size()];
  const int rank = m_input.number<std::uint8_t>() % 4;
  std::array<hsize_t, 4> shape{};
  std::uint64_t bytes = 8;
  for (int i = 0; i < rank; ++i) bytes *= shape[static_cast<std::size_t>(i)] = m_input.number<std::uint8_t>() % 16;
  if (bytes > kMostBytes) return;
  H5Ldelete(m_file, object, H5P_DEFAULT);
  const Handle space(H5Screate_simple(rank, shape.data(), nullptr), H5Sclose);
  const Handle properties(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  H5Pset_alloc_time(properties.get(), H5D_ALLOC_TIME_EARLY);
  const Handle dataset(H5Dcreate2(m_file, object, type, space.get(), H5P_DEFAULT, properties.get(), H5P_DEFAULT),
                       H5Dclose);
}

void edit(const std::filesystem::path& path, Input& input) {
  const store::hdf5::Lock lock;
  const Handle file(H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT), H5Fclose);
  fuzz::require(static_cast<bool>(file));
  Editor(file.get(), input).run();
}

void readRecordings(const std::shared_ptr<const store::Dataset>& dataset) {
  const auto recordings = store::StoredRecordings::of(dataset);
  if (!recordings) return;
  Progress progress;
  for (std::size_t i = 0; i < std::min<std::size_t>(recordings->count(), 4); ++i) {
    const std::uint64_t frames = std::min<std::uint64_t>(recordings->frames(i), 100);
    const std::uint64_t channels = std::min<std::uint64_t>(recordings->channels(), 100);
    static_cast<void>(recordings->read({i, 0, frames, 0, channels, 1}, {{}, progress}));
    static_cast<void>(recordings->windows(i, 0, frames, 100));
  }
  if (dataset->samples() > 0) static_cast<void>(recordings->place(dataset->samples() - 1));
}

void readEverything(store::Checking checking) {
  const auto opened = store::Dataset::open(datasetPath(), checking);
  if (!opened) return;
  const store::Dataset& dataset = **opened;
  for (const store::ObjectInfo& object : dataset.storedObjects()) {
    for (std::uint64_t chunk = 0; chunk < std::min<std::uint64_t>(object.chunks(), 8); ++chunk)
      static_cast<void>(dataset.chunkIntact(object, chunk));
  }
  for (const store::ObjectInfo& object : dataset.objects()) {
    const std::uint64_t count = std::min<std::uint64_t>(object.samples, 20);
    if (object.sampleBytes() > kMostBytes / 20) continue;
    if (object.isText()) {
      static_cast<void>(dataset.readTexts(std::string_view(object.name).substr(5), 0, count));
    } else if (object.element == store::Element::number) {
      static_cast<void>(dataset.readValues(object, object.samples - count, count));
    } else {
      std::vector<std::byte> values(count * std::max<std::uint64_t>(object.sampleBytes(), sizeof(store::Origin)));
      const std::uint64_t sample =
          object.element == store::Element::origin ? sizeof(store::Origin) : object.sampleBytes();
      static_cast<void>(dataset.read(object, 0, count, std::span(values).first(count * sample)));
    }
  }
  readRecordings(*opened);
  static_cast<void>(dataset.compareStructure());
  const auto splits = store::SplitsFile::open(datasetPath(), dataset.uuid(), dataset.samples());
  if (!splits) return;
  for (const store::StoredManifest& manifest : splits->manifests()) {
    const auto read = splits->read(manifest.name);
    if (read) fuzz::require(read->size() == dataset.samples());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  static const std::array templates = {made(false), made(true)};
  fuzz::keepChildReports();
  folder().clear();
  const Template& begun = templates[data[0] & 1U];
  folder().write("fuzz.h5", begun.dataset);
  folder().write("fuzz.splits.h5", begun.splits);
  Input input(data + 1, size - 1);
  edit((data[0] & 2U) != 0 ? splitsPath() : datasetPath(), input);
  readEverything((data[0] & 4U) != 0 ? store::Checking::never : store::Checking::onFirstRead);
  fuzz::requireSoundChildren();
  return 0;
}
