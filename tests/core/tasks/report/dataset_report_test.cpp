// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/report/dataset_report.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <functional>
#include <limits>

#include "core/store/write/dataset_writer.h"
#include "read_page.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::tasks;
namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kSamples = 12;
constexpr std::int64_t kLarge = 9'007'199'254'740'993;  // no double has it

using Describe = std::function<void(store::DatasetMeta&)>;

/// Samples of two times three values.
std::shared_ptr<const store::Dataset> writeDataset(const fs::path& file, const Describe& describe) {
  store::ObjectInfo features;
  features.name = "features";
  features.dtype = table::DType::i16;
  features.sampleShape = {2, 3};
  features.chunkSamples = 4;
  store::DatasetMeta meta;
  meta.uuid = "0f0e0d0c-0b0a-8908-8706-050403020102";
  meta.kind = store::SampleKind::waveform;
  meta.schema.columns.resize(2);
  meta.schema.columns[0].name = "left";
  meta.schema.columns[1].name = "right";
  describe(meta);
  const std::vector<std::int16_t> values(6 * kSamples, 1);
  Progress progress;
  const auto writer = store::DatasetWriter::create(file, {features}, {.overwrite = true, .sync = false}).value();
  const bool isWritten = writer->write(0, 0, std::as_bytes(std::span(values))).has_value() &&
                         writer->finish(kSamples, meta, {{}, progress}).has_value();
  return isWritten ? store::Dataset::open(file).value() : nullptr;
}

}  // namespace

class DatasetReportTest : public QObject {
  Q_OBJECT

 private:
  fs::path place(const char* name) const { return fs::path(m_folder.path().toStdString()) / name; }

  DatasetFacts factsOf(const char* name, const Describe& describe = [](store::DatasetMeta&) {}) const {
    DatasetFacts facts;
    facts.info.dataset = writeDataset(place(name), describe);
    facts.contentHash = "c0ffee";
    return facts;
  }

  static ReadPage read(const DatasetFacts& facts) {
    const ReadPage page(datasetReport(facts, {}));
    if (!page.error.isEmpty()) qWarning("%s", qPrintable(page.error));
    return page;
  }

  QTemporaryDir m_folder;

 private Q_SLOTS:
  void itSaysWhatTheDatasetHolds() {
    const DatasetFacts facts = factsOf("F.h5", [](store::DatasetMeta& meta) {
      meta.target = store::Target::values;
      meta.records = 1234;
      meta.rejected = 5;
      meta.dropped = 6;
      meta.paddedWindows = 7;
      meta.shuffleSeed = 8;
      meta.parent = "the one before";
    });
    const ReadPage page = read(facts);
    QVERIFY(page.error.isEmpty());
    for (const auto& [name, value] :
         {std::pair("Samples", "12"), {"Shape of a sample", "2 × 3"}, {"Stored as", "i16"}, {"Labels", "values"},
          {"Samples in a chunk", "4"}, {"Records read", "1,234"}, {"Records rejected", "5"}, {"Records dropped", "6"},
          {"Padded windows", "7"}, {"Appended to", "the one before"}, {"Content hash (SHA-256)", "c0ffee"}}) {
      QCOMPARE(page.row(name).value(1), QString::fromUtf8(value));
    }
    QVERIFY(page.row("Order").value(1).contains("8"));
    QVERIFY(!page.text.contains(m_folder.path()));
    QCOMPARE(datasetReport(facts, {}), datasetReport(facts, {}));
  }

  void whatItDoesNotHaveIsLeftOut() {
    const ReadPage page = read(factsOf("F.h5"));
    for (const char* name : {"Labels", "Classes", "Padded windows", "Order", "Appended to", "Parts"})
      QVERIFY2(page.row(name).isEmpty(), name);
    for (const char* section : {"Classes", "Checks", "Sources"})
      QVERIFY2(!page.text.contains(QString::fromLatin1(section)), section);
    QVERIFY(page.text.contains("The dataset is not split yet."));
  }

  /// Whole numbers with all their digits, infinite values as such, and nothing of a column that holds nothing.
  void extremesAreExact() {
    const ReadPage page = read(factsOf("F.h5", [](store::DatasetMeta& meta) {
      table::Column& left = meta.schema.columns[0];
      left.unit = "uV";
      left.stored = table::DType::i64;
      left.stats.add(-1);
      left.stats.add(static_cast<double>(kLarge));
      left.stats.wholes = table::WholeRange{-1, kLarge};
      table::Column& right = meta.schema.columns[1];
      right.stats.add(2);
      right.stats.add(std::numeric_limits<double>::infinity());
      meta.schema.columns.emplace_back().name = "empty";
    }));
    QCOMPARE(page.row("left [uV]").mid(4, 2), (QStringList{"-1", "9007199254740993"}));
    QCOMPARE(page.row("right").mid(4, 3), (QStringList{"2", "inf", "2"}));
    QCOMPARE(page.row("empty").mid(4), (QStringList{"–", "–", "–", "–", "0"}));
    QVERIFY(page.text.contains("right holds infinite values"));
    QVERIFY(!page.text.contains("left holds infinite values"));
  }

  void aTimeHasItsOrigin() {
    const ReadPage page = read(factsOf("F.h5", [](store::DatasetMeta& meta) {
      for (table::Column& column : meta.schema.columns) column.kind = table::Kind::time;
      meta.schema.columns[0].origin = 86'400;
      meta.schema.columns[1].role = table::Role::ignored;
    }));
    QVERIFY(page.text.contains("Times of left are seconds after 1970-01-02"));
    QVERIFY(!page.text.contains("Times of right"));
  }

  void onlyRecordingsHaveARate() {
    const ReadPage page = read(factsOf("F.h5", [](store::DatasetMeta& meta) {
      meta.sources = {{"a.wav", 2000, 48'000, "ab", 16'000}, {"b.csv", 1, 2, "cd", 0}};
    }));
    QCOMPARE(page.row("a.wav").mid(2), (QStringList{"48,000", "16000 Hz", "ab"}));
    QCOMPARE(page.row("b.csv").mid(2), (QStringList{"2", "–", "cd"}));
  }

  /// A check that had nothing to compare has not passed, and one that passed needs nothing done.
  void checksAreCalledWhatTheyAre() {
    DatasetFacts facts = factsOf("F.h5");
    facts.checked = "folds-2";
    facts.checks.emplace();
    const auto add = [&](const char* name, bool passed, manifest::Severity severity, bool compared) {
      facts.checks->checks.push_back({name, passed, {"found", {}}, {"do this", {}}, severity, {}, compared});
    };
    add("one", true, manifest::Severity::fine, true);
    add("two", true, manifest::Severity::fine, false);
    add("three", false, manifest::Severity::warning, true);
    add("four", false, manifest::Severity::serious, true);
    const ReadPage page = read(facts);
    QCOMPARE(page.row("one"), (QStringList{"one", "passed", "found", ""}));
    QCOMPARE(page.row("two"), (QStringList{"two", "not compared", "found", ""}));
    QCOMPARE(page.row("three"), (QStringList{"three", "warning", "found", "do this"}));
    QCOMPARE(page.row("four"), (QStringList{"four", "serious", "found", "do this"}));
    QVERIFY(page.text.contains("folds-2"));
  }

  /// Python takes the lines as they are, whatever the file is called.
  void theLinesForPythonArePython() {
    const char* const name = "it's \"F\" \\ {0} データ.h5";
    DatasetFacts facts = factsOf(name);
    facts.info.manifests.emplace_back().name = "of \"ten\"";
    const ReadPage page = read(facts);
    QVERIFY(page.error.isEmpty());
    const qsizetype begin = page.text.indexOf("import masu");
    const qsizetype end = page.text.indexOf("print(batch.features.shape)", begin);
    QVERIFY(begin >= 0 && end > begin);
    QString script = page.text.mid(begin, end - begin) + "pass\n";
    script.replace("import masu", "class masu:\n"
                                  "    def open(name):\n"
                                  "        print(ascii(name)); masu.shape = masu.classes = 0; return ''\n"
                                  "    def Loader(dataset, split, manifest, batch, shuffle):\n"
                                  "        print(ascii(manifest)); return []\n");
    script.replace("print(len(dataset), dataset.shape, dataset.classes)", "pass");
    QProcess python;
    python.start("/usr/bin/python3", {"-c", script});
    QVERIFY(python.waitForFinished());
    const QByteArray errors = python.readAllStandardError();
    QVERIFY2(python.exitCode() == 0, errors.constData());
    QCOMPARE(python.readAllStandardOutput(),
             QByteArray("'it\\'s \"F\" \\\\ {0} \\u30c7\\u30fc\\u30bf.h5'\n'of \"ten\"'\n"));
  }
};

MASU_TEST(DatasetReportTest)
#include "dataset_report_test.moc"
