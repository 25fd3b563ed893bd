// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/import/recordings/panel.h"

#include <QComboBox>
#include <QLabel>
#include <QSignalSpy>
#include <QTest>

#include "tests/fixtures/page_texts.h"
#include "tests/fixtures/test_group.h"
#include "ui/pages/import/plan/order.h"
#include "ui/widgets/section.h"

using namespace masu;
using namespace masu::ui;

class PanelTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { m_panel = std::make_unique<ImportRecordingsPanel>(); }

  void aSampleIsAWindowAnImageOrARow() {
    tasks::Inspection inspection = twoOfEach();
    m_panel->showInspection(inspection);
    QVERIFY(says(*m_panel, "windows from 4 file(s)"));
    QCOMPARE(fact("Each sample"), QString::fromUtf8("2 channel(s) × 5"));
    inspection.plan.samples = 1;
    m_panel->showInspection(inspection);
    QVERIFY(says(*m_panel, "window from 4 file(s)") && !says(*m_panel, "windows from"));
    // Files that will be rejected give none.
    inspection.plan.recordings().files[0].problem = "It is damaged.";
    m_panel->showInspection(inspection);
    QVERIFY(says(*m_panel, "window from 3 file(s)"));
  }

  void aDiskThatIsTooSmallIsSaid() {
    tasks::Inspection inspection = twoOfEach();
    inspection.forecast.fitsDisk = true;
    m_panel->showInspection(inspection);
    QVERIFY(fact("Disk").isEmpty());
    inspection.forecast.fitsDisk = false;
    inspection.forecast.diskFreeBytes = 4'000'000'000;
    m_panel->showInspection(inspection);
    QVERIFY2(fact("Disk").startsWith("not enough: 4.00"), qPrintable(fact("Disk")));
  }

  /// Windows of each class are counted, those of files that will be rejected apart.
  void classesAreAsEvenAsTheirWindows() {
    tasks::Inspection inspection = twoOfEach();
    inspection.plan.classes = {"a", "b"};
    m_panel->showInspection(inspection);
    QVERIFY(says(*m_panel, "4 window(s) each"));
    inspection.plan.recordings().files[0].frames = 30;
    m_panel->showInspection(inspection);
    QVERIFY(says(*m_panel, "4 to 8 windows"));
    inspection.plan.recordings().files[0].problem = "It is damaged.";
    m_panel->showInspection(inspection);
    QVERIFY(says(*m_panel, "2 to 4 windows"));
    inspection.plan.classes = {"a", "b", "c"};
    m_panel->showInspection(inspection);
    QVERIFY(says(*m_panel, "0 to 4 windows"));
    const QWidget* classes = sectionOf("Classes");
    QVERIFY(classes->isVisibleTo(m_panel.get()));
    inspection.plan.classes.clear();
    m_panel->showInspection(inspection);
    QVERIFY(!classes->isVisibleTo(m_panel.get()));
  }

  void groupsAreListedWithFilesAndWindows() {
    tasks::Inspection inspection = twoOfEach();
    m_panel->showInspection(inspection);
    const QWidget* groups = sectionOf("Groups");
    QVERIFY(!groups->isVisibleTo(m_panel.get()));
    inspection.plan.options.recordings.groupFrom = "folder";
    inspection.plan.recordings().files.clear();
    for (int i = 0; i < 14; ++i) {
      ingest::RecordingPlan& file = inspection.plan.recordings().files.emplace_back();
      file.path = std::to_string(i) + ".wav";
      file.frames = 10;
      file.group = "person " + std::string(i < 10 ? "0" : "") + std::to_string(i);
    }
    m_panel->showInspection(inspection);
    QVERIFY(groups->isVisibleTo(m_panel.get()));
    QVERIFY(says(*groups, "person 00") && says(*groups, "person 11") && !says(*groups, "person 12"));
    QVERIFY(says(*groups, "and 2 more"));
    inspection.plan.recordings().files.resize(1);
    m_panel->showInspection(inspection);
    QVERIFY(says(*groups, "person 00") && !says(*groups, "person 01") && !says(*groups, "more"));
  }

  void aTypeIsChosenOrThatOfTheRecordings() {
    tasks::Inspection inspection = twoOfEach();
    inspection.plan.dtype = table::DType::i16;
    m_panel->showInspection(inspection);
    auto* type = named<QComboBox>(*m_panel, "Store as");
    QCOMPARE(type->currentText(), "i16, as recorded");
    const QSignalSpy chosen(m_panel.get(), &ImportRecordingsPanel::typeChosen);
    QTest::keyClick(type, Qt::Key_Down);
    const auto first = chosen.last().first().value<std::optional<table::DType>>();
    QVERIFY(first == table::DType::f64);
    inspection.plan.options.dtype = table::DType::f64;
    m_panel->showInspection(inspection);
    QCOMPARE(type->currentText(), "f64");
    QTest::keyClick(type, Qt::Key_Home);
    QVERIFY(!chosen.last().first().value<std::optional<table::DType>>());
    QCOMPARE(chosen.count(), 2);
  }

  /// Whole recordings are stored in their own order; windows of them are cut while reading.
  void wholeRecordingsHaveNoOrderToChoose() {
    tasks::Inspection inspection = twoOfEach();
    m_panel->showInspection(inspection);
    auto* keep = named<QComboBox>(*m_panel, "Keep on disk");
    QVERIFY(m_panel->order().isEnabled());
    const QSignalSpy chosen(m_panel.get(), &ImportRecordingsPanel::keepChosen);
    QTest::keyClick(keep, Qt::Key_Down);
    QCOMPARE(chosen.last().first().value<ingest::StoreAs>(), ingest::StoreAs::recordings);
    inspection.plan.options.recordings.keep = ingest::StoreAs::recordings;
    m_panel->showInspection(inspection);
    QVERIFY(!m_panel->order().isEnabled());
    QTest::keyClick(keep, Qt::Key_Up);
    QCOMPARE(chosen.last().first().value<ingest::StoreAs>(), ingest::StoreAs::windows);
  }

  /// Which dimension is time is a question of matrices alone, and which column is, one of tables.
  void onlyWhatMayBeAskedIsAsked() {
    const auto isAsked = [&](const char* name) { return named<QComboBox>(*m_panel, name)->isVisibleTo(m_panel.get()); };
    for (const auto& [path, frames, time] :
         {std::tuple("a.wav", false, false), std::tuple("a.NPY.gz", true, false), std::tuple("a.csv", false, true)}) {
      tasks::Inspection inspection = twoOfEach();
      for (ingest::RecordingPlan& file : inspection.plan.recordings().files) file.path = path;
      m_panel->showInspection(inspection);
      QCOMPARE(isAsked("Frames are"), frames);
      QCOMPARE(isAsked("Time column"), time);
    }
  }

  void theTimeIsAColumnNoneOrDetected() {
    tasks::Inspection inspection = twoOfEach();
    ingest::RecordingPlan& file = inspection.plan.recordings().files[0];
    file.path = "a.csv";
    file.timeColumns = {"t"};
    m_panel->showInspection(inspection);
    auto* time = named<QComboBox>(*m_panel, "Time column");
    QStringList offered;
    for (int i = 0; i < time->count(); ++i) offered << time->itemText(i);
    QCOMPARE(offered, (QStringList{"Detected", "None", "t", "x", "y"}));
    QCOMPARE(time->currentIndex(), 0);
    const QSignalSpy chosen(m_panel.get(), &ImportRecordingsPanel::timeChosen);
    using Time = std::optional<std::string>;
    QTest::keyClick(time, Qt::Key_Down);
    QVERIFY(chosen.last().first().value<Time>() == Time(""));
    QTest::keyClick(time, Qt::Key_Down);
    QVERIFY(chosen.last().first().value<Time>() == Time("t"));
    QTest::keyClick(time, Qt::Key_Home);
    QVERIFY(chosen.last().first().value<Time>() == Time());
    inspection.plan.options.recordings.time = "x";
    // Channels that were named cannot be the time.
    m_panel->showInspection(inspection);
    QCOMPARE(time->currentText(), "x");
    inspection.plan.options.recordings.time.reset();
    inspection.plan.options.recordings.channels = {"x", "y"};
    m_panel->showInspection(inspection);
    QCOMPARE(time->count(), 3);
  }

 private:
  /// Two recordings of class "a" and two of "b", of two channels and two windows each.
  static tasks::Inspection twoOfEach() {
    tasks::Inspection inspection;
    auto& recordings = inspection.plan.content.emplace<ingest::RecordingsPlan>();
    for (const char* label : {"a", "a", "b", "b"}) {
      ingest::RecordingPlan& file = recordings.files.emplace_back();
      file.path = std::string(label) + ".wav";
      file.frames = 10;
      file.channels = 2;
      file.label = label;
    }
    recordings.channelNames = {"x", "y"};
    recordings.window = 5;
    recordings.hop = 5;
    inspection.plan.columns.resize(2);
    inspection.plan.columns[0].name = "x";
    inspection.plan.columns[1].name = "y";
    inspection.plan.samples = 8;
    return inspection;
  }

  QString fact(const char* name) const { return m_panel->findChild<KeyValues*>()->value(name); }
  const QWidget* sectionOf(const QString& heading) const {
    for (const Section* section : m_panel->findChildren<Section*>())
      for (const QLabel* label : section->findChildren<QLabel*>())
        if (label->text() == heading) return section;
    qFatal("There is no section %s.", qPrintable(heading));
  }

  std::unique_ptr<ImportRecordingsPanel> m_panel;
};

MASU_TEST(PanelTest)
#include "panel_test.moc"
