// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/format/part_list.h"
#include "core/store/splits/splits_file.h"
#include "tests/fixtures/store_fixture.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::test;

namespace {

constexpr std::uint64_t kSamples = 20000;

std::vector<std::string> someTexts(std::uint64_t count) {
  std::vector<std::string> texts;
  for (std::uint64_t i = 0; i < count; ++i) texts.push_back(i % 7 == 0 ? "" : "note " + std::to_string(i * i));
  return texts;
}

Result<store::WriteOutcome> write(const fs::path& file, Compression compression, const store::WriteOptions& options,
                                  unsigned seed = 1, std::uint64_t samples = kSamples) {
  const auto contents = someContent(samples, compression);
  MASU_TRY(auto writer, store::DatasetWriter::create(file, infosOf(contents), options));
  MASU_CHECK(writer->appendTexts("note", someTexts(samples)));
  for (const Piece& piece : randomPieces(contents.size(), samples, seed)) {
    MASU_CHECK(writePiece(*writer, contents[piece.object], piece));
  }
  Progress progress;
  return writer->finish(samples, someMeta(), {{}, progress});
}

std::vector<std::byte> valuesOf(const store::Dataset& dataset, const ObjectInfo& object, std::uint64_t first,
                                std::uint64_t count) {
  const std::uint64_t bytes = object.element == store::Element::origin ? sizeof(store::Origin) : object.sampleBytes();
  std::vector<std::byte> values(count * bytes);
  if (const auto read = dataset.read(object, first, count, values); !read) {
    qFatal("%s", read.error().message.english().c_str());
  }
  return values;
}

}  // namespace

class DatasetPartsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { m_folder = std::make_unique<QTemporaryDir>(); }

  void holdWhatOneFileHolds_data() { compressions(); }
  void holdWhatOneFileHolds();
  void haveTheirNamesAndSizes_data() { compressions(); }
  void haveTheirNamesAndSizes();
  void areTheSameBytesHoweverTheyWereWritten();
  void areReadByH5pyThroughOneFile_data() { compressions(); }
  void areReadByH5pyThroughOneFile();
  void becomeOneFileWhereTheyAreNotNeeded();
  void areMissedWhenOneIsGoneOrChanged();
  void areNoDatasetsThemselves();
  void showWhichSamplesADamagedByteHits_data() { compressions(); }
  void showWhichSamplesADamagedByteHits();
  void goWithTheDatasetThatIsReplaced();
  void stayWhereTheyAreAnotherDatasets();
  void leaveNothingWhereTheNameIsTaken();
  void replaceNoFileThatLiesThere();
  void endNoReaderWhereTheListIsDamaged();

 private:
  static void compressions() {
    QTest::addColumn<masu::store::Compression>("compression");
    QTest::newRow("none") << Compression::none;
    QTest::newRow("gzip") << Compression::gzip;
  }
  fs::path path(const char* name) const { return fs::path(m_folder->path().toStdString()) / name; }
  std::vector<fs::path> partsOf(const char* name) const { return (*store::Dataset::open(path(name)))->partFiles(); }

  std::unique_ptr<QTemporaryDir> m_folder;
};

void DatasetPartsTest::holdWhatOneFileHolds() {
  QFETCH(masu::store::Compression, compression);
  REQUIRE_OK(write(path("one.h5"), compression, {.sync = false}));
  REQUIRE_OK(write(path("F.h5"), compression, {.sync = false, .partBytes = 300000}));
  const auto one = store::Dataset::open(path("one.h5"));
  const auto parts = store::Dataset::open(path("F.h5"));
  REQUIRE_OK(one);
  REQUIRE_OK(parts);
  QVERIFY((*parts)->partFiles().size() > 1);
  QVERIFY((*one)->partFiles().empty());
  QCOMPARE((*parts)->uuid(), (*one)->uuid());
  QCOMPARE((*parts)->objects().size(), (*one)->objects().size());
  std::mt19937 random(3);
  for (std::size_t i = 0; i < (*one)->objects().size(); ++i) {
    const ObjectInfo& expected = (*one)->objects()[i];
    const ObjectInfo& object = (*parts)->objects()[i];
    QCOMPARE(object.name, expected.name);
    QCOMPARE(object.samples, expected.samples);
    QCOMPARE(object.chunkSamples, expected.chunkSamples);
    QVERIFY(object.compression == expected.compression);
    QVERIFY(valuesOf(**parts, object, 0, object.samples) == valuesOf(**one, expected, 0, expected.samples));
    for (int round = 0; round < 50; ++round) {
      const std::uint64_t first = random() % object.samples;
      const std::uint64_t count = random() % (object.samples - first);
      QVERIFY(valuesOf(**parts, object, first, count) == valuesOf(**one, expected, first, count));
    }
  }
  QCOMPARE(*(*parts)->readTexts("note", 0, kSamples), someTexts(kSamples));
  QCOMPARE((*parts)->readTexts("note", kSamples - 1, 1)->front(), someTexts(kSamples).back());
  std::uint64_t chunks = 0;
  for (const ObjectInfo& object : (*one)->storedObjects()) chunks += object.chunks();
  for (const ObjectInfo& object : (*parts)->storedObjects()) {
    for (std::uint64_t chunk = 0; chunk < object.chunks(); ++chunk) QVERIFY(*(*parts)->chunkIntact(object, chunk));
    chunks -= object.chunks();
  }
  QCOMPARE(chunks, std::uint64_t{0});
}

void DatasetPartsTest::haveTheirNamesAndSizes() {
  QFETCH(masu::store::Compression, compression);
  constexpr std::uint64_t kPart = 500000;
  const auto written = write(path("F.h5"), compression, {.partBytes = kPart});
  REQUIRE_OK(written);
  const auto files = partsOf("F.h5");
  std::uint64_t bytes = fs::file_size(path("F.h5"));
  for (std::size_t i = 0; i < files.size(); ++i) {
    QCOMPARE(files[i].filename().string(), QString("F.part%1.h5").arg(i, 3, 10, QChar('0')).toStdString());
    QVERIFY(fs::file_size(files[i]) <= kPart);
    // The next one begins where this one could not hold more: two together are more than one may be.
    if (i + 1 < files.size()) QVERIFY(fs::file_size(files[i]) + fs::file_size(files[i + 1]) > kPart * 9 / 10);
    bytes += fs::file_size(files[i]);
  }
  QCOMPARE(written->bytes, bytes);
  QCOMPARE((*store::Dataset::open(path("F.h5")))->fileBytes(), bytes);
  QCOMPARE(namesIn(m_folder->path().toStdString()).size(), files.size() + 2);
}

void DatasetPartsTest::areTheSameBytesHoweverTheyWereWritten() {
  fs::create_directory(path("a"));
  fs::create_directory(path("b"));
  REQUIRE_OK(write(path("a/F.h5"), Compression::none, {.sync = false, .partBytes = 300000}, 1));
  REQUIRE_OK(write(path("b/F.h5"), Compression::none, {.sync = false, .partBytes = 300000}, 2));
  QCOMPARE(namesIn(path("a")), namesIn(path("b")));
  for (const std::string& name : namesIn(path("a"))) QVERIFY(bytesOf(path("a") / name) == bytesOf(path("b") / name));
}

void DatasetPartsTest::areReadByH5pyThroughOneFile() {
  QFETCH(masu::store::Compression, compression);
  REQUIRE_OK(write(path("one.h5"), compression, {.sync = false}));
  REQUIRE_OK(write(path("F.h5"), compression, {.sync = false, .partBytes = 300000}));
  const QString script = MASU_FIXTURES "/readers/same_datasets.py";
  const auto output = run("/usr/bin/python3", {script, m_folder->filePath("one.h5"), m_folder->filePath("F.h5")});
  QVERIFY(output.has_value());
  QCOMPARE(output->trimmed(), QByteArray("equal"));
}

void DatasetPartsTest::becomeOneFileWhereTheyAreNotNeeded() {
  REQUIRE_OK(write(path("one.h5"), Compression::none, {.sync = false}));
  REQUIRE_OK(write(path("F.h5"), Compression::none, {.sync = false, .partBytes = 1U << 30U}));
  QVERIFY(partsOf("F.h5").empty());
  QCOMPARE(fs::file_size(path("F.h5")), fs::file_size(path("one.h5")));
  const auto small = store::DatasetWriter::create(path("G.h5"), {}, {.partBytes = 1000});
  QCOMPARE(small.error().code, Errc::invalidArgument);
}

void DatasetPartsTest::areMissedWhenOneIsGoneOrChanged() {
  REQUIRE_OK(write(path("F.h5"), Compression::none, {.sync = false, .partBytes = 300000}));
  const auto parts = partsOf("F.h5");
  const fs::path victim = parts[1];
  const std::string name = victim.filename().string();
  const std::string whole = bytesOf(victim);
  const auto refusal = [&] {
    const auto opened = store::Dataset::open(path("F.h5"));
    return opened ? std::string() : opened.error().message.english();
  };
  const auto says = [&](const std::string& sentence, const char* words) {
    return sentence.find(name) != std::string::npos && sentence.find(words) != std::string::npos;
  };
  fs::remove(victim);
  QVERIFY(says(refusal(), "missing"));
  writeBytes(victim, std::string_view(whole).substr(0, whole.size() - 1));
  QVERIFY(says(refusal(), "bytes"));
  writeBytes(victim, whole + "x");
  QVERIFY(says(refusal(), "bytes"));
  writeBytes(victim, std::string(whole.size(), 'x'));
  QVERIFY(says(refusal(), ""));
  // Another part of the same size; a part of another dataset; a part with other values.
  fs::copy_file(parts[2], victim, fs::copy_options::overwrite_existing);
  if (fs::file_size(parts[2]) == whole.size()) QVERIFY(says(refusal(), "content"));
  writeBytes(victim, whole);
  QCOMPARE(refusal(), std::string());

  fs::create_directory(path("other"));
  const auto contents = someContent(kSamples, Compression::none);
  auto changed = contents;
  for (std::byte& byte : changed.front().bytes) byte ^= std::byte{1};
  auto writer = store::DatasetWriter::create(path("other/F.h5"), infosOf(changed), {.partBytes = 300000});
  REQUIRE_OK(writer);
  REQUIRE_OK((*writer)->appendTexts("note", someTexts(kSamples)));
  for (const Piece& piece : wholePieces(changed.size(), kSamples)) {
    REQUIRE_OK(writePiece(**writer, changed[piece.object], piece));
  }
  Progress progress;
  REQUIRE_OK((*writer)->finish(kSamples, someMeta(), {{}, progress}));
  const fs::path twin = path("other") / name;
  QCOMPARE(fs::file_size(twin), whole.size());
  fs::copy_file(twin, victim, fs::copy_options::overwrite_existing);
  QVERIFY(says(refusal(), "content"));
}

void DatasetPartsTest::areNoDatasetsThemselves() {
  REQUIRE_OK(write(path("F.h5"), Compression::none, {.sync = false, .partBytes = 300000}));
  const auto part = store::Dataset::open(path("F.part001.h5"));
  QVERIFY(!part);
  QVERIFY(part.error().message.english().find("F.h5") != std::string::npos);
}

void DatasetPartsTest::showWhichSamplesADamagedByteHits() {
  QFETCH(masu::store::Compression, compression);
  REQUIRE_OK(write(path("F.h5"), compression, {.sync = false, .partBytes = 300000}));
  REQUIRE_OK(write(path("one.h5"), compression, {.sync = false}));
  const auto intactOne = *store::Dataset::open(path("one.h5"));
  const fs::path victim = partsOf("F.h5")[1];
  const std::string whole = bytesOf(victim);
  std::mt19937 random(4);
  int found = 0;
  for (int round = 0; round < 40; ++round) {
    std::string bytes = whole;
    // Of an uncompressed part, what HDF5 leaves between things, and padding, is nobody's.
    bytes[bytes.size() / 4 + random() % (bytes.size() / 2)] ^= 1;
    writeBytes(victim, bytes);
    const auto dataset = store::Dataset::open(path("F.h5"));
    if (!dataset) {
      ++found;
      continue;
    }
    for (const ObjectInfo& object : (*dataset)->storedObjects()) {
      for (std::uint64_t chunk = 0; chunk < object.chunks(); ++chunk) {
        const auto intact = (*dataset)->chunkIntact(object, chunk);
        REQUIRE_OK(intact);
        if (*intact) continue;
        ++found;
        if (compression != Compression::none || object.isText()) continue;
        const std::uint64_t first = object.first + chunk * object.chunkSamples;
        const std::uint64_t count = std::min(object.chunkSamples, object.end() - first);
        const auto same = [&](std::uint64_t from, std::uint64_t samples) {
          return valuesOf(**dataset, object, from, samples) == valuesOf(*intactOne, object, from, samples);
        };
        QVERIFY(!same(first, count));
        QVERIFY(same(0, first) && same(first + count, intactOne->find(object.name)->samples - first - count));
      }
    }
  }
  // Small compressed chunks leave HDF5's own index a good share of the file.
  QVERIFY(found >= (compression == Compression::none ? 38 : 15));
}

void DatasetPartsTest::goWithTheDatasetThatIsReplaced() {
  REQUIRE_OK(write(path("F.h5"), Compression::none, {.partBytes = 300000}));
  const auto before = partsOf("F.h5");
  const auto reader = *store::Dataset::open(path("F.h5"));
  REQUIRE_OK(write(path("F.h5"), Compression::none, {.overwrite = true, .partBytes = 200000}));
  const auto after = partsOf("F.h5");
  QVERIFY(after.size() > 1);
  for (const fs::path& part : before) QVERIFY(!fs::exists(part));
  // Who had it open reads on.
  QVERIFY(valuesOf(*reader, *reader->find("labels"), 0, kSamples) ==
          valuesOf(**store::Dataset::open(path("F.h5")), *reader->find("labels"), 0, kSamples));
  REQUIRE_OK(write(path("F.h5"), Compression::none, {.overwrite = true}));
  const std::vector<std::string> left = {"F.h5", "F.splits.h5"};
  QCOMPARE(namesIn(m_folder->path().toStdString()), left);
}

void DatasetPartsTest::stayWhereTheyAreAnotherDatasets() {
  REQUIRE_OK(write(path("F.h5"), Compression::none, {.partBytes = 300000}));
  fs::copy_file(path("F.h5"), path("copy.h5"));
  REQUIRE_OK(write(path("copy.h5"), Compression::none, {.overwrite = true}));
  const auto dataset = store::Dataset::open(path("F.h5"));
  REQUIRE_OK(dataset);
  QCOMPARE((*dataset)->samples(), kSamples);
}

void DatasetPartsTest::leaveNothingWhereTheNameIsTaken() {
  const auto contents = someContent(kSamples, Compression::none);
  auto writer = store::DatasetWriter::create(path("F.h5"), infosOf(contents), {.partBytes = 300000});
  REQUIRE_OK(writer);
  for (const Piece& piece : wholePieces(contents.size(), kSamples)) {
    REQUIRE_OK(writePiece(**writer, contents[piece.object], piece));
  }
  writeBytes(path("F.h5"), "somebody was faster");
  Progress progress;
  QCOMPARE((*writer)->finish(kSamples, someMeta(), {{}, progress}).error().code, Errc::exists);
  writer->reset();
  QCOMPARE(namesIn(m_folder->path().toStdString()), std::vector<std::string>{"F.h5"});
}

void DatasetPartsTest::replaceNoFileThatLiesThere() {
  writeBytes(path("F.part001.h5"), "mine");
  REQUIRE_OK(write(path("F.h5"), Compression::none, {.partBytes = 300000}));
  QCOMPARE(bytesOf(path("F.part001.h5")), std::string("mine"));
  QCOMPARE(partsOf("F.h5").front().filename().string(), std::string("F.part002.h5"));
}

void DatasetPartsTest::endNoReaderWhereTheListIsDamaged() {
  const std::string good =
      R"({"parts":[{"file":"a","bytes":1,"uuid":"","content":""}],"objects":[{"name":"labels","element":"number",)"
      R"("type":"u8","shape":[],"samples":9,"chunk_samples":3}]})";
  REQUIRE_OK(store::partListFrom(good, "F.h5"));
  for (const char* list : {"", "[]", "{}", "7", R"({"parts":[],"objects":[]})"}) {
    QVERIFY(!store::partListFrom(list, "F.h5"));
  }
  const std::vector<std::pair<std::string, std::string>> changes = {{R"("a")", R"("../a")"},
                                                                    {R"("a")", R"("..")"},
                                                                    {R"("a")", R"("")"},
                                                                    {":1,", R"(:"b",)"},
                                                                    {"labels", "labelz"},
                                                                    {R"("number")", R"("word")"},
                                                                    {R"("u8")", R"("u7")"},
                                                                    {R"(:9,)", R"(:2,)"},
                                                                    {R"(:3})", R"(:0})"},
                                                                    {R"(:9,)", R"(:-9,)"},
                                                                    {R"("shape":[])", R"("shape":[-1.5])"}};
  for (const auto& [from, to] : changes) {
    std::string list = good;
    list.replace(list.find(from), from.size(), to);
    const auto read = store::partListFrom(list, "F.h5");
    // A negative number becomes a large one; then the parts are found to hold fewer.
    QVERIFY2(!read || from == ":9," || from.starts_with("\"shape"), list.c_str());
  }
  REQUIRE_OK(write(path("F.h5"), Compression::none, {.sync = false, .partBytes = 300000}));
  const std::string whole = bytesOf(path("F.h5"));
  std::mt19937 random(5);
  for (int round = 0; round < 200; ++round) {
    std::string bytes = whole;
    for (int i = 0; i < 1 + round % 4; ++i) bytes[random() % bytes.size()] ^= static_cast<char>(1U << random() % 8);
    writeBytes(path("F.h5"), bytes);
    const auto dataset = store::Dataset::open(path("F.h5"));
    if (!dataset) continue;
    for (const ObjectInfo& object : (*dataset)->objects()) {
      static_cast<void>((*dataset)->chunkIntact(object, 0));
    }
  }
}

MASU_TEST(DatasetPartsTest)
#include "dataset_parts_test.moc"
