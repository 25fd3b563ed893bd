// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/write/dataset_writer.h"

#include <sys/mount.h>
#include <unistd.h>

#include "core/base/half.h"
#include "core/io/folder_claim.h"
#include "core/store/splits/splits_file.h"
#include "tests/fixtures/store_fixture.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::test;

namespace {

constexpr std::uint64_t kSamples = 1000;

/// A small file system of its own, gone with the object.
class Mount {
 public:
  Mount(fs::path folder, unsigned long flags, const char* options) : m_folder(std::move(folder)) {
    m_mounted = ::mount("masu-test", m_folder.c_str(), "tmpfs", flags, options) == 0;
  }
  ~Mount() {
    if (m_mounted) ::umount2(m_folder.c_str(), MNT_DETACH);
  }
  explicit operator bool() const { return m_mounted; }

 private:
  fs::path m_folder;
  bool m_mounted = false;
};

ObjectInfo features(DType type, Compression compression = Compression::none) {
  return {.name = "features", .dtype = type, .sampleShape = {3}, .chunkSamples = 0, .compression = compression};
}

std::vector<std::string> someTexts() {
  std::vector<std::string> texts;
  for (std::uint64_t i = 0; i < kSamples; ++i) texts.push_back(i % 10 == 0 ? "" : "note " + std::to_string(i * i));
  return texts;
}

}  // namespace

class DatasetWriterTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { m_folder = std::make_unique<QTemporaryDir>(); }

  void givesTheSameFileForAnyOrderAndThreads_data() { compressions(); }
  void givesTheSameFileForAnyOrderAndThreads() {
    QFETCH(masu::store::Compression, compression);
    const auto contents = someContent(kSamples, compression);
    const auto texts = someTexts();
    const auto whole =
        writeDataset(path("whole/F.h5"), contents, kSamples, wholePieces(contents.size(), kSamples), 1, texts);
    REQUIRE_OK(whole);
    const std::string expected = bytesOf(path("whole/F.h5"));
    QCOMPARE(expected.size(), std::size_t(whole->bytes));
    for (unsigned round = 0; round < 6; ++round) {
      const fs::path file = path("round" + std::to_string(round) + "/F.h5");
      const auto pieces = randomPieces(contents.size(), kSamples, round);
      REQUIRE_OK(writeDataset(file, contents, kSamples, pieces, 1 + round % 4, texts));
      QVERIFY(bytesOf(file) == expected);
    }
  }

  void readsBackWhatWasWritten_data() { compressions(); }
  void readsBackWhatWasWritten() {
    QFETCH(masu::store::Compression, compression);
    const auto contents = someContent(kSamples, compression);
    REQUIRE_OK(writeDataset(path("F.h5"), contents, kSamples, randomPieces(contents.size(), kSamples, 3), 2));
    const auto dataset = store::Dataset::open(path("F.h5"));
    REQUIRE_OK(dataset);
    std::mt19937 random(5);
    for (const Content& content : contents) {
      const ObjectInfo* object = (*dataset)->find(content.info.name);
      QVERIFY(object != nullptr);
      QCOMPARE(object->samples, kSamples);
      QCOMPARE(object->chunkSamples, content.info.chunkSamples);
      QCOMPARE(object->sampleShape, content.info.sampleShape);
      for (int round = 0; round < 50; ++round) {
        const std::uint64_t first = random() % kSamples;
        const std::uint64_t count = random() % (kSamples - first + 1);
        std::vector<std::byte> read(count * content.sampleBytes());
        REQUIRE_OK((*dataset)->read(*object, first, count, read));
        const auto expected = std::span(content.bytes).subspan(first * content.sampleBytes(), read.size());
        QVERIFY(std::ranges::equal(read, expected));
      }
      for (std::uint64_t chunk = 0; chunk < object->chunks(); ++chunk)
        QVERIFY(*(*dataset)->chunkIntact(*object, chunk));
    }
  }

  void readsWholeChunks_data() { compressions(); }
  void readsWholeChunks() {
    QFETCH(masu::store::Compression, compression);
    const auto contents = someContent(kSamples, compression);
    REQUIRE_OK(writeDataset(path("F.h5"), contents, kSamples, wholePieces(contents.size(), kSamples), 1));
    const auto dataset = *store::Dataset::open(path("F.h5"));
    const ObjectInfo& object = *dataset->find("features");
    std::vector<std::byte> all;
    for (std::uint64_t chunk = 0; chunk < object.chunks(); ++chunk) {
      const std::uint64_t samples = std::min(object.chunkSamples, kSamples - chunk * object.chunkSamples);
      std::vector<std::byte> read(samples * object.sampleBytes());
      REQUIRE_OK(dataset->readChunk(object, chunk, read));
      all.insert(all.end(), read.begin(), read.end());
    }
    QVERIFY(all == contents[0].bytes);
  }

  void keepsEveryType() {
    for (const DType type :
         {DType::f64, DType::f32, DType::f16, DType::i32, DType::u32, DType::i16, DType::u16, DType::i8, DType::u8}) {
      const fs::path file = path(std::string(table::name(type)) + "/F.h5");
      const Content content{features(type), someValues(type, 30, 9)};
      REQUIRE_OK(writeDataset(file, {content}, 10, wholePieces(1, 10), 1));
      const auto opened = store::Dataset::open(file);
      REQUIRE_OK(opened);
      const auto& dataset = *opened;
      QCOMPARE(dataset->objects().size(), std::size_t{1});
      QCOMPARE(dataset->objects()[0].dtype, type);
      const auto values = dataset->readValues(dataset->objects()[0], 9, 1);
      REQUIRE_OK(values);
      std::vector<double> expected(3);
      for (int i = 0; i < 3; ++i) {
        table::dispatch(type, [&]<class T>(T element) {
          std::memcpy(&element, content.bytes.data() + (27 + i) * sizeof(T), sizeof(T));
          if constexpr (std::is_same_v<T, table::Half>) {
            expected[i] = floatFromHalf(element.bits);
          } else {
            expected[i] = static_cast<double>(element);
          }
        });
      }
      QCOMPARE(*values, expected);
    }
  }

  void keepsTheDescription() {
    const auto contents = someContent(kSamples, Compression::none);
    REQUIRE_OK(writeDataset(path("F.h5"), contents, kSamples, wholePieces(contents.size(), kSamples), 1));
    const auto dataset = *store::Dataset::open(path("F.h5"));
    const store::DatasetMeta expected = someMeta();
    const store::DatasetMeta& meta = dataset->meta();
    QCOMPARE(dataset->uuid(), expected.uuid);
    QCOMPARE(dataset->samples(), kSamples);
    QCOMPARE(meta.classes, expected.classes);
    QCOMPARE(meta.groups, expected.groups);
    QCOMPARE(meta.recipe, expected.recipe);
    QCOMPARE(meta.records, expected.records);
    QCOMPARE(meta.rejected, expected.rejected);
    QCOMPARE(meta.dropped, expected.dropped);
    QVERIFY(meta.target == expected.target && meta.kind == expected.kind);
    QCOMPARE(meta.sources.size(), expected.sources.size());
    QCOMPARE(meta.sources[1].path, expected.sources[1].path);
    QCOMPARE(meta.sources[1].rate, expected.sources[1].rate);
    QCOMPARE(meta.schema.columns.size(), expected.schema.columns.size());
    for (std::size_t i = 0; i < meta.schema.columns.size(); ++i) {
      const table::Column& column = meta.schema.columns[i];
      const table::Column& wanted = expected.schema.columns[i];
      QCOMPARE(column.name, wanted.name);
      QVERIFY(column.role == wanted.role && column.kind == wanted.kind && column.stored == wanted.stored);
      QCOMPARE(column.dictionary, wanted.dictionary);
      QCOMPARE(column.stats.count, wanted.stats.count);
      QVERIFY(column.stats.mean == wanted.stats.mean && column.stats.squares == wanted.stats.squares);
      QVERIFY(column.stats.min == wanted.stats.min && column.stats.max == wanted.stats.max);
    }
  }

  void keepsTexts_data() { compressions(); }
  void keepsTexts() {
    QFETCH(masu::store::Compression, compression);
    const auto texts = someTexts();
    const std::vector<std::string> empty(kSamples);
    auto writer = store::DatasetWriter::create(path("F.h5"), {features(DType::u8, compression)}, {});
    REQUIRE_OK(writer);
    REQUIRE_OK((*writer)->write(0, 0, someValues(DType::u8, kSamples * 3, 1)));
    for (std::uint64_t first = 0; first < kSamples; first += 50) {
      REQUIRE_OK((*writer)->appendTexts("a/b", std::span(texts).subspan(first, 50)));
    }
    REQUIRE_OK((*writer)->appendTexts("", empty));
    REQUIRE_OK((*writer)->finish(kSamples, signalMeta(), {{}, m_progress}));
    const auto dataset = *store::Dataset::open(path("F.h5"));
    for (const std::uint64_t first : {0, 1, 499, 999}) {
      for (const std::uint64_t count : {0, 1, 2, 500}) {
        if (first + count > kSamples) continue;
        const auto read = dataset->readTexts("a/b", first, count);
        REQUIRE_OK(read);
        QVERIFY(std::ranges::equal(*read, std::span(texts).subspan(first, count)));
      }
    }
    QCOMPARE(*dataset->readTexts("", 0, kSamples), empty);
    QVERIFY(dataset->find("kept/a/b")->isText());
    QCOMPARE(dataset->readTexts("none", 0, 1).error().code, Errc::notFound);
    QCOMPARE(dataset->readTexts("a/b", kSamples, 1).error().code, Errc::invalidArgument);
  }

  void widensToWhatWritingWideWouldHaveGiven_data() { compressions(); }
  void widensToWhatWritingWideWouldHaveGiven() {
    QFETCH(masu::store::Compression, compression);
    constexpr std::uint64_t kMany = 400000;  // more than one chunk of each type
    const auto narrow = someValues(DType::i8, kMany * 3, 4);
    const auto wide = someValues(DType::f32, kMany * 3, 4);
    const std::uint64_t middle = 300001;
    auto direct = store::DatasetWriter::create(path("direct/F.h5"), {features(DType::f32, compression)}, {});
    REQUIRE_OK(direct);
    REQUIRE_OK((*direct)->write(0, 0, wide));
    REQUIRE_OK((*direct)->finish(kMany, signalMeta(), {{}, m_progress}));
    auto widened = store::DatasetWriter::create(path("widened/F.h5"), {features(DType::i8, compression)}, {});
    REQUIRE_OK(widened);
    // The end first: what is written is in pieces when the type changes.
    REQUIRE_OK((*widened)->write(0, middle + 500, std::span(narrow).subspan((middle + 500) * 3)));
    REQUIRE_OK((*widened)->write(0, 0, std::span(narrow).first(middle * 3)));
    REQUIRE_OK((*widened)->widen(0, DType::i16));
    REQUIRE_OK((*widened)->widen(0, DType::f32));
    REQUIRE_OK((*widened)->write(0, middle, std::span(wide).subspan(middle * 12, 500 * 12)));
    REQUIRE_OK((*widened)->finish(kMany, signalMeta(), {{}, m_progress}));
    QVERIFY(bytesOf(path("widened/F.h5")) == bytesOf(path("direct/F.h5")));
  }

  void leavesOutWhatLiesBehindTheLastSample_data() { compressions(); }
  void leavesOutWhatLiesBehindTheLastSample() {
    QFETCH(masu::store::Compression, compression);
    const Content exact{features(DType::i16, compression), someValues(DType::i16, 300, 4)};
    REQUIRE_OK(writeDataset(path("exact/F.h5"), {exact}, 100, wholePieces(1, 100), 1));
    Content more = exact;
    more.bytes.resize(2000000 * 6, std::byte{7});
    REQUIRE_OK(writeDataset(path("more/F.h5"), {more}, 100, wholePieces(1, 2000000), 1));
    QVERIFY(bytesOf(path("more/F.h5")) == bytesOf(path("exact/F.h5")));
  }

  void leavesNothingWhenAbandoned() {
    const auto contents = someContent(kSamples, Compression::gzip);
    {
      auto writer = store::DatasetWriter::create(path("F.h5"), infosOf(contents), {});
      REQUIRE_OK(writer);
      REQUIRE_OK((*writer)->write(0, 0, contents[0].bytes));
      REQUIRE_OK((*writer)->appendTexts("note", someTexts()));
      QVERIFY(fs::exists(path("F.h5.partial")));
      QVERIFY(!fs::exists(path("F.h5")));
    }
    QCOMPARE(namesIn(folder()), std::vector<std::string>());
  }

  void leavesNothingWhenCancelledOrFailed() {
    const auto contents = someContent(kSamples, Compression::none);
    std::stop_source stop;
    stop.request_stop();
    {
      auto writer = store::DatasetWriter::create(path("F.h5"), infosOf(contents), {});
      for (std::size_t i = 0; i < contents.size(); ++i) REQUIRE_OK((*writer)->write(i, 0, contents[i].bytes));
      QCOMPARE((*writer)->finish(kSamples, someMeta(), {stop.get_token(), m_progress}).error().code, Errc::cancelled);
    }
    {
      auto writer = store::DatasetWriter::create(path("F.h5"), infosOf(contents), {});
      QCOMPARE((*writer)->finish(0, someMeta(), {{}, m_progress}).error().code, Errc::noSamples);
    }
    {
      auto writer = store::DatasetWriter::create(path("F.h5"), infosOf(contents), {});
      REQUIRE_OK((*writer)->write(0, 0, contents[0].bytes));
      QCOMPARE((*writer)->finish(kSamples, someMeta(), {{}, m_progress}).error().code, Errc::internal);
    }
    QCOMPARE(namesIn(folder()), std::vector<std::string>());
  }

  void leavesAFolderOfOthersAlone() {
    const Content content{features(DType::u8), someValues(DType::u8, 30, 4)};
    for (const char* name : {"diary.txt", "lock", "part0"}) {
      fs::create_directory(path("F.h5.partial"));
      writeBytes(path("F.h5.partial") / name, "mine");
      const auto writer = store::DatasetWriter::create(path("F.h5"), {content.info}, {});
      QVERIFY(!writer);
      QCOMPARE(writer.error().code, Errc::exists);
      QCOMPARE(bytesOf(path("F.h5.partial") / name), std::string("mine"));
      QCOMPARE(namesIn(path("F.h5.partial")), std::vector<std::string>{name});
      fs::remove_all(path("F.h5.partial"));
    }
  }

  void takesAnAbandonedFolderButNotALiveOne() {
    const Content content{features(DType::u8), someValues(DType::u8, 30, 4)};
    fs::create_directory(path("F.h5.partial"));
    writeBytes(path("F.h5.partial/part0"), "left by a crash");
    writeBytes(path("F.h5.partial/lock"), io::kFolderMarker);
    auto writer = store::DatasetWriter::create(path("F.h5"), {content.info}, {});
    REQUIRE_OK(writer);
    const auto second = store::DatasetWriter::create(path("F.h5"), {content.info}, {});
    QVERIFY(!second);
    QCOMPARE(second.error().code, Errc::busy);
    REQUIRE_OK((*writer)->write(0, 0, content.bytes));
    REQUIRE_OK((*writer)->finish(10, signalMeta(), {{}, m_progress}));
    writer->reset();
    QCOMPARE(namesIn(folder()), (std::vector<std::string>{"F.h5", "F.splits.h5"}));
  }

  void refusesTargetsItCannotWrite() {
    const std::vector<ObjectInfo> objects = {features(DType::u8)};
    writeBytes(path("taken.h5"), "something");
    QCOMPARE(store::DatasetWriter::create(path("taken.h5"), objects, {}).error().code, Errc::exists);
    QCOMPARE(store::DatasetWriter::create(path("no/such/F.h5", false), objects, {}).error().code, Errc::notFound);
    QCOMPARE(store::DatasetWriter::create(folder(), objects, {}).error().code, Errc::invalidArgument);
    QCOMPARE(store::DatasetWriter::create(path("taken.h5/F.h5", false), objects, {}).error().code, Errc::notFound);
    QCOMPARE(namesIn(folder()), std::vector<std::string>{"taken.h5"});
  }

  void overwritesOnlyWhenAskedAndKeepsTheOldSplits() {
    const Content content{features(DType::u8), someValues(DType::u8, 30, 4)};
    REQUIRE_OK(writeDataset(path("F.h5"), {content}, 10, wholePieces(1, 10), 1));
    auto splits = store::SplitsFile::open(path("F.h5"), someMeta().uuid, 10);
    REQUIRE_OK(splits);
    REQUIRE_OK(splits->write({"default", "{}", false}, store::Assignment(10, store::Split::train)));
    const std::string drawn = bytesOf(path("F.splits.h5"));
    auto writer = store::DatasetWriter::create(path("F.h5"), {content.info}, {.overwrite = true});
    REQUIRE_OK(writer);
    REQUIRE_OK((*writer)->write(0, 0, someValues(DType::u8, 60, 5)));
    REQUIRE_OK((*writer)->finish(20, signalMeta(), {{}, m_progress}));
    writer->reset();
    QCOMPARE(namesIn(folder()), (std::vector<std::string>{"F.h5", "F.splits.h5", "F.splits.old.h5"}));
    QVERIFY(bytesOf(path("F.splits.old.h5")) == drawn);
    QCOMPARE((*store::Dataset::open(path("F.h5")))->samples(), std::uint64_t{20});
    QVERIFY(store::SplitsFile::open(path("F.h5"), someMeta().uuid, 20)->manifests().empty());
  }

  void neverReplacesAFileThatAppearedMeanwhile() {
    const Content content{features(DType::u8), someValues(DType::u8, 30, 4)};
    auto writer = store::DatasetWriter::create(path("F.h5"), {content.info}, {});
    REQUIRE_OK((*writer)->write(0, 0, content.bytes));
    writeBytes(path("F.h5"), "somebody else's");
    QCOMPARE((*writer)->finish(10, signalMeta(), {{}, m_progress}).error().code, Errc::exists);
    writer->reset();
    QCOMPARE(bytesOf(path("F.h5")), std::string("somebody else's"));
    QCOMPARE(namesIn(folder()), std::vector<std::string>{"F.h5"});
  }

  void reportsAFullDisk() {
    const fs::path disk = path("disk", false);
    fs::create_directory(disk);
    const Mount mount(disk, 0, "size=1m");
    if (!mount) QSKIP("Mounting a small file system needs root.");
    for (const Compression compression : {Compression::none, Compression::gzip}) {
      for (const std::uint64_t samples : {120000, 2000000}) {
        auto writer = store::DatasetWriter::create(disk / "F.h5", {features(DType::u8, compression)}, {});
        REQUIRE_OK(writer);
        std::mt19937 random(1);
        std::vector<std::byte> noise(samples * 3);
        for (auto& byte : noise) byte = std::byte(random());
        // Whether it fills while writing or only at the end, the sentence is the same.
        Result<void> result = (*writer)->write(0, 0, noise);
        if (result) result = (*writer)->appendTexts("note", std::vector<std::string>(samples, "some text"));
        if (result) {
          auto finished = (*writer)->finish(samples, signalMeta(), {{}, m_progress});
          if (!finished) result = fail(finished.error());
        }
        QVERIFY(!result);
        QCOMPARE(result.error().code, Errc::noSpace);
        QCOMPARE(result.error().source.file, (disk / "F.h5").string());
        writer->reset();
        QCOMPARE(namesIn(disk), std::vector<std::string>());
      }
    }
  }

  void reportsAReadOnlyFolder() {
    const fs::path disk = path("disk", false);
    fs::create_directory(disk);
    const Mount mount(disk, MS_RDONLY, "size=1m");
    if (!mount) QSKIP("Mounting a read-only file system needs root.");
    const auto writer = store::DatasetWriter::create(disk / "F.h5", {features(DType::u8)}, {});
    QVERIFY(!writer);
    QCOMPARE(writer.error().code, Errc::permission);
  }

  void choosesChunksOfTheDesign() {
    for (const std::uint64_t bytes :
         {1ULL, 3ULL, 56ULL, 4096ULL, 100000ULL, 262144ULL, 262145ULL, 1000000ULL, 99999999ULL}) {
      const std::uint64_t samples = store::chunkSamplesFor(bytes);
      QVERIFY(samples == 1 || samples * bytes <= 1U << 20U);
      QVERIFY(samples * bytes >= 256U << 10U);
    }
  }

 private:
  static void compressions() {
    QTest::addColumn<masu::store::Compression>("compression");
    QTest::newRow("none") << Compression::none;
    QTest::newRow("gzip") << Compression::gzip;
  }
  fs::path folder() const { return m_folder->path().toStdString(); }
  fs::path path(const std::string& name, bool makeFolder = true) const {
    const fs::path full = folder() / name;
    if (makeFolder) fs::create_directories(full.parent_path());
    return full;
  }

  std::unique_ptr<QTemporaryDir> m_folder;
  Progress m_progress;
};

MASU_TEST(DatasetWriterTest)
#include "dataset_writer_test.moc"
