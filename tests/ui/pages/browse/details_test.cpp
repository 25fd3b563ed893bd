// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/browse/details.h"

#include <QLabel>
#include <QStackedWidget>
#include <QTest>
#include <QToolButton>
#include <cmath>

#include "tests/fixtures/fake_dataset.h"
#include "tests/fixtures/test_group.h"
#include "ui/jobs/job_runner.h"
#include "ui/pages/browse/signals.h"
#include "ui/session/session.h"
#include "ui/widgets/section.h"

using namespace masu;
using namespace masu::ui;

class DetailsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    m_session = std::make_unique<Session>();
    m_runner = std::make_unique<JobRunner>();
    m_details = std::make_unique<BrowseDetails>(*m_session, *m_runner);
    m_details->resize(280, 640);
    m_details->show();
  }
  void cleanup() {
    m_details.reset();
    m_runner.reset();
    m_session.reset();
  }

  void aTabShowsItsPage() {
    const auto* pages = m_details->findChild<QStackedWidget*>();
    QCOMPARE(pages->currentIndex(), int(BrowseDetails::kDataset));
    for (auto* tab : m_details->findChildren<QToolButton*>()) {
      if (tab->text() != "Sample") continue;
      QTest::mouseClick(tab, Qt::LeftButton);
      QVERIFY(tab->isChecked());
    }
    QCOMPARE(pages->currentIndex(), int(BrowseDetails::kSample));
    m_details->showTab(BrowseDetails::kColumn);
    QCOMPARE(pages->currentIndex(), int(BrowseDetails::kColumn));
  }

  void aDatasetIsDescribedWithItsFirstSources() {
    FakeDataset dataset(4);
    dataset.add("features", table::DType::f32, {2, 5}, 2, std::vector<float>(40, 1));
    store::DatasetMeta& meta = dataset.editMeta();
    meta.classes = {"no", "yes", "maybe"};
    meta.records = 1234;
    for (int i = 0; i < 10; ++i) meta.sources.push_back({"s" + std::to_string(i) + ".wav", 100, 12, "", 0});
    m_details->setDataset(dataset);
    QCOMPARE(value("Shape"), QString::fromUtf8("4 × 2 × 5 f32"));
    QVERIFY2(value("Chunk").startsWith("2 sample(s), 80"), qPrintable(value("Chunk")));
    QVERIFY2(value("On disk").endsWith(", uncompressed"), qPrintable(value("On disk")));
    QCOMPARE(value("Classes"), "3");
    QCOMPARE(value("Records"), "1,234");
    QVERIFY(value("Dropped").isEmpty());
    QVERIFY(!value("s7.wav").isEmpty() && value("s8.wav").isEmpty());
    QVERIFY(!value("and 2 more").isEmpty());
    // Of another one, nothing of this is left.
    FakeDataset other(1);
    other.editMeta().sources = {{"alone.csv", 100, 12, "", 0}};
    m_details->setDataset(other);
    QVERIFY(!value("alone.csv").isEmpty());
    for (const char* gone : {"s0.wav", "and 2 more", "Classes", "Chunk"}) QVERIFY2(value(gone).isEmpty(), gone);
  }

  void aColumnOfNumbersHasItsFigures() {
    table::Column column;
    column.name = "age";
    column.stats.count = 8;
    column.stats.missing = 2;
    column.stats.min = 1;
    column.stats.max = 3;
    column.stats.mean = 2;
    column.stats.squares = 8;
    m_details->setColumn(column, {1, 2, 3}, 10);
    QVERIFY(says("age") && says("feature, f32"));
    QCOMPARE(value("Mean"), "2");
    QCOMPARE(value("Deviation"), "1");
    QCOMPARE(value("Range"), QString::fromUtf8("1 – 3"));
    QVERIFY2(value("Missing").startsWith("2, 20.0"), qPrintable(value("Missing")));
    QVERIFY(value("Scale").isEmpty() && value("Values").isEmpty());
    // Doubles do not distinguish these.
    column.stats.wholes = {9'007'199'254'740'993, 9'007'199'254'740'995};
    column.scale = 0.5;
    m_details->setColumn(column, {}, 10);
    QCOMPARE(value("Range"), QString::fromUtf8("9007199254740993 – 9007199254740995"));
    QCOMPARE(value("Scale"), "0.5");
    QCOMPARE(value("Offset"), "0");
  }

  void aColumnOfWordsHasNoFiguresOfNumbers() {
    table::Column numbers;
    numbers.name = "age";
    numbers.stats.count = 8;
    numbers.stats.min = 1;
    numbers.stats.max = 3;
    m_details->setColumn(numbers, {1, 2}, 8);
    table::Column words;
    words.name = "city";
    words.role = table::Role::category;
    words.stored = table::DType::u8;
    words.dictionary = {"Oslo", "Paris", "Rome"};
    words.stats.count = 8;
    m_details->setColumn(words, {4, 3, 1}, 8);
    QVERIFY(says("city") && says("category, u8") && !says("age"));
    QCOMPARE(value("Values"), "3");
    QCOMPARE(value("Missing"), "0");
    for (const char* figure : {"Mean", "Deviation", "Range"}) QVERIFY2(value(figure).isEmpty(), figure);
    m_details->clearColumn();
    QVERIFY(says("No column chosen") && value("Values").isEmpty());
  }

  void aSampleIsShownUntilThereIsNone() {
    const SampleRow row{"yes", "a.csv", 7, {"1", {}}};
    m_details->setSample(1234, row, {{"a", "f32", true}, {"b", {}, false}}, 2);
    QVERIFY(says("Sample 1,234") && says("Test"));
    QCOMPARE(value("Label"), "yes");
    QCOMPARE(value("Source"), "a.csv");
    QCOMPARE(value("Position"), "7");
    QCOMPARE(value("a"), "1");
    QCOMPARE(value("b"), "missing");
    // Without a split none is shown; what was shown of the one before is not.
    m_details->setSample(3, row, {{"a", "f32", true}, {"b", {}, false}}, -1);
    QVERIFY(says("Sample 3") && !says("Unused"));
    for (const QLabel* label : m_details->findChildren<QLabel*>()) QVERIFY(label->text() != "Test");
    m_details->clearSample();
    QVERIFY(says("No sample chosen"));
    for (const char* gone : {"Label", "Source", "Position", "a", "b"}) QVERIFY2(value(gone).isEmpty(), gone);
  }

  /// Peak and loudness are those of the recording: padding has no part in them, nor has what is no number.
  void aSignalIsMeasuredWithoutItsPadding() {
    m_details->setDataset(FakeDataset(1));
    m_details->setSignals(signalsOf({{0.5F, -0.5F, 9, 9}}, 2));
    QCOMPARE(value("Frames"), "2 of 4");
    QCOMPARE(value("Channels"), "1");
    QCOMPARE(value("Peak"), minus("-6 dBFS"));
    QCOMPARE(value("RMS"), minus("-6 dBFS"));
    QCOMPARE(value("Mean"), "0");
    m_details->setSignals(signalsOf({{NAN, 1, INFINITY, 1}}, 4));
    QCOMPARE(value("Peak"), "0 dBFS");
    QCOMPARE(value("RMS"), "0 dBFS");
    QCOMPARE(value("Mean"), "1");
    // What is silent has no level, and of what is beyond full scale the value is shown.
    m_details->setSignals(signalsOf({{0, 0}}, 2));
    QCOMPARE(value("Peak"), QString::fromUtf8("–"));
    m_details->setSignals(signalsOf({{3, 0}, {0, -4}}, 2));
    QCOMPARE(value("Peak"), "4");
    QCOMPARE(value("RMS"), "2.5");
    QCOMPARE(value("Mean"), minus("-0.25"));
    QCOMPARE(value("Channels"), "2");
  }

  void anImageHasASizeAndNoFrames() {
    FakeDataset dataset(1);
    dataset.add("features", table::DType::u8, {1, 2, 3}, 1, std::vector<std::uint8_t>(6, 4));
    dataset.editMeta().kind = store::SampleKind::image;
    m_details->setDataset(dataset);
    m_details->setSignals(signalsOf({{4, 4, 4, 4, 4, 4}}, 6));
    QVERIFY(says("Image"));
    QCOMPARE(value("Size"), QString::fromUtf8("3 × 2"));
    QVERIFY(value("Frames").isEmpty());
    QCOMPARE(value("Peak"), "4");
  }

 private:
  static SampleSignals signalsOf(const std::vector<std::vector<float>>& channels, std::size_t frames) {
    SampleSignals read;
    read.frames = frames;
    for (const auto& channel : channels) read.channels.push_back(std::make_shared<const std::vector<float>>(channel));
    return read;
  }
  static QString minus(const char* text) { return QString::fromUtf8(text).replace('-', QChar(0x2212)); }

  /// Of the row of that name, wherever it is; empty where none is shown.
  QString value(const char* name) const {
    for (const KeyValues* values : m_details->findChildren<KeyValues*>())
      if (const QString found = values->value(name); !found.isEmpty()) return found;
    return {};
  }
  bool says(const QString& text) const {
    for (const QLabel* label : m_details->findChildren<QLabel*>())
      if (label->text() == text) return true;
    return false;
  }

  std::unique_ptr<Session> m_session;
  std::unique_ptr<JobRunner> m_runner;
  std::unique_ptr<BrowseDetails> m_details;
};

MASU_TEST(DetailsTest)
#include "details_test.moc"
