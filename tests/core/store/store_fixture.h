// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProcess>
#include <QStringList>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <thread>
#include <vector>

#include "core/store/read/dataset.h"
#include "core/store/write/dataset_writer.h"

/// Fails the test with the error's own sentence.
#define REQUIRE_OK(expression)                                                               \
  do {                                                                                       \
    const auto& outcome = (expression);                                                      \
    QVERIFY2(outcome.has_value(), outcome ? "" : outcome.error().message.english().c_str()); \
  } while (false)

namespace masu::test {

namespace fs = std::filesystem;
using store::Compression;
using store::ObjectInfo;
using table::DType;

/// What an object of a test dataset should hold.
struct Content {
  ObjectInfo info;
  std::vector<std::byte> bytes;  ///< as given to write()

  std::uint64_t sampleBytes() const { return info.name == "origin" ? sizeof(store::Origin) : info.sampleBytes(); }
};

/// Values that every type holds, repeat enough to compress, and tell their place.
inline std::vector<std::byte> someValues(DType type, std::uint64_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<std::byte> bytes(count * table::sizeOf(type));
  for (std::uint64_t i = 0; i < count; ++i) {
    const auto value = static_cast<int>((i / 3 + random() % 5) % 100);
    table::dispatch(type, [&]<class T>(T) {
      T element{};
      if constexpr (std::is_same_v<T, table::Half>) {
        element.bits = static_cast<std::uint16_t>(0x3C00 + value);
      } else {
        element = static_cast<T>(value);
      }
      std::memcpy(bytes.data() + i * sizeof(T), &element, sizeof(T));
    });
  }
  return bytes;
}

/// The same below a limit, as codes are.
inline std::vector<std::byte> someCodes(DType type, std::uint64_t count, unsigned seed, unsigned below) {
  std::vector<std::byte> bytes = someValues(type, count, seed);
  table::dispatch(type, [&]<class T>(T) {
    if constexpr (std::is_integral_v<T>) {
      for (std::size_t at = 0; at < bytes.size(); at += sizeof(T)) {
        T element{};
        std::memcpy(&element, bytes.data() + at, sizeof(T));
        element = static_cast<T>(element % static_cast<T>(below));
        std::memcpy(bytes.data() + at, &element, sizeof(T));
      }
    }
  });
  return bytes;
}

inline std::vector<std::byte> someOrigins(std::uint64_t count) {
  std::vector<store::Origin> origins(count);
  for (std::uint64_t i = 0; i < count; ++i) origins[i] = {static_cast<std::uint32_t>(i % 2), i * 1000003};
  std::vector<std::byte> bytes(count * sizeof(store::Origin));
  // Field by field into zeroed memory: padding would differ from run to run.
  for (std::uint64_t i = 0; i < count; ++i) {
    std::memcpy(&bytes[i * sizeof(store::Origin)], &origins[i].source, sizeof(std::uint32_t));
    std::memcpy(&bytes[i * sizeof(store::Origin) + offsetof(store::Origin, position)], &origins[i].position,
                sizeof(std::uint64_t));
  }
  return bytes;
}

/// Objects of every sort. Chunks are short, so that there are many and a short last one.
inline std::vector<Content> someContent(std::uint64_t samples, Compression compression) {
  std::vector<Content> contents;
  const auto add = [&](const char* name, DType type, std::vector<std::uint64_t> shape, std::uint64_t chunk) {
    ObjectInfo info{.name = name,
                    .dtype = type,
                    .sampleShape = std::move(shape),
                    .chunkSamples = chunk,
                    .compression = compression};
    const auto count = samples * info.valuesPerSample();
    const auto seed = unsigned(contents.size());
    const unsigned codes = info.name == "categories" ? 3 : info.name == "labels" || info.name == "group" ? 2 : 0;
    auto bytes = info.name == "origin" ? someOrigins(samples)
                 : codes > 0           ? someCodes(type, count, seed, codes)
                                       : someValues(type, count, seed);
    contents.push_back({std::move(info), std::move(bytes)});
  };
  add("features", DType::f32, {5}, 64);
  add("categories", DType::u8, {2}, 100);
  add("labels", DType::u8, {}, 128);
  add("weights", DType::f32, {}, 77);
  add("group", DType::i32, {}, 50);
  add("origin", DType::u8, {}, 33);
  add("kept/km/h", DType::f64, {}, 90);
  return contents;
}

inline store::DatasetMeta someMeta() {
  store::DatasetMeta meta;
  meta.uuid = "01234567-89ab-8def-8123-456789abcdef";
  meta.target = store::Target::classes;
  meta.classes = {"yes", "no"};
  meta.groups = {"first", "zweite \u00fc"};
  meta.sources = {{"a/b.csv", 100, 10, "00112233445566aa", 0}, {"c.csv", 50, 5, "00112233445566bb", 8000}};
  meta.recipe = R"({"plan": 1})";
  meta.records = 1010;
  meta.rejected = 7;
  meta.dropped = 3;
  for (int i = 0; i < 5; ++i) {
    table::Column column;
    column.name = "f" + std::to_string(i);
    column.stats.add(i + 0.1);
    column.stats.add(i * 3);
    meta.schema.columns.push_back(column);
  }
  for (const char* name : {"colour", "shade"}) {
    meta.schema.columns.push_back({.name = name,
                                   .role = table::Role::category,
                                   .kind = table::Kind::category,
                                   .stored = DType::u8,
                                   .stats = {},
                                   .dictionary = {"red", "gr\"\u00fcn"}});
  }
  return meta;
}

/// The same of a dataset of signals, whose features have any shape.
inline store::DatasetMeta signalMeta() {
  store::DatasetMeta meta = someMeta();
  meta.kind = store::SampleKind::waveform;
  return meta;
}

/// A range of samples of one object: one call of write().
struct Piece {
  std::size_t object;
  std::uint64_t first;
  std::uint64_t count;
};

inline std::vector<Piece> randomPieces(std::size_t objects, std::uint64_t samples, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<Piece> pieces;
  for (std::size_t object = 0; object < objects; ++object) {
    for (std::uint64_t first = 0; first < samples;) {
      const std::uint64_t count = std::min<std::uint64_t>(1 + random() % 200, samples - first);
      pieces.push_back({object, first, count});
      first += count;
    }
  }
  std::shuffle(pieces.begin(), pieces.end(), random);
  return pieces;
}

inline Result<void> writePiece(store::DatasetWriter& writer, const Content& content, const Piece& piece) {
  const auto bytes = std::span(content.bytes);
  return writer.write(piece.object, piece.first,
                      bytes.subspan(piece.first * content.sampleBytes(), piece.count * content.sampleBytes()));
}

inline std::vector<ObjectInfo> infosOf(const std::vector<Content>& contents) {
  std::vector<ObjectInfo> infos;
  for (const Content& content : contents) infos.push_back(content.info);
  return infos;
}

/// Writes contents piece by piece on some threads and finishes the file.
inline Result<store::WriteOutcome> writeDataset(const fs::path& file, const std::vector<Content>& contents,
                                                std::uint64_t samples, const std::vector<Piece>& pieces,
                                                unsigned threads, std::span<const std::string> texts = {}) {
  MASU_TRY(auto writer, store::DatasetWriter::create(file, infosOf(contents), {.overwrite = false, .sync = false}));
  if (!texts.empty()) MASU_CHECK(writer->appendTexts("note", texts));
  std::atomic<std::size_t> next = 0;
  {
    std::vector<std::jthread> workers;
    for (unsigned i = 0; i < threads; ++i) {
      workers.emplace_back([&] {
        for (std::size_t at = next++; at < pieces.size(); at = next++) {
          const auto written = writePiece(*writer, contents[pieces[at].object], pieces[at]);
          if (!written) qFatal("%s", written.error().message.english().c_str());
        }
      });
    }
  }
  Progress progress;
  const bool signal = std::ranges::any_of(contents, [](const Content& content) {
    return content.info.name == "features" && content.info.sampleShape != std::vector<std::uint64_t>{5};
  });
  return writer->finish(samples, signal ? signalMeta() : someMeta(), {{}, progress});
}

inline std::vector<Piece> wholePieces(std::size_t objects, std::uint64_t samples) {
  std::vector<Piece> pieces;
  for (std::size_t object = 0; object < objects; ++object) pieces.push_back({object, 0, samples});
  return pieces;
}

inline std::string bytesOf(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

inline void writeBytes(const fs::path& file, std::string_view bytes) {
  std::ofstream(file, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

inline std::vector<std::string> namesIn(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

/// Runs a program; its output, or nothing when it failed (then its complaint is in the test's log).
inline std::optional<QByteArray> run(const QString& program, const QStringList& arguments) {
  QProcess process;
  process.start(program, arguments);
  if (!process.waitForFinished(120000) || process.exitCode() != 0 || process.exitStatus() != QProcess::NormalExit) {
    qWarning("%s", (process.readAllStandardError() + process.errorString().toUtf8()).constData());
    return std::nullopt;
  }
  return process.readAllStandardOutput();
}

}  // namespace masu::test
