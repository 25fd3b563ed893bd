// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/data/convert_task.h"

#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <fstream>
#include <iterator>
#include <random>
#include <set>

#include "core/downcast/narrow.h"
#include "core/ingest/survey.h"
#include "core/store/read/dataset.h"
#include "core/store/splits/splits_file.h"
#include "core/store/write/plain_writer.h"
#include "core/tasks/data/dataset_task.h"
#include "tests/fixtures/recording_fixture.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using table::DType;
namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kSamples = 5000;
constexpr std::uint64_t kColumns = 3;

template <class T>
std::span<const std::byte> bytes(const std::vector<T>& values) {
  return std::as_bytes(std::span(values));
}

std::string contentOf(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Decimals with a missing one now and then, whole numbers, and large decimals.
std::vector<float> someFeatures() {
  std::mt19937 random(6);
  std::vector<float> values;
  for (std::uint64_t i = 0; i < kSamples; ++i) {
    values.push_back(i % 97 == 5 ? NAN : static_cast<float>(random() % 100000) / 1000 - 50);
    values.push_back(static_cast<float>(random() % 200));
    values.push_back(1000 + static_cast<float>(random() % 1000) / 7);
  }
  return values;
}

table::Schema schemaOf(const std::vector<float>& values) {
  table::Schema schema;
  for (std::size_t column = 0; column < kColumns; ++column) {
    table::Column& added = schema.columns.emplace_back();
    added.name = "c" + std::to_string(column);
    for (std::size_t i = column; i < values.size(); i += kColumns) added.stats.add(static_cast<double>(values[i]));
  }
  return schema;
}

Result<void> writeDataset(const fs::path& file, const std::vector<float>& features) {
  MASU_TRY(auto writer, store::DatasetWriter::create(file,
                                                     {{.name = "features", .sampleShape = {kColumns}},
                                                      {.name = "labels", .dtype = DType::u8},
                                                      {.name = "origin"},
                                                      {.name = "kept/km/h", .dtype = DType::f64}},
                                                     {.overwrite = true, .sync = false}));
  std::vector<std::uint8_t> labels;
  std::vector<store::Origin> origins;
  std::vector<double> kept;
  std::vector<std::string> notes;
  for (std::uint64_t i = 0; i < kSamples; ++i) {
    labels.push_back(i % 2);
    origins.push_back({0, i});
    kept.push_back(static_cast<double>(i) / 3);
    notes.push_back(i % 3 == 0 ? "" : "note " + std::to_string(i));
  }
  MASU_CHECK(writer->write(0, 0, bytes(features)));
  MASU_CHECK(writer->write(1, 0, bytes(labels)));
  MASU_CHECK(writer->write(2, 0, bytes(origins)));
  MASU_CHECK(writer->write(3, 0, bytes(kept)));
  MASU_CHECK(writer->appendTexts("note", notes));
  store::DatasetMeta meta;
  meta.uuid = "the original";
  meta.target = store::Target::classes;
  meta.classes = {"no", "yes"};
  meta.sources = {{"made.csv", 1000, kSamples, "0123456789abcdef", 0}};
  meta.schema = schemaOf(features);
  meta.records = kSamples;
  Progress progress;
  MASU_TRY(const auto written, writer->finish(kSamples, meta, {{}, progress}));
  static_cast<void>(written);
  MASU_TRY(auto splits, store::SplitsFile::open(file, meta.uuid, kSamples));
  store::Assignment assignment(kSamples, store::Split::train);
  assignment[3] = store::Split::test;
  return splits.write({"default", R"({"by":"hand"})", true}, assignment);
}

std::shared_ptr<const store::Dataset> opened(const fs::path& file) {
  auto dataset = store::Dataset::open(file);
  if (!dataset) qFatal("%s", dataset.error().message.english().c_str());
  return *dataset;
}

std::vector<double> valuesOf(const store::Dataset& dataset, const char* object) {
  auto values = dataset.readValues(*dataset.find(object), 0, dataset.samples());
  return values ? *values : std::vector<double>();
}

bool same(double a, double b) {
  return a == b || (std::isnan(a) && std::isnan(b));
}

}  // namespace

class ConvertTaskTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init();
  void keepsValuesAtWiderTypes();
  void storesDecimalsAsCodesWithinTheLossItReports();
  void widensCodesToWhatTheyReadAs();
  void reportsTheExactLossOfHalves();
  void keepsEverythingElse();
  void takesAPlainFileWithoutSplits();
  void losesNoSplitUnasked_data();
  void losesNoSplitUnasked();
  void givesTheSameBytesForAnyThreads();
  void keepsWholeRecordings();
  void refusesWhatATypeDoesNotHold();
  void leavesNothingAfterAStop();

 private:
  Result<tasks::ConvertOutcome> convert(const char* to, std::optional<DType> dtype,
                                        std::optional<store::Compression> compression = {}, unsigned threads = 2,
                                        const char* from = "in.h5");
  fs::path path(const char* name) const { return fs::path(m_folder->path().toStdString()) / name; }

  std::unique_ptr<QTemporaryDir> m_folder;
  std::vector<float> m_features = someFeatures();
};

void ConvertTaskTest::init() {
  m_folder = std::make_unique<QTemporaryDir>();
  const auto written = writeDataset(path("in.h5"), m_features);
  QVERIFY2(written, written ? "" : written.error().message.english().c_str());
}

Result<tasks::ConvertOutcome> ConvertTaskTest::convert(const char* to, std::optional<DType> dtype,
                                                       std::optional<store::Compression> compression, unsigned threads,
                                                       const char* from) {
  Progress progress;
  return tasks::convert({.file = path(from),
                         .target = path(to),
                         .dtype = dtype,
                         .compression = compression,
                         .sync = false,
                         .resources = {threads, 0}},
                        {{}, progress});
}

void ConvertTaskTest::keepsValuesAtWiderTypes() {
  QVERIFY(convert("wide.h5", DType::f64));
  const auto values = valuesOf(*opened(path("wide.h5")), "features");
  QCOMPARE(values.size(), m_features.size());
  for (std::size_t i = 0; i < values.size(); ++i) QVERIFY(same(values[i], static_cast<double>(m_features[i])));
}

void ConvertTaskTest::storesDecimalsAsCodesWithinTheLossItReports() {
  for (const DType type : {DType::i8, DType::i16}) {
    const char* name = type == DType::i8 ? "i8.h5" : "i16.h5";
    const auto outcome = convert(name, type);
    QVERIFY2(outcome, outcome ? "" : outcome.error().message.english().c_str());
    const auto dataset = opened(path(name));
    QCOMPARE(dataset->find("features")->dtype, type);
    const auto values = valuesOf(*dataset, "features");
    for (std::size_t column = 0; column < kColumns; ++column) {
      const table::Column& reported = dataset->meta().schema.columns[column];
      double most = 0;
      double squares = 0;
      for (std::size_t i = column; i < values.size(); i += kColumns) {
        const auto before = static_cast<double>(m_features[i]);
        QCOMPARE(std::isnan(values[i]), std::isnan(before));
        if (std::isnan(before)) continue;
        most = std::max(most, std::fabs(values[i] - before));
        squares += (values[i] - before) * (values[i] - before);
      }
      QCOMPARE(reported.stats.maxError, most);
      QVERIFY(std::fabs(reported.loss.squaredError - squares) <= squares * 1e-4);
      QVERIFY(most <= reported.scale * 0.505);
      QCOMPARE(reported.loss.clipped, 0ULL);
    }
    QCOMPARE(dataset->meta().schema.columns[1].stats.maxError, 0.0);  // whole numbers stay exact
  }
}

void ConvertTaskTest::takesAPlainFileWithoutSplits() {
  store::DatasetMeta meta;
  meta.uuid = "plain";
  meta.schema = schemaOf(m_features);
  meta.records = kSamples;
  std::ofstream out(path("plain.h5"), std::ios::binary);
  const auto writer = store::PlainWriter::create(
      path("plain.h5"), {{.name = "features", .sampleShape = {kColumns}, .samples = kSamples}}, kSamples, meta,
      [&](std::span<const std::byte> piece) -> Result<void> {
        out.write(reinterpret_cast<const char*>(piece.data()), static_cast<std::streamsize>(piece.size()));
        return {};
      });
  QVERIFY(writer && (*writer)->append(bytes(m_features)) && (*writer)->finish());
  out.close();
  const auto outcome = convert("again.h5", {}, store::Compression::gzip, 2, "plain.h5");
  QVERIFY2(outcome, outcome ? "" : outcome.error().message.english().c_str());
  const auto values = valuesOf(*opened(path("again.h5")), "features");
  QCOMPARE(values.size(), m_features.size());
  for (std::size_t i = 0; i < values.size(); ++i) QVERIFY(same(values[i], static_cast<double>(m_features[i])));
}

void ConvertTaskTest::losesNoSplitUnasked_data() {
  QTest::addColumn<QString>("splits");
  QTest::newRow("there") << "there";
  QTest::newRow("missing") << "missing";
  QTest::newRow("damaged") << "damaged";
  QTest::newRow("of another dataset") << "another";
}

void ConvertTaskTest::losesNoSplitUnasked() {
  QFETCH(const QString, splits);
  const fs::path file = path("in.splits.h5");
  if (splits == u"missing") QVERIFY(fs::remove(file));
  if (splits == u"damaged") std::ofstream(file, std::ios::binary) << "not HDF5";
  if (splits == u"another") {
    // The dataset is the converted one from here on, with the splits file of the first.
    QVERIFY(convert("of.h5", DType::f64));
    fs::rename(path("of.h5"), path("in.h5"));
    QVERIFY(fs::remove(path("of.splits.h5")));
  }
  Progress progress;
  const JobContext job{{}, progress};
  tasks::ConvertRequest request{
      .file = path("in.h5"), .target = path("out.h5"), .compression = store::Compression::gzip, .sync = false};
  const auto asked = tasks::convert(request, job);
  QCOMPARE(bool(asked), splits == u"there");
  if (!asked) {
    QVERIFY2(asked.error().message.english().find("--without-splits") != std::string::npos,
             asked.error().message.english().c_str());
    for (const char* left : {"out.h5", "out.splits.h5", "out.h5.partial"}) QVERIFY(!fs::exists(path(left)));
  }
  request.withoutSplits = true;
  request.overwrite = true;
  const auto accepted = tasks::convert(request, job);
  QVERIFY2(accepted, accepted ? "" : accepted.error().message.english().c_str());
  const auto none = store::SplitsFile::open(path("out.h5"), opened(path("out.h5"))->uuid(), kSamples);
  QVERIFY2(none, none ? "" : none.error().message.english().c_str());
  QVERIFY(none->manifests().empty());
  QVERIFY(valuesOf(*opened(path("out.h5")), "labels") == valuesOf(*opened(path("in.h5")), "labels"));
}

void ConvertTaskTest::widensCodesToWhatTheyReadAs() {
  QVERIFY(convert("i16.h5", DType::i16));
  QVERIFY(convert("back.h5", DType::f64, {}, 2, "i16.h5"));
  const auto codes = valuesOf(*opened(path("i16.h5")), "features");
  const auto back = opened(path("back.h5"));
  QCOMPARE(back->meta().schema.columns[0].scale, 1.0);
  const auto values = valuesOf(*back, "features");
  for (std::size_t i = 0; i < values.size(); ++i) QVERIFY(same(values[i], codes[i]));
}

void ConvertTaskTest::reportsTheExactLossOfHalves() {
  QVERIFY(convert("half.h5", DType::f16));
  const auto dataset = opened(path("half.h5"));
  double most = 0;
  for (std::size_t i = 2; i < m_features.size(); i += kColumns) {
    const auto value = static_cast<double>(m_features[i]);
    most = std::max(most, std::fabs(value - downcast::stored(DType::f16, value)));
  }
  QVERIFY(most > 0);
  QCOMPARE(dataset->meta().schema.columns[2].stats.maxError, most);
}

void ConvertTaskTest::keepsEverythingElse() {
  QVERIFY(convert("out.h5", DType::f16, store::Compression::gzip));
  const auto before = opened(path("in.h5"));
  const auto after = opened(path("out.h5"));
  QVERIFY(before->uuid() != after->uuid());
  QCOMPARE(after->find("features")->compression, store::Compression::gzip);
  for (const char* object : {"labels", "kept/km/h"}) QCOMPARE(valuesOf(*after, object), valuesOf(*before, object));
  QCOMPARE(*after->readTexts("note", 0, kSamples), *before->readTexts("note", 0, kSamples));
  std::vector<store::Origin> origins(kSamples);
  QVERIFY(after->read(*after->find("origin"), 0, kSamples, std::as_writable_bytes(std::span(origins))));
  QCOMPARE(origins.back().position, kSamples - 1);
  QCOMPARE(after->meta().classes, before->meta().classes);
  const auto splits = store::SplitsFile::open(path("out.h5"), after->uuid(), kSamples);
  QVERIFY(splits);
  QVERIFY(splits->find("default")->frozen);
  QCOMPARE(splits->read("default")->at(3), store::Split::test);
  Progress progress;
  const auto verified = tasks::verify(path("out.h5"), {}, {{}, progress});
  QVERIFY(verified);
  QVERIFY(verified->damaged.empty());
}

void ConvertTaskTest::givesTheSameBytesForAnyThreads() {
  for (const auto compression : {store::Compression::none, store::Compression::gzip}) {
    QVERIFY(convert("one.h5", DType::i8, compression, 1));
    const std::string one = contentOf(path("one.h5"));
    fs::remove(path("one.h5"));
    QVERIFY(convert("one.h5", DType::i8, compression, 4));
    QVERIFY(contentOf(path("one.h5")) == one);
    fs::remove(path("one.h5"));
  }
}

void ConvertTaskTest::keepsWholeRecordings() {
  const ingest::RecordingFolder folder;
  folder.add("u.wav", 300'000, 2);
  folder.add("v.wav", 4'000, 2);
  Progress progress;
  const JobContext job{{}, progress};
  auto options = folder.options(1000, "name:^(\\w)");
  options.recordings.hop = 700;
  options.recordings.keep = ingest::StoreAs::recordings;
  const auto plan = ingest::survey(options, job, {2, std::uint64_t{256} << 20U});
  QVERIFY(plan);
  QVERIFY(
      ingest::load(*plan, {.target = folder.dataset("F.h5"), .rejects = {}, .write = {.sync = false}}, {2, 0}, job));
  const auto before = opened(folder.dataset("F.h5"));
  const auto values = valuesOf(*before, "features");
  for (const auto& [type, compression] : {std::pair(std::optional<DType>(), std::optional(store::Compression::gzip)),
                                          {std::optional(DType::f32), std::nullopt},
                                          {std::optional(DType::i8), std::nullopt}}) {
    const auto outcome = tasks::convert({.file = folder.dataset("F.h5"),
                                         .target = folder.dataset("G.h5"),
                                         .dtype = type,
                                         .compression = compression,
                                         .overwrite = true,
                                         .sync = false},
                                        job);
    QVERIFY2(outcome, outcome ? "" : outcome.error().message.english().c_str());
    const auto after = opened(folder.dataset("G.h5"));
    std::set<std::string> names[2];
    for (const auto& object : before->storedObjects()) names[0].insert(object.name);
    for (const auto& object : after->storedObjects()) names[1].insert(object.name);
    QVERIFY(names[0] == names[1] && names[0].contains("recordings") && names[0].contains("pyramid/64"));
    QCOMPARE(after->meta().window, before->meta().window);
    if (!type || *type == DType::f32) QVERIFY(valuesOf(*after, "features") == values);
    // The first pair of the finest level is of the first frames as they are stored now.
    const auto frames = store::wholeObject(*after, "recordings");
    const auto level = store::wholeObject(*after, "pyramid/64");
    QVERIFY(frames && level && frames->dtype == level->dtype);
    const auto first = *after->readValues(*frames, 0, 64);
    const auto pair = *after->readValues(*level, 0, 1);
    double least = first[0];
    double greatest = first[0];
    for (std::size_t i = 0; i < first.size(); i += 2) {
      least = std::min(least, first[i]);
      greatest = std::max(greatest, first[i]);
    }
    QCOMPARE(pair[0], least);
    QCOMPARE(pair[1], greatest);
    const auto verified = tasks::verify(folder.dataset("G.h5"), {}, job);
    QVERIFY(verified && verified->intact() && verified->uncovered.empty());
  }
}

void ConvertTaskTest::refusesWhatATypeDoesNotHold() {
  for (const DType type : {DType::u8, DType::i32, DType::u16}) {
    const auto outcome = convert("no.h5", type);
    QVERIFY(!outcome);
    QCOMPARE(outcome.error().code, Errc::unsupported);
    QVERIFY(outcome.error().message.english().find("c0") != std::string::npos);
    QVERIFY(!fs::exists(path("no.h5")));
  }
  QVERIFY(!fs::exists(path("no.h5.partial")));
}

void ConvertTaskTest::leavesNothingAfterAStop() {
  std::stop_source stop;
  stop.request_stop();
  Progress progress;
  const auto outcome =
      tasks::convert({.file = path("in.h5"), .target = path("no.h5"), .dtype = DType::f16, .compression = {}},
                     {stop.get_token(), progress});
  QVERIFY(!outcome);
  QCOMPARE(outcome.error().code, Errc::cancelled);
  QVERIFY(!fs::exists(path("no.h5")));
  QVERIFY(!fs::exists(path("no.h5.partial")));
}

MASU_TEST(ConvertTaskTest)
#include "convert_task_test.moc"
