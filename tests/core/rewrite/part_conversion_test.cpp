// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rewrite/part_conversion.h"

#include <QTemporaryDir>
#include <QTest>
#include <chrono>
#include <cmath>
#include <memory>
#include <optional>
#include <random>
#include <thread>

#include "core/ingest/survey.h"
#include "core/io/file.h"
#include "core/rewrite/converted_steps.h"
#include "core/store/read/content_hash.h"
#include "core/store/splits/splits_file.h"
#include "tests/fixtures/folder_contents.h"
#include "tests/fixtures/recording_fixture.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace std::chrono_literals;
using table::DType;
namespace fs = std::filesystem;

namespace {

/// More than a step of features, and a short last chunk.
constexpr std::uint64_t kSamples = 240'001;
constexpr std::uint64_t kColumns = 3;

template <class T>
std::span<const std::byte> bytes(const std::vector<T>& values) {
  return std::as_bytes(std::span(values));
}

std::string sentenceOf(const auto& result) {
  return result ? "no failure" : result.error().message.english();
}

/// Decimals with a missing one now and then, whole numbers, and large decimals.
Result<void> writeDataset(const fs::path& file) {
  MASU_TRY(auto writer, store::DatasetWriter::create(file,
                                                     {{.name = "features", .sampleShape = {kColumns}},
                                                      {.name = "labels", .dtype = DType::u8},
                                                      {.name = "origin"}},
                                                     {.sync = false}));
  std::mt19937 random(6);
  std::vector<float> features;
  std::vector<std::uint8_t> labels;
  std::vector<store::Origin> origins;
  std::vector<std::string> notes;
  for (std::uint64_t i = 0; i < kSamples; ++i) {
    features.push_back(i % 97 == 5 ? NAN : static_cast<float>(random() % 100000) / 1000 - 50);
    features.push_back(static_cast<float>(random() % 200));
    features.push_back(1000 + static_cast<float>(random() % 1000) / 7);
    labels.push_back(i % 2);
    origins.push_back({0, i});
    notes.push_back(i % 3 == 0 ? "" : "note");
  }
  MASU_CHECK(writer->write(0, 0, bytes(features)));
  MASU_CHECK(writer->write(1, 0, bytes(labels)));
  MASU_CHECK(writer->write(2, 0, bytes(origins)));
  MASU_CHECK(writer->appendTexts("note", notes));
  store::DatasetMeta meta;
  meta.uuid = "the original";
  meta.target = store::Target::classes;
  meta.classes = {"no", "yes"};
  meta.sources = {{"made.csv", 1000, kSamples, "0123456789abcdef", 0}};
  for (std::size_t column = 0; column < kColumns; ++column) {
    table::Column& added = meta.schema.columns.emplace_back();
    added.name = "c" + std::to_string(column);
    for (std::size_t i = column; i < features.size(); i += kColumns) added.stats.add(static_cast<double>(features[i]));
  }
  meta.records = kSamples;
  Progress progress;
  MASU_TRY(const auto written, writer->finish(kSamples, meta, {{}, progress}));
  static_cast<void>(written);
  MASU_TRY(auto splits, store::SplitsFile::open(file, meta.uuid, kSamples));
  store::Assignment assignment(kSamples, store::Split::train);
  assignment[3] = store::Split::test;
  return splits.write({"default", R"({"by":"hand"})", true}, assignment);
}

}  // namespace

/// Workers that share a folder convert what one process does, whatever happens to them.
class PartConversionTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void init();

  void anyWorkersAtOnceGiveTheSameFiles_data();
  void anyWorkersAtOnceGiveTheSameFiles();
  void wholeRecordingsAreShared();
  void whatAWorkerDidIsKept();
  void aDamagedRangeIsConvertedAgain();
  void aSilentWorkerHoldsNobodyUp();
  void aLateWorkerFindsTheDataset();
  void othersAreRefused();

 private:
  using Report = Result<rewrite::ConversionPartReport>;

  fs::path path(const std::string& name) const { return fs::path(m_folder->path().toStdString()) / name; }
  fs::path alonePath(const std::string& name) const { return fs::path(m_alone->path().toStdString()) / name; }

  Result<rewrite::Conversion> planned(const fs::path& file) const {
    MASU_TRY(auto dataset, store::Dataset::open(file));
    return rewrite::Conversion::plan(std::move(dataset), {m_dtype, m_compression});
  }
  store::WriteOptions optionsFor(const rewrite::Conversion& conversion) const {
    store::WriteOptions options{.sync = false, .partBytes = m_partBytes};
    if (!rewrite::carryManifests(conversion.dataset(), options)) qFatal("The splits cannot be read.");
    return options;
  }
  void convertAlone(const rewrite::Conversion& conversion) {
    Progress progress;
    const auto done =
        rewrite::convertTo(alonePath("F.h5"), optionsFor(conversion), conversion, nullptr, m_resources, {{}, progress});
    QVERIFY2(done, sentenceOf(done).c_str());
  }
  Report work(const rewrite::Conversion& conversion) {
    Progress progress;
    return rewrite::convertPart(path("F.h5"), optionsFor(conversion), conversion, {m_rangeBytes, m_patience},
                                m_resources, {{}, progress});
  }
  std::vector<Report> together(const rewrite::Conversion& conversion, std::uint64_t count) {
    std::vector<Report> reports(count, rewrite::ConversionPartReport());
    std::vector<std::jthread> threads;
    for (std::uint64_t i = 0; i < count; ++i)
      threads.emplace_back([&, i] { reports[i] = work(conversion); });
    threads.clear();
    return reports;
  }
  io::WorkerFolder folderOf(const rewrite::Conversion& conversion, std::uint64_t ranges,
                            const io::ClaimPatience& patience) const {
    auto terms = rewrite::termsOf(path("F.h5"), optionsFor(conversion), conversion, m_rangeBytes);
    if (!terms) qFatal("%s", sentenceOf(terms).c_str());
    return io::WorkerFolder(path("F.h5"), std::move(*terms), ranges, patience);
  }
  /// Converts some ranges and dies; the files that it leaves.
  std::vector<fs::path> begin(const rewrite::Conversion& conversion, std::uint64_t count);
  /// Every file, byte by byte.
  void compare() const;

  std::unique_ptr<QTemporaryDir> m_source;
  std::unique_ptr<QTemporaryDir> m_folder;
  std::unique_ptr<QTemporaryDir> m_alone;
  Resources m_resources{2, std::uint64_t{256} << 20U};
  /// A range for each step.
  std::uint64_t m_rangeBytes = 1;
  io::ClaimPatience m_patience{20ms, 1s};
  std::optional<DType> m_dtype;
  std::optional<store::Compression> m_compression;
  std::uint64_t m_partBytes = 0;
};

void PartConversionTest::initTestCase() {
  m_source = std::make_unique<QTemporaryDir>();
  const auto written = writeDataset(fs::path(m_source->path().toStdString()) / "in.h5");
  QVERIFY2(written, sentenceOf(written).c_str());
}

void PartConversionTest::init() {
  m_folder = std::make_unique<QTemporaryDir>();
  m_alone = std::make_unique<QTemporaryDir>();
  m_dtype = DType::i16;
  m_compression = store::Compression::gzip;
  m_partBytes = 0;
}

void PartConversionTest::compare() const {
  const auto expected = test::contentsBelow(m_alone->path().toStdString());
  const auto made = test::contentsBelow(m_folder->path().toStdString());
  QVERIFY(expected.contains("F.h5"));
  for (const auto& [name, content] : expected) {
    QVERIFY2(made.contains(name), name.c_str());
    QVERIFY2(made.at(name) == content, name.c_str());
  }
  QCOMPARE(made.size(), expected.size());
  const auto alone = store::Dataset::open(alonePath("F.h5"));
  const auto shared = store::Dataset::open(path("F.h5"));
  QVERIFY2(alone && shared, sentenceOf(shared).c_str());
  QCOMPARE(store::contentHash(**shared).value(), store::contentHash(**alone).value());
}

std::vector<fs::path> PartConversionTest::begin(const rewrite::Conversion& conversion, std::uint64_t count) {
  const auto objects = rewrite::stepsOf(conversion.dataset(), conversion.objects());
  const auto ranges = rewrite::divideSteps(objects, m_rangeBytes);
  io::WorkerFolder folder = folderOf(conversion, ranges.size(), m_patience);
  std::vector<fs::path> files;
  if (!folder.enter()) qFatal("The folder cannot be entered.");
  for (std::uint64_t i = 0; i < count; ++i) {
    auto claim = folder.ranges().claim(0);
    if (!claim || !*claim) qFatal("There is no range to claim.");
    Progress progress;
    files.push_back(folder.fileOf((*claim)->name()));
    const auto made = rewrite::convertRange(conversion, objects, ranges[(*claim)->piece()], files.back(), m_resources,
                                            {{}, progress});
    if (!made || !(*claim)->complete().value_or(false)) qFatal("%s", sentenceOf(made).c_str());
  }
  return files;
}

void PartConversionTest::anyWorkersAtOnceGiveTheSameFiles_data() {
  QTest::addColumn<int>("workers");
  QTest::addColumn<int>("compression");
  QTest::addColumn<bool>("converted");
  QTest::addColumn<bool>("inParts");
  const auto number = [](store::Compression compression) { return static_cast<int>(compression); };
  QTest::newRow("one") << 1 << number(store::Compression::gzip) << true << false;
  QTest::newRow("two, as they are stored") << 2 << number(store::Compression::none) << false << false;
  QTest::newRow("three, in parts") << 3 << number(store::Compression::zstd) << true << true;
  QTest::newRow("four, not compressed, in parts") << 4 << number(store::Compression::none) << true << true;
}

void PartConversionTest::anyWorkersAtOnceGiveTheSameFiles() {
  QFETCH(const int, workers);
  QFETCH(const int, compression);
  QFETCH(const bool, converted);
  QFETCH(const bool, inParts);
  m_dtype = converted ? std::optional(DType::i16) : std::nullopt;
  m_compression = static_cast<store::Compression>(compression);
  m_partBytes = inParts ? store::kSmallestPart : 0;
  const auto conversion = planned(fs::path(m_source->path().toStdString()) / "in.h5");
  QVERIFY2(conversion, sentenceOf(conversion).c_str());
  convertAlone(*conversion);
  const auto reports = together(*conversion, static_cast<std::uint64_t>(workers));
  std::uint64_t made = 0;
  int joined = 0;
  for (const Report& report : reports) {
    QVERIFY2(report, sentenceOf(report).c_str());
    QVERIFY(report->ranges > 4);
    QCOMPARE(report->bytesConvertedAgain, std::uint64_t{0});
    made += report->converted;
    joined += report->joined ? 1 : 0;
    if (report->joined) QVERIFY(report->complete);
  }
  QCOMPARE(joined, 1);
  QCOMPARE(made, reports.front()->ranges);
  compare();
  if (inParts) QVERIFY(fs::exists(path("F.part001.h5")));
  const auto splits = store::SplitsFile::open(path("F.h5"), conversion->uuid(), kSamples);
  QVERIFY2(splits, sentenceOf(splits).c_str());
  QCOMPARE(splits->read("default")->at(3), store::Split::test);
}

void PartConversionTest::wholeRecordingsAreShared() {
  const ingest::RecordingFolder folder;
  folder.add("u.wav", 300'000, 2);
  folder.add("v.wav", 4'000, 2);
  Progress progress;
  const JobContext job{{}, progress};
  auto options = folder.options(1000, "name:^(\\w)");
  options.recordings.keep = ingest::StoreAs::recordings;
  const auto plan = ingest::survey(options, job, {2, std::uint64_t{256} << 20U});
  QVERIFY(plan);
  QVERIFY(
      ingest::load(*plan, {.target = folder.dataset("F.h5"), .rejects = {}, .write = {.sync = false}}, {2, 0}, job));
  m_dtype = DType::i8;
  const auto conversion = planned(folder.dataset("F.h5"));
  QVERIFY2(conversion, sentenceOf(conversion).c_str());
  convertAlone(*conversion);
  for (const Report& report : together(*conversion, 2)) {
    QVERIFY2(report, sentenceOf(report).c_str());
    QCOMPARE(report->bytesConvertedAgain, std::uint64_t{0});
  }
  compare();
}

void PartConversionTest::whatAWorkerDidIsKept() {
  const auto conversion = planned(fs::path(m_source->path().toStdString()) / "in.h5");
  QVERIFY2(conversion, sentenceOf(conversion).c_str());
  convertAlone(*conversion);
  begin(*conversion, 2);
  QVERIFY(fs::exists(path("F.h5.workers")) && !fs::exists(path("F.h5")));
  const auto report = work(*conversion);
  QVERIFY2(report, sentenceOf(report).c_str());
  QCOMPARE(report->converted, report->ranges - 2);
  QCOMPARE(report->bytesConvertedAgain, std::uint64_t{0});
  compare();
}

/// The join converts by itself what is not whole.
void PartConversionTest::aDamagedRangeIsConvertedAgain() {
  const auto conversion = planned(fs::path(m_source->path().toStdString()) / "in.h5");
  QVERIFY2(conversion, sentenceOf(conversion).c_str());
  convertAlone(*conversion);
  const auto files = begin(*conversion, 3);
  fs::remove(files[0]);
  fs::resize_file(files[1], fs::file_size(files[1]) / 2);
  const auto file = io::File::openReadWrite(files[2]);
  QVERIFY(file);
  const std::vector<std::byte> other(64, std::byte{0x5A});
  QVERIFY(file->writeAt(fs::file_size(files[2]) / 2, other));
  const auto report = work(*conversion);
  QVERIFY2(report, sentenceOf(report).c_str());
  QVERIFY(report->bytesConvertedAgain > 0);
  compare();
}

/// Its claim is claimed again, and what it did later counts no more.
void PartConversionTest::aSilentWorkerHoldsNobodyUp() {
  const auto conversion = planned(fs::path(m_source->path().toStdString()) / "in.h5");
  QVERIFY2(conversion, sentenceOf(conversion).c_str());
  convertAlone(*conversion);
  const auto objects = rewrite::stepsOf(conversion->dataset(), conversion->objects());
  const auto ranges = rewrite::divideSteps(objects, m_rangeBytes);
  io::WorkerFolder silent = folderOf(*conversion, ranges.size(), {1h, 1h});
  QVERIFY(silent.enter());
  auto claim = silent.ranges().claim(0);
  QVERIFY(claim && *claim);
  m_patience = {20ms, 200ms};
  const auto report = work(*conversion);
  QVERIFY2(report, sentenceOf(report).c_str());
  QCOMPARE(report->converted, report->ranges);
  QVERIFY(report->joined);
  QCOMPARE((*claim)->complete().value_or(false), false);
  claim->reset();
  // The silent one is still in the folder, which the next worker removes.
  silent.noteFinished();
}

void PartConversionTest::aLateWorkerFindsTheDataset() {
  const auto conversion = planned(fs::path(m_source->path().toStdString()) / "in.h5");
  QVERIFY2(conversion, sentenceOf(conversion).c_str());
  convertAlone(*conversion);
  for (const std::uint64_t number : {2U, 1U}) {
    const auto report = work(*conversion);
    QVERIFY2(report, sentenceOf(report).c_str());
    QVERIFY(report->complete);
    QCOMPARE(report->joined.has_value(), number == 2);
    QCOMPARE(report->converted, number == 2 ? report->ranges : std::uint64_t{0});
    compare();
  }
  m_partBytes = store::kSmallestPart;
  const auto otherSize = work(*conversion);
  QVERIFY(!otherSize);
  QVERIFY2(sentenceOf(otherSize).find("--part-size") != std::string::npos, sentenceOf(otherSize).c_str());
}

void PartConversionTest::othersAreRefused() {
  const fs::path source = fs::path(m_source->path().toStdString()) / "in.h5";
  const auto conversion = planned(source);
  QVERIFY2(conversion, sentenceOf(conversion).c_str());
  begin(*conversion, 1);
  m_dtype = DType::f16;
  const auto other = planned(source);
  QVERIFY(other);
  const auto refused = work(*other);
  QVERIFY(!refused);
  QVERIFY2(sentenceOf(refused).find("other workers") != std::string::npos, sentenceOf(refused).c_str());
  Progress progress;
  const JobContext job{{}, progress};
  store::WriteOptions withoutSplits = optionsFor(*conversion);
  withoutSplits.splitsFrom.clear();
  store::WriteOptions divided = optionsFor(*conversion);
  divided.partBytes = store::kSmallestPart;
  for (const store::WriteOptions& options : {withoutSplits, divided}) {
    const auto unlike =
        rewrite::convertPart(path("F.h5"), options, *conversion, {m_rangeBytes, m_patience}, m_resources, job);
    QVERIFY(!unlike);
    QVERIFY2(sentenceOf(unlike).find("other workers") != std::string::npos, sentenceOf(unlike).c_str());
  }
  store::WriteOptions replacing = optionsFor(*conversion);
  replacing.overwrite = true;
  const auto unwilling =
      rewrite::convertPart(path("G.h5"), replacing, *conversion, {m_rangeBytes, m_patience}, m_resources, job);
  QVERIFY(!unwilling);
  QVERIFY(sentenceOf(unwilling).find("does not replace") != std::string::npos);
  store::WriteOptions tiny = optionsFor(*conversion);
  tiny.partBytes = 1000;
  QVERIFY(!rewrite::convertPart(path("G.h5"), tiny, *conversion, {m_rangeBytes, m_patience}, m_resources, job));
  QVERIFY(!fs::exists(path("G.h5.workers")) && !fs::exists(path("F.h5")));
}

MASU_TEST(PartConversionTest)
#include "part_conversion_test.moc"
