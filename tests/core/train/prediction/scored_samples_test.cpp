// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/prediction/scored_samples.h"

#include <QTemporaryDir>
#include <QTest>
#include <filesystem>

#include "tests/fixtures/fake_dataset.h"
#include "tests/fixtures/made_dataset.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::train;
using loader::StreamOptions;
using store::Split;

namespace {

constexpr std::uint64_t kSamples = 100;

StreamOptions optionsFor(std::optional<Split> split, std::uint64_t batch) {
  StreamOptions options;
  options.split = split;
  options.batch = batch;
  options.shuffle = loader::Shuffle::none;
  options.keepMissing = true;
  options.resources = {2, 64 << 20};
  return options;
}

/// What is known of a sample beside what models make of it.
struct Beside {
  std::uint64_t index = 0;
  std::vector<std::string> truth;
  std::vector<std::string> kept;
  std::uint64_t position = 0;

  bool operator==(const Beside&) const = default;
};

/// Of all samples, in order, with no model to ask; empty after an error.
std::vector<Beside> besides(const std::shared_ptr<const store::Dataset>& dataset, const StreamOptions& options,
                            const std::vector<std::string>& keep) {
  const DatasetSummary here = inputsOf(*dataset);
  const DatasetSummary learned = shapeOf(*dataset).value();
  const TruthCells cells(learned);
  std::vector<Model> models;
  auto match = InputMatch::create(here, here, "new.h5");
  auto samples = ScoredSamples::open(dataset, here, options, keep);
  if (!match || !samples) return {};
  std::vector<Beside> all;
  for (auto more = samples->next(models, *match, {}); more && *more; more = samples->next(models, *match, {})) {
    Beside one{samples->index(), samples->truth(cells).texts, {}, 0};
    for (std::size_t k = 0; k < keep.size(); ++k) one.kept.push_back(samples->kept(k));
    if (samples->hasOrigins()) one.position = samples->origin().position;
    all.push_back(std::move(one));
  }
  return all.size() == samples->count() ? all : std::vector<Beside>();
}

table::Column column(const char* name, table::Role role, table::Kind kind) {
  table::Column made;
  made.name = name;
  made.role = role;
  made.kind = kind;
  return made;
}

}  // namespace

class ScoredSamplesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void everySampleOfASplitHasWhatIsStoredBesideIt();
  void wholeNumbersAndTimesKeepTheirDigits();
  void aColumnThatIsNotKeptIsRefused();
};

/// The samples between those of the split are not among them, whatever they are read with.
void ScoredSamplesTest::everySampleOfASplitHasWhatIsStoredBesideIt() {
  const QTemporaryDir folder;
  const auto file = std::filesystem::path(folder.path().toStdString()) / "table.h5";
  const auto dataset = test::makeTable(file, kSamples, store::Compression::none);
  QVERIFY(dataset);
  store::Assignment assignment(kSamples, Split::test);
  for (std::uint64_t i = 0; i < kSamples; ++i) {
    if (i % 7 < 2 || i > 90) assignment[i] = Split::train;
  }
  auto splits = store::SplitsFile::open(file, (*dataset)->uuid(), kSamples);
  QVERIFY(splits && splits->write({"default", "{}", false}, assignment));
  std::vector<Beside> wanted;
  for (std::uint64_t i = 0; i < kSamples; ++i) {
    const std::string note = i % 5 == 0 ? "line one\nline \"two\", " + std::to_string(i) : "n" + std::to_string(i);
    const std::string score = QByteArray::number(static_cast<double>(i) / 7.0, 'g', QLocale::FloatingPointShortest)
                                  .toStdString();
    if (assignment[i] == Split::train) wanted.push_back({i, {test::kClasses[i % 2]}, {score, note}, i});
  }
  for (const std::uint64_t batch : {1, 7, 1000}) {
    const std::vector<Beside> found = besides(*dataset, optionsFor(Split::train, batch), {"score", "note"});
    QCOMPARE(found.size(), wanted.size());
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      QCOMPARE(found[i].kept, wanted[i].kept);
      QVERIFY(found[i] == wanted[i]);
    }
  }
}

/// Beyond those that a double has.
void ScoredSamplesTest::wholeNumbersAndTimesKeepTheirDigits() {
  const auto dataset = std::make_shared<FakeDataset>(3);
  const std::vector<std::int64_t> large = {9'007'199'254'740'993, -9'007'199'254'740'995, 4};
  dataset->add("features", table::DType::f32, {1}, 2, std::vector<float>{1, 2, 3});
  dataset->add("labels", table::DType::i64, {}, 2, large);
  dataset->add("kept/id", table::DType::i64, {}, 2, large);
  dataset->add("kept/when", table::DType::f64, {}, 2, std::vector<double>{0, 90, 86'400});
  dataset->add("kept/share", table::DType::f32, {}, 2, std::vector<float>{0.1F, 2, -3});
  store::DatasetMeta& meta = dataset->editMeta();
  meta.uuid = "whole";
  meta.target = store::Target::values;
  meta.schema.columns = {column("x", table::Role::feature, table::Kind::decimal),
                         column("y", table::Role::label, table::Kind::integer),
                         column("id", table::Role::kept, table::Kind::integer),
                         column("when", table::Role::kept, table::Kind::time),
                         column("share", table::Role::kept, table::Kind::decimal)};
  meta.schema.columns[3].origin = 86'400;
  for (const std::uint64_t batch : {1, 2, 3}) {
    const std::vector<Beside> found = besides(dataset, optionsFor(std::nullopt, batch), {"id", "when", "share"});
    QCOMPARE(found.size(), std::size_t{3});
    QCOMPARE(found[0].kept, (std::vector<std::string>{"9007199254740993", "1970-01-02 00:00:00", "0.1"}));
    QCOMPARE(found[1].kept, (std::vector<std::string>{"-9007199254740995", "1970-01-02 00:01:30", "2"}));
    QCOMPARE(found[2].kept, (std::vector<std::string>{"4", "1970-01-03 00:00:00", "-3"}));
    for (const Beside& one : found) {
      QCOMPARE(one.truth.size(), std::size_t{1});
      QCOMPARE(QString::fromStdString(one.truth.front()), QString::fromStdString(one.kept.front()));
    }
  }
}

void ScoredSamplesTest::aColumnThatIsNotKeptIsRefused() {
  const auto dataset = std::make_shared<FakeDataset>(2);
  dataset->add("features", table::DType::f32, {1}, 2, std::vector<float>{1, 2});
  dataset->add("kept/id", table::DType::u8, {}, 2, std::vector<std::uint8_t>{1, 2});
  dataset->editMeta().schema.columns = {column("x", table::Role::feature, table::Kind::decimal),
                                        column("id", table::Role::kept, table::Kind::integer)};
  const DatasetSummary here = inputsOf(*dataset);
  for (const char* name : {"x", "idd", ""}) {
    const auto refused = ScoredSamples::open(dataset, here, optionsFor(std::nullopt, 2), {"id", name});
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, Errc::notFound);
    const std::string sentence = refused.error().message.english();
    QVERIFY2(sentence.find("Those that it keeps: id.") != std::string::npos, sentence.c_str());
  }
}

MASU_TEST(ScoredSamplesTest)
#include "scored_samples_test.moc"
