// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/report/report_task.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <fstream>
#include <iterator>

#include "core/base/figure_text.h"
#include "core/metrics/data_note.h"
#include "core/metrics/receipt.h"
#include "core/metrics/run_event.h"
#include "core/store/splits/splits_file.h"
#include "core/store/write/dataset_writer.h"
#include "core/tasks/data/dataset_task.h"
#include "read_page.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
namespace fs = std::filesystem;
using metrics::Figures;
using metrics::kAbsent;
using store::Split;

namespace {

constexpr const char* kHostile = "</td><script>\"&'\xC2\x9B";
constexpr std::uint64_t kSamples = 600;

QString q(const std::string& text) {
  return QString::fromStdString(text);
}

template <class T>
std::span<const std::byte> bytes(const std::vector<T>& values) {
  return std::as_bytes(std::span(values));
}

/// Two columns and 200 classes of 3 samples each, the first of which has a name that is meant badly.
void writeDataset(const fs::path& file) {
  auto writer = store::DatasetWriter::create(file,
                                             {{.name = "features", .dtype = table::DType::f32, .sampleShape = {2}},
                                              {.name = "labels", .dtype = table::DType::u8}},
                                             {});
  QVERIFY(writer);
  std::vector<float> values(2 * kSamples);
  std::vector<std::uint8_t> labels(kSamples);
  for (std::size_t i = 0; i < kSamples; ++i) labels[i] = static_cast<std::uint8_t>(i % 200);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i) / 8;
  QVERIFY((*writer)->write(0, 0, bytes(values)) && (*writer)->write(1, 0, bytes(labels)));
  store::DatasetMeta meta;
  meta.uuid = "0f";
  meta.target = store::Target::classes;
  meta.classes = {kHostile};
  for (int code = 1; code < 200; ++code) meta.classes.push_back("class " + std::to_string(code));
  meta.sources = {{kHostile, 12, kSamples, "ab", 0}};
  table::Column wide;
  wide.name = kHostile;
  wide.unit = "<b>";
  for (std::size_t i = 0; i < values.size(); i += 2) wide.stats.add(values[i]);
  wide.stats.missing = 7;
  table::Column none;
  none.name = "empty";
  meta.schema.columns = {wide, none};
  Progress progress;
  QVERIFY((*writer)->finish(kSamples, meta, {{}, progress}));
}

std::string contentOf(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void write(const fs::path& file, const std::string& text) {
  fs::create_directories(file.parent_path());
  std::ofstream(file) << text;
}

metrics::EpochDone epochOf(int run, int epoch, double train, double validation) {
  metrics::EpochDone done{run, epoch, {}, {}, 1, {}};
  done.train.loss = train;
  done.train.accuracy = train / 2;
  done.validation.loss = validation;
  done.validation.accuracy = validation / 3;
  return done;
}

/// Two models over `classes` classes, of which the last predicts each class as the one after it, once in four times.
void writeRun(const fs::path& run, std::size_t classes) {
  metrics::RunSpec spec;
  spec.dataset = run / "secret folder" / "gone.h5";
  spec.models = {"linear", "mlp"};
  spec.seed = 4711;
  spec.out = run;
  spec.recipe = {{"batch", "64", {"as {0} asks", {kHostile}}}};
  write(run / "spec.json", metrics::toJson(spec));
  std::vector<std::uint64_t> confusion(classes * classes);
  for (std::size_t truth = 0; truth < classes; ++truth) {
    confusion[truth * classes + truth] = 3;
    confusion[truth * classes + (truth + 1) % classes] = truth == 0 ? 6 : 1;
  }
  Figures test;
  test.loss = 0.123456789;
  test.accuracy = 0.75;
  test.logLoss = 0.25;
  test.ece = 0.0625;
  std::string log;
  const auto add = [&](const metrics::RunEvent& event) { log += metrics::toJsonLine(event) + "\n"; };
  add(metrics::RunStarted{0, "linear", 1234, 1, 5, 0.5});
  add(metrics::RunStarted{1, "mlp", 5678, 4, 5, 0.25});
  add(epochOf(0, 1, kAbsent, kAbsent));  // it diverged
  const double losses[] = {4, 2.5, kAbsent, 3};
  for (int epoch = 1; epoch <= 4; ++epoch) add(epochOf(1, epoch, 5.0 / epoch, losses[epoch - 1]));
  add(metrics::RunTested{1, test, confusion, (run / "2-mlp" / "best.pt").string(), {}, 9});
  write(run / "events.jsonl", log);
  metrics::DataNote data{"gone.h5", "0f", 0, {}, 4 * classes, {}, kHostile, "aa", "masu1.2", 8, 4, 4 * classes};
  for (std::size_t code = 0; code < classes; ++code)
    data.classes.push_back(code == 0 ? kHostile : "class " + std::to_string(code));
  write(run / "data.json", metrics::toJson(data));
  metrics::RunReceipt receipt;
  receipt.content = "c0ffee";
  receipt.stepsPerEpoch = 5;
  receipt.models = {{"linear", 0.5, ""}, {"mlp", 0.25, ""}};
  receipt.splitHash = "aa";
  receipt.sessions = {{1, "1.2.3", "2.0", "AVX2", kHostile, "cpu", 3}};
  write(run / "receipt.json", metrics::toJson(receipt));
}

}  // namespace

class ReportTaskTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { m_folder = std::make_unique<QTemporaryDir>(); }
  void aDatasetsReportHasItsFigures();
  void aDatasetNeedsNoSplit();
  void aRunsReportHasItsFigures();
  void manyClassesAreShownByTheirPairs();
  void nothingIsReplacedThatWasNotMeant();
  void aRunIsNotAskedForADatasetsParts();
  void whatIsStoppedLeavesNothing();
  void theWordsAreThoseOfTheFace();

 private:
  fs::path path(const std::string& name) const { return fs::path(m_folder->path().toStdString()) / name; }
  static Result<tasks::ReportOutcome> report(const tasks::ReportRequest& request) {
    Progress progress;
    return tasks::report(request, {{}, progress});
  }
  static std::string sentence(const Result<tasks::ReportOutcome>& outcome) {
    return outcome ? std::string() : outcome.error().message.english();
  }
  static ReadPage read(const fs::path& file) { return ReadPage(contentOf(file)); }

  std::unique_ptr<QTemporaryDir> m_folder;
};

void ReportTaskTest::aDatasetsReportHasItsFigures() {
  writeDataset(path("F.h5"));
  store::Assignment assignment(kSamples, Split::train);
  for (std::size_t i = 0; i < kSamples; i += 200) assignment[i] = Split::test;
  assignment[1] = Split::validation;
  auto splits = store::SplitsFile::open(path("F.h5"), "0f", kSamples);
  QVERIFY(splits && splits->write({"default", "{}", false}, assignment));
  const auto outcome = report({.path = path("F.h5"), .check = true});
  QVERIFY2(outcome, sentence(outcome).c_str());
  QCOMPARE(outcome->file, path("F.report.html"));
  QCOMPARE(outcome->bytes, fs::file_size(outcome->file));
  const ReadPage page = read(outcome->file);
  QVERIFY2(page.error.isEmpty(), qPrintable(page.error));
  const auto info = tasks::info(path("F.h5"));
  const table::ColumnStats& stats = info->dataset->meta().schema.columns[0].stats;
  const QString hostile = QStringLiteral("</td><script>\"&'\uFFFD");
  QCOMPARE(page.row("Samples").value(1), "600");
  const QStringList column = page.row(hostile + " [<b>]");
  QCOMPARE(column.mid(4), (QStringList{q(figureText(stats.min)), q(figureText(stats.max)), q(figureText(stats.mean)),
                                       q(figureText(stats.deviation())), "7"}));
  QCOMPARE(page.row("empty").mid(4), (QStringList{"–", "–", "–", "–", "0"}));
  QCOMPARE(page.row("class 199").mid(0, 3), (QStringList{"class 199", "3", "0.5 %"}));
  QCOMPARE(page.row("All samples").mid(1), (QStringList{"596", "1", "3", "0"}));
  QVERIFY(page.rows.contains(QStringList{hostile, "0", "0", "3", "0"}));
  QVERIFY(page.rows.contains(QStringList{"class 1", "2", "1", "0", "0"}));
  QCOMPARE(page.row("duplicates").size(), qsizetype(4));
  QVERIFY(!page.elements.contains(QStringLiteral("script")));
  // Of the same facts, to the byte.
  const std::string first = contentOf(outcome->file);
  QVERIFY(report({.path = path("F.h5"), .overwrite = true, .check = true}));
  QVERIFY(contentOf(outcome->file) == first);
  const auto unknown = report({.path = path("F.h5"), .out = path("other.html"), .manifest = "other"});
  QVERIFY2(sentence(unknown).find("other") != std::string::npos, sentence(unknown).c_str());
  QVERIFY(!fs::exists(path("other.html")));
}

void ReportTaskTest::aDatasetNeedsNoSplit() {
  writeDataset(path("F.h5"));
  fs::remove(path("F.splits.h5"));
  const auto outcome = report({.path = path("F.h5")});
  QVERIFY2(outcome, sentence(outcome).c_str());
  const ReadPage page = read(outcome->file);
  QVERIFY2(page.error.isEmpty(), qPrintable(page.error));
  QCOMPARE(page.row("class 7").value(1), "3");
  QVERIFY(page.row("All samples").isEmpty());
  QVERIFY(page.text.contains(QStringLiteral("The file of its splits is not there.")));
  QCOMPARE(outcome->notes.size(), std::size_t{1});
  QVERIFY(!page.text.contains(m_folder->path()));
  QVERIFY(!report({.path = path("F.h5"), .overwrite = true, .check = true}));
}

void ReportTaskTest::aRunsReportHasItsFigures() {
  writeRun(path("run"), 3);
  const auto outcome = report({.path = path("run")});
  QVERIFY2(outcome, sentence(outcome).c_str());
  QVERIFY(outcome->isRun);
  QCOMPARE(outcome->file, path("run/report.html"));
  const ReadPage page = read(outcome->file);
  QVERIFY2(page.error.isEmpty(), qPrintable(page.error));
  const QString hostile = QStringLiteral("</td><script>\"&'\uFFFD");
  QCOMPARE(page.row("mlp"), (QStringList{"mlp", "5,678", "4", "2", "2.5", "0.75", "–"}));
  QCOMPARE(page.row("linear"), (QStringList{"linear", "1,234", "1", "–", "–", "–", "–"}));
  QCOMPARE(page.row("Loss"), (QStringList{"Loss", "2.5", "2.5", "0.123457", "–"}));
  QCOMPARE(page.row("Log loss").value(3), "0.25");
  QCOMPARE(page.row("Expected calibration error (ECE)").value(3), "0.0625");
  QCOMPARE(page.row("class 1"), (QStringList{"class 1", "0.333333", "0.75", "0.461538", "4"}));
  QVERIFY(page.rows.contains(QStringList{hostile, "333.3 %", "666.7 %", "00.0 %"}));
  QCOMPARE(page.row("--batch"), (QStringList{"--batch", "64", "as " + hostile + " asks"}));
  QCOMPARE(page.row("--seed").value(1), "4711");
  QCOMPARE(page.row("verify").value(1), "true");
  QCOMPARE(page.row("Manifest").value(1), hostile);
  QCOMPARE(page.row("Hash of the split").value(1), "aa");
  QCOMPARE(page.row("1").mid(1, 3), (QStringList{"1.2.3", "2.0", "AVX2"}));
  QCOMPARE(page.row("Content hash (SHA-256)").value(1), "c0ffee");
  QVERIFY(page.text.contains(QStringLiteral("No loss of an epoch is a finite number.")));
  QVERIFY(!page.text.contains(QStringLiteral("secret folder")));
  QVERIFY(!page.text.contains(q(path("").string())));
  QStringList ids = page.ids;
  QCOMPARE(ids.removeDuplicates(), qsizetype(0));
  fs::create_directories(path("run/2-mlp"));
  const auto one = report({.path = path("run/2-mlp")});
  QVERIFY2(one, sentence(one).c_str());
  QCOMPARE(one->file, path("run/2-mlp/report.html"));
  QVERIFY(read(one->file).row("linear").isEmpty());
}

void ReportTaskTest::manyClassesAreShownByTheirPairs() {
  writeRun(path("run"), 200);
  const auto outcome = report({.path = path("run"), .out = path("many.html")});
  QVERIFY2(outcome, sentence(outcome).c_str());
  const ReadPage page = read(outcome->file);
  QVERIFY2(page.error.isEmpty(), qPrintable(page.error));
  QCOMPARE(page.row("class 199").value(4), "4");
  const auto isHead = [](const QStringList& row) { return row.value(0) == "True class"; };
  const auto most = std::ranges::find_if(page.rows, isHead);
  QVERIFY(most != page.rows.end());
  QCOMPARE((most + 1)->mid(1), (QStringList{"class 1", "6", "66.7 %"}));
  QVERIFY(page.text.contains(QStringLiteral("30 of 200 rows are shown.")));
}

void ReportTaskTest::nothingIsReplacedThatWasNotMeant() {
  writeDataset(path("F.h5"));
  writeRun(path("run"), 2);
  write(path("run/2-mlp/best.pt"), "weights");
  write(path("mine.html"), "mine");
  for (const char* of : {"F.h5", "run"}) {
    const auto there = report({.path = path(of), .out = path("mine.html")});
    QCOMPARE(there.error().code, Errc::exists);
  }
  QCOMPARE(contentOf(path("mine.html")), std::string("mine"));
  const std::string dataset = contentOf(path("F.h5"));
  const auto itself = report({.path = path("F.h5"), .out = path("F.h5"), .overwrite = true});
  QCOMPARE(itself.error().code, Errc::invalidArgument);
  const auto checkpoint = report({.path = path("run"), .out = path("run/2-mlp/best.pt"), .overwrite = true});
  QCOMPARE(checkpoint.error().code, Errc::invalidArgument);
  QVERIFY(contentOf(path("F.h5")) == dataset);
  QCOMPARE(contentOf(path("run/2-mlp/best.pt")), std::string("weights"));
  QVERIFY(report({.path = path("run"), .out = path("mine.html"), .overwrite = true}));
  QVERIFY(contentOf(path("mine.html")).starts_with("<!DOCTYPE html>"));
}

void ReportTaskTest::aRunIsNotAskedForADatasetsParts() {
  writeRun(path("run"), 2);
  QVERIFY(sentence(report({.path = path("run"), .check = true})).starts_with("--check"));
  QVERIFY(sentence(report({.path = path("run"), .manifest = "m"})).starts_with("--manifest"));
  fs::create_directories(path("empty"));
  QCOMPARE(report({.path = path("empty")}).error().code, Errc::notFound);
  QVERIFY(!fs::exists(path("run/report.html")) && !fs::exists(path("empty/report.html")));
}

void ReportTaskTest::whatIsStoppedLeavesNothing() {
  writeDataset(path("F.h5"));
  writeRun(path("run"), 2);
  std::stop_source stop;
  stop.request_stop();
  Progress progress;
  for (const char* of : {"F.h5", "run"}) {
    const auto outcome = tasks::report({.path = path(of), .out = path("new.html")}, {stop.get_token(), progress});
    QCOMPARE(outcome.error().code, Errc::cancelled);
  }
  QVERIFY(!fs::exists(path("new.html")));
}

void ReportTaskTest::theWordsAreThoseOfTheFace() {
  writeRun(path("run"), 2);
  const auto shout = [](const Message& message) { return "«" + message.english() + "»"; };
  const auto outcome = report({.path = path("run"), .words = {"ja", shout}});
  QVERIFY2(outcome, sentence(outcome).c_str());
  const ReadPage page = read(outcome->file);
  QVERIFY2(page.error.isEmpty(), qPrintable(page.error));
  QCOMPARE(page.language, QStringLiteral("ja"));
  QCOMPARE(page.row(QStringLiteral("«Loss»")).value(1), "2.5");
  QVERIFY(page.row("Loss").isEmpty());
}

MASU_TEST(ReportTaskTest)
#include "report_task_test.moc"
