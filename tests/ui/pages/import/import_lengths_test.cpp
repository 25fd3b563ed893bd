// SPDX-License-Identifier: GPL-3.0-or-later
// Window, hop and rate on the import page: lengths in frames or as times, any rate.
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>

#include "tests/fixtures/test_group.h"
#include "ui/pages/import/recordings/bar.h"
#include "ui/pages/import/recordings/length_field.h"
#include "ui/pages/import/recordings/rate_field.h"
#include "ui/text/format.h"
#include "ui/theme/theme.h"

using namespace masu;
using namespace masu::ui;

namespace {

/// A bar as the page has it: what is edited is planned again, at 8000 frames a second, and shown.
struct Shown {
  Shown() {
    plan.content.emplace<ingest::RecordingsPlan>();
    replan();
    QObject::connect(&bar, &ImportRecordingsBar::edited, [this](const ingest::RecordingOptions& options) {
      plan.options.recordings = options;
      replan();
    });
    QObject::connect(&bar, &ImportRecordingsBar::refused,
                     [this](const Error& error) { refused = QString::fromStdString(error.message.english()); });
    bar.show();
  }
  void replan() {
    const ingest::RecordingOptions& asked = plan.options.recordings;
    plan.recordings().rate = asked.rate > 0 ? asked.rate : recorded;
    const auto frames = [&](double seconds) {
      return static_cast<std::uint64_t>(std::lround(seconds * plan.recordings().rate));
    };
    plan.recordings().window = asked.window > 0          ? asked.window
                               : asked.windowSeconds > 0 ? frames(asked.windowSeconds)
                                                         : 4096;
    plan.recordings().hop = asked.oneWindow        ? 0
                            : asked.hop            ? *asked.hop
                            : asked.hopSeconds > 0 ? frames(asked.hopSeconds)
                                                   : plan.recordings().window;
    bar.showPlan(plan);
  }
  ImportLengthField& field(const char* name) {
    for (auto* field : bar.findChildren<ImportLengthField*>())
      if (field->accessibleName() == name) return *field;
    qFatal("no field %s", name);
  }
  QString text(const char* name) { return field(name).findChild<QLineEdit*>()->text(); }
  void type(const char* name, const char* words) {
    auto* edit = field(name).findChild<QLineEdit*>();
    edit->selectAll();
    if (*words == '\0') QTest::keyClick(edit, Qt::Key_Backspace);
    QTest::keyClicks(edit, words);
    QTest::keyClick(edit, Qt::Key_Return);
  }
  bool says(const QString& words) const {
    const auto labels = bar.findChildren<QLabel*>();
    return std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) { return label->text() == words; });
  }
  const ingest::RecordingOptions& asked() const { return plan.options.recordings; }

  /// As one does who clicks into the field, types over what is there, and presses Enter.
  void typeRate(const char* words) {
    auto* edit = rate().lineEdit();
    QTest::mouseDClick(edit, Qt::LeftButton);
    QTest::keyClick(edit, Qt::Key_A, Qt::ControlModifier);
    if (*words == '\0') QTest::keyClick(edit, Qt::Key_Backspace);
    QTest::keyClicks(edit, words);
    QTest::keyClick(edit, Qt::Key_Return);
  }
  ImportRateField& rate() { return *bar.findChild<ImportRateField*>(); }

  ImportRecordingsBar bar;
  double recorded = 8000;
  ingest::ImportPlan plan;
  QString refused;
};

}  // namespace

class ImportLengthsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { Theme::current().install(*qApp, Theme::Mode::light); }

  void aWindowIsFramesOrATime() {
    Shown shown;
    QCOMPARE(shown.text("Window"), "4,096");
    QVERIFY(shown.says("= " + formatSeconds(0.512)));
    shown.type("Window", "500ms");
    QCOMPARE(shown.asked().windowSeconds, 0.5);
    QCOMPARE(shown.asked().window, std::uint64_t{0});
    QCOMPARE(shown.text("Window"), "0.5 s");
    QVERIFY(shown.says("= 4,000 frame(s)"));
    shown.type("Window", "2,048");
    QCOMPARE(shown.asked().window, std::uint64_t{2048});
    QCOMPARE(shown.asked().windowSeconds, 0.0);
    QVERIFY(shown.refused.isEmpty());
  }

  void aHopThatWasNotAskedForGoesWithTheWindow() {
    Shown shown;
    shown.type("Window", "0.5 s");
    QCOMPARE(shown.text("Hop"), "0.5 s");
    QVERIFY(!shown.asked().hop && shown.asked().hopSeconds == 0);
    shown.type("Hop", "0.125 s");
    QCOMPARE(shown.asked().hopSeconds, 0.125);
    QVERIFY(shown.says(QString("%1 overlap").arg(formatPercent(0.75))));
    shown.type("Window", "1000");
    QCOMPARE(shown.text("Hop"), "0.125 s");
    QCOMPARE(shown.asked().hopSeconds, 0.125);
    QCOMPARE(shown.plan.recordings().hop, std::uint64_t{1000});
    shown.type("Hop", "250");
    QCOMPARE(shown.asked().hop, std::optional<std::uint64_t>(250));
    QCOMPARE(shown.asked().hopSeconds, 0.0);
  }

  void noneTakesOneWindowARecording() {
    Shown shown;
    for (const char* words : {"none", ""}) {
      shown.type("Hop", "100");
      QVERIFY(!shown.asked().oneWindow);
      shown.type("Hop", words);
      QVERIFY(shown.asked().oneWindow);
      QCOMPARE(shown.text("Hop"), "none");
    }
  }

  void whatIsNotALengthIsReportedAndChangesNothing() {
    Shown shown;
    shown.type("Window", "half a second");
    QVERIFY2(shown.refused.startsWith("Window takes a number of frames"), qPrintable(shown.refused));
    QVERIFY(shown.field("Window").property("invalid").toBool());
    QCOMPARE(shown.asked().window, std::uint64_t{0});
    shown.type("Window", "");
    QVERIFY(shown.refused.endsWith("not ''."));
    shown.type("Window", "99999999999");
    QVERIFY2(shown.refused.startsWith("Window cannot be"), qPrintable(shown.refused));
    shown.type("Window", "1024");
    QVERIFY(!shown.field("Window").property("invalid").toBool());
    QCOMPARE(shown.asked().window, std::uint64_t{1024});
  }

  void arrowsStepInTheUnitThatIsThere() {
    Shown shown;
    auto& window = shown.field("Window");
    window.stepBy(1);
    QCOMPARE(shown.asked().window, std::uint64_t{4352});
    window.stepBy(-100);
    QCOMPARE(shown.asked().window, std::uint64_t{1});
    shown.type("Window", "0.2s");
    for (const char* text : {"0.3 s", "0.4 s"}) {
      window.stepBy(1);
      QCOMPARE(shown.text("Window"), text);
    }
    for (const char* text : {"0.3 s", "0.2 s", "0.1 s", "0.09 s", "0.08 s"}) {
      window.stepBy(-1);
      QCOMPARE(shown.text("Window"), text);
    }
    shown.type("Window", "9s");
    window.stepBy(2);
    QCOMPARE(shown.text("Window"), "20 s");
  }

  void anyRateCanBeTyped() {
    Shown shown;
    QCOMPARE(shown.rate().currentText(), "8,000 Hz, as recorded");
    shown.typeRate("300");
    QCOMPARE(shown.asked().rate, 300.0);
    QCOMPARE(shown.rate().currentText(), "300 Hz");
    shown.type("Window", "2 s");
    QCOMPARE(shown.plan.recordings().window, std::uint64_t{600});
    QCOMPARE(shown.asked().rate, 300.0);
    shown.typeRate("44.1 kHz");
    QCOMPARE(shown.asked().rate, 44100.0);
    QCOMPARE(shown.rate().currentText(), "44,100 Hz");
    shown.typeRate("16000");
    QCOMPARE(shown.rate().currentText(), "16,000 Hz");
    // As it was, by the list or by leaving the field empty.
    shown.typeRate("");
    QCOMPARE(shown.asked().rate, 0.0);
    QCOMPARE(shown.rate().currentText(), "8,000 Hz, as recorded");
    QTest::keyClick(&shown.rate(), Qt::Key_Down);
    QCOMPARE(shown.asked().rate, 16000.0);
    QVERIFY(shown.refused.isEmpty());
  }

  void recordingsWithoutARateAreGivenOne() {
    Shown shown;
    shown.recorded = 0;
    shown.replan();
    QCOMPARE(shown.rate().currentText(), "not recorded");
    shown.typeRate("300 Hz");
    QCOMPARE(shown.asked().rate, 300.0);
    shown.type("Window", "30s");
    QCOMPARE(shown.plan.recordings().window, std::uint64_t{9000});
    QVERIFY(shown.says("= 9,000 frame(s)"));
  }

  void whatIsNotARateIsReportedAndChangesNothing() {
    Shown shown;
    shown.typeRate("fast");
    QVERIFY2(shown.refused.contains("not 'fast'"), qPrintable(shown.refused));
    QVERIFY(shown.rate().property("invalid").toBool());
    QCOMPARE(shown.rate().currentText(), "fast");
    QCOMPARE(shown.asked().rate, 0.0);
    shown.typeRate("500");
    QVERIFY(!shown.rate().property("invalid").toBool());
    QCOMPARE(shown.asked().rate, 500.0);
  }
};

MASU_TEST(ImportLengthsTest)
#include "import_lengths_test.moc"
