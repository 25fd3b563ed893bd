// SPDX-License-Identifier: GPL-3.0-or-later
// What sources are taken for on the import page: one table, a recording each, or images.
#include <QAbstractButton>
#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QScrollBar>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <memory>
#include <optional>
#include <utility>

#include "tests/fixtures/page_texts.h"
#include "tests/fixtures/test_group.h"
#include "tests/fixtures/workbook_fixture.h"
#include "ui/charts/signal/image_grid.h"
#include "ui/pages/import/page.h"
#include "ui/pages/import/recordings/model.h"
#include "ui/pages/import/recordings/view.h"
#include "ui/pages/import/table/dialect_bar.h"
#include "ui/pages/import/table/dialect_menu.h"
#include "ui/pages/import/table/plan_model.h"
#include "ui/pages/import/table/plan_view.h"
#include "ui/text/to_qt.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/segments.h"

using namespace masu;
using namespace masu::ui;

namespace {
constexpr int kPatience = 60'000;
}

class ImportKindsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder.path());
    Theme::current().install(*qApp, Theme::Mode::light);
    writeTable("walks/a.csv", "x,y", 300);
    writeTable("walks/b.csv", "x,y", 500);
    writeTable("unlike/a.csv", "x,y", 300);
    writeTable("unlike/b.csv", "x,y", 500);
    writeTable("unlike/target.csv", "key,label", 2);
  }

  void tablesOfOneKindAreOneTableOrARecordingEach() {
    const Shown shown(path("walks"));
    QVERIFY(!shown.plan().ofRecordings());
    QCOMPARE(shown.plan().sources.size(), std::size_t{2});
    auto* kind = shown.page->findChild<Segments*>();
    QVERIFY(!kind->isHidden());
    QCOMPARE(kind->current(), 0);
    kind->button(1)->click();
    QTRY_VERIFY_WITH_TIMEOUT(!shown.page->inspecting() && shown.page->inspection(), kPatience);
    QVERIFY(shown.plan().ofRecordings());
    QCOMPARE(shown.plan().recordings().files.size(), std::size_t{2});
    QCOMPARE(shown.plan().recordings().files[1].frames, std::uint64_t{500});
    QVERIFY2(shown.banner().contains("windows of 500 frames"), qPrintable(shown.banner()));
    QCOMPARE(kind->current(), 1);
    kind->button(0)->click();
    QTRY_VERIFY_WITH_TIMEOUT(!shown.page->inspecting() && shown.page->inspection(), kPatience);
    QVERIFY(!shown.plan().ofRecordings());
    QVERIFY(!kind->isHidden());
  }

  void theColumnOfTimesIsChosen() {
    QDir(m_folder.path()).mkpath("timed");
    QFile file(path("timed/a.csv"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("t,hum\n");
    for (int i = 0; i < 300; ++i) file.write(QByteArray::number(i) + ',' + QByteArray::number(i % 7) + '\n');
    file.close();
    const Shown shown(file.fileName());
    const auto settled = [&] { return !shown.page->inspecting() && shown.page->inspection(); };
    shown.page->findChild<Segments*>()->button(1)->click();
    QTRY_VERIFY_WITH_TIMEOUT(settled(), kPatience);
    QVERIFY2(shown.plan().ofRecordings(), qPrintable(shown.banner()));
    QCOMPARE(shown.plan().recordings().channelNames, std::vector<std::string>{"hum"});
    auto* time = named<QComboBox>(*shown.page, "Time column");
    QVERIFY(!time->parentWidget()->isHidden());
    QCOMPARE(time->currentIndex(), 0);
    QCOMPARE(time->findText("t"), 2);
    const auto choose = [&](int index) {
      time->setCurrentIndex(index);
      Q_EMIT time->activated(index);
    };
    choose(1);
    QTRY_VERIFY_WITH_TIMEOUT(settled(), kPatience);
    QCOMPARE(shown.plan().options.recordings.time, std::optional<std::string>(""));
    QCOMPARE(shown.plan().recordings().channelNames, (std::vector<std::string>{"t", "hum"}));
    QCOMPARE(time->currentIndex(), 1);
    choose(time->findText("t"));
    QTRY_VERIFY_WITH_TIMEOUT(settled(), kPatience);
    QCOMPARE(shown.plan().options.recordings.time, std::optional<std::string>("t"));
    QCOMPARE(shown.plan().recordings().channelNames, std::vector<std::string>{"hum"});
    QCOMPARE(time->currentText(), "t");
  }

  void theSheetOfAWorkbookIsChosen() {
    const QString failure = makeWorkbook(
        fromQt(path("book.xlsx")),
        "row = lambda a, b: f'<row><c t=\"inlineStr\"><is><t>{a}</t></is></c><c><v>{b}</v></c></row>'\n"
        "book([(f'S{i}', ''.join(row('abc'[j % 3], i + j) for j in range(9))) for i in range(2)])");
    QVERIFY2(failure.isEmpty(), qPrintable(failure));
    const Shown shown(path("book.xlsx"));
    auto* sheet = named<QComboBox>(*shown.page, "Sheet");
    QVERIFY(!sheet->isHidden() && sheet->count() == 2 && sheet->currentText() == "S0");
    QVERIFY(!named<QComboBox>(*shown.page, "Delimiter")->isEnabled());
    sheet->setCurrentIndex(1);
    Q_EMIT sheet->activated(1);
    QTRY_VERIFY_WITH_TIMEOUT(!shown.page->inspecting() && shown.page->inspection(), kPatience);
    QCOMPARE(shown.plan().sources.front().path, std::string("book.xlsx#S1"));
    QCOMPARE(sheet->currentText(), "S1");
  }

  /// Of a source that was surveyed in part there may be more values, and larger losses.
  void saysWhatIsKnownOfAPartOnly() {
    QFile file(path("part.csv"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("a,word,label\n");
    for (int i = 0; i < 300; ++i)
      file.write(QStringLiteral("%1,w%2,c%3\n").arg(i % 100).arg(i % 3).arg(i % 2).toUtf8());
    file.close();
    const Shown shown(file.fileName());
    for (const bool inPart : {false, true}) {
      const auto plan = std::make_shared<ingest::ImportPlan>(shown.plan());
      if (inPart) plan->surveyedBytes = plan->sourceBytes / 2;
      ImportPlanModel model;
      model.setPlan(plan);
      for (const auto& [row, count] : {std::pair(1, "3 value"), std::pair(2, "2 class")}) {
        const QString range = model.index(row, ImportPlanModel::range).data().toString();
        QVERIFY2(range.contains(count) && range.startsWith(QStringLiteral("≥ ")) == inPart, qPrintable(range));
      }
      const QString about = inPart ? QStringLiteral("≈ ") : QString();
      QCOMPARE(model.index(0, ImportPlanModel::range).data().toString(), about + QStringLiteral("0 – 99"));
      QCOMPARE(model.index(0, ImportPlanModel::missing).data().toString(), about + QStringLiteral("0"));
      const QString loss = model.index(0, ImportPlanModel::loss).data(Qt::ToolTipRole).toString();
      QVERIFY2(loss.contains("exact") && loss.contains("exact in the sample") == inPart, qPrintable(loss));
    }
  }

  /// The codes of 256 classes end at 255, and classes that are merged need none of their own.
  void showsTheTypeThatClassesAreStoredIn() {
    const auto plan = std::make_shared<ingest::ImportPlan>();
    plan->target = store::Target::classes;
    ingest::ColumnPlan& label = plan->columns.emplace_back();
    label.role = table::Role::label;
    label.kind = table::Kind::category;
    label.distinct = 1000;
    ImportPlanModel model;
    for (const auto& [classes, stored] :
         {std::pair(2, "u8 code"), std::pair(256, "u8 code"), std::pair(257, "u16 code")}) {
      plan->classes.resize(static_cast<std::size_t>(classes));
      model.setPlan(plan);
      QCOMPARE(model.index(0, ImportPlanModel::stored).data().toString(), QString(stored));
    }
  }

  /// As in a window of 1,280 pixels: a scroll bar would lie over the last line.
  void fitsThePlanIntoWhatThereIs() {
    ImportPlanView view;
    for (const int width : {1100, 810, 740}) {
      view.resize(width, 300);
      view.show();
      QTRY_COMPARE(view.horizontalScrollBar()->maximum(), 0);
    }
  }

  void namesAnyDelimiter() {
    ImportDialectBar bar;
    ingest::ImportPlan plan;
    const QList<QComboBox*> fields = bar.findChildren<QComboBox*>();
    const auto found = std::ranges::find(fields, QStringLiteral("Delimiter"), &QComboBox::accessibleName);
    QVERIFY(found != fields.end());
    const QComboBox* const field = *found;
    for (const auto& [delimiter, name] :
         {std::pair(':', ":"), std::pair(',', "Comma"), std::pair('\t', "Tab"), std::pair(':', ":")}) {
      plan.table().dialect.delimiter = delimiter;
      bar.showPlan(plan);
      QCOMPARE(field->currentText(), name);
    }
  }

  /// Whatever decimal mark was chosen before.
  void separatorsOfThousandsAreChosen() {
    DialectMenu menu;
    ingest::ImportPlan plan;
    plan.options.table.decimal = '.';
    menu.showPlan(plan);
    const auto fields = menu.findChildren<QComboBox*>();
    const auto field = std::find_if(fields.begin(), fields.end(),
                                    [](auto* each) { return each->accessibleName() == "Thousands separator"; });
    QVERIFY(field != fields.end());
    QCOMPARE((*field)->currentText(), "none");
    std::optional<ingest::TableOptions> asked;
    connect(&menu, &DialectMenu::edited, this, [&](const ingest::TableOptions& options) { asked = options; });
    Q_EMIT(*field)->activated((*field)->findText("Point"));
    QVERIFY(asked && asked->thousands == '.' && !asked->decimal);
    plan.table().dialect.thousands = '.';
    menu.showPlan(plan);
    QCOMPARE((*field)->currentText(), "Point");
  }

  void saysWhyThereIsAHeader() {
    ImportDialectBar bar;
    ingest::ImportPlan plan;
    plan.table().dialect.headerConfidence = 0.93;
    plan.table().headerReason = {"For a header: {0}.", {"<b> above 1"}};
    bar.showPlan(plan);
    const auto* header = bar.findChild<QCheckBox*>();
    QVERIFY(header->isChecked());
    QVERIFY2(header->toolTip().contains("as the header with a confidence of 93"), qPrintable(header->toolTip()));
    QVERIFY2(header->toolTip().contains("For a header: &lt;b&gt; above 1."), qPrintable(header->toolTip()));
    QVERIFY(header->accessibleDescription().contains("<b> above 1."));
    plan.table().dialect.header = false;
    bar.showPlan(plan);
    QVERIFY2(header->toolTip().contains("as data with a confidence of 93"), qPrintable(header->toolTip()));
    // What was stated needs no reason.
    plan.table().headerReason = {};
    bar.showPlan(plan);
    QCOMPARE(header->toolTip(), QString());
  }

  void tablesThatDoNotGoTogetherAreRecordings() {
    const Shown shown(path("unlike"));
    QVERIFY2(shown.page->inspection().has_value(), qPrintable(shown.banner()));
    QVERIFY(shown.plan().ofRecordings());
    QCOMPARE(shown.plan().recordings().files.size(), std::size_t{3});
    QVERIFY2(shown.banner().contains("do not go together"), qPrintable(shown.banner()));
    QVERIFY(shown.page->findChild<Segments*>()->isHidden());
    QCOMPARE(shown.page->findChild<QPushButton*>("import")->text(), "Import 2 recording(s)");
  }

  void addedFilesJoinThoseThatAreThere() {
    const Shown shown(path("walks/a.csv"));
    QCOMPARE(shown.plan().samples, std::uint64_t{300});
    shown.page->addSources({path("walks/b.csv")});
    QTRY_VERIFY_WITH_TIMEOUT(!shown.page->inspecting(), kPatience);
    QCOMPARE(shown.plan().sources.size(), std::size_t{2});
    QCOMPARE(shown.plan().samples, std::uint64_t{800});
  }

  /// What was found is shown, and so is what only --encoding or a recipe names.
  void theEncodingIsShown() {
    QFile file(path("japanese.csv"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("\x96\xBC\x91\x4F,\x92\x6C\n");  // name and value in Shift_JIS
    for (int i = 0; i < 200; ++i) file.write("\x93\x8C\x8B\x9E\x82\xC5\x82\xB7," + QByteArray::number(i) + "\n");
    file.close();
    const Shown shown(file.fileName());
    const auto fields = shown.page->findChildren<QComboBox*>();
    const auto encoding =
        std::find_if(fields.begin(), fields.end(), [](auto* field) { return field->accessibleName() == "Encoding"; });
    QVERIFY(encoding != fields.end());
    QCOMPARE((*encoding)->currentText(), "CP932");
    ingest::TableOptions options = shown.plan().options.table;
    options.encoding = "KOI8-R";
    Q_EMIT shown.page->findChild<ImportDialectBar*>()->edited(options);
    QTRY_VERIFY_WITH_TIMEOUT(!shown.page->inspecting(), kPatience);
    QCOMPARE((*encoding)->currentText(), "KOI8-R");
  }

  void imagesAreShownAsImages() {
    QFile file(path("images-idx3-ubyte"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray::fromHex("00000803") + QByteArray::fromHex("00000005") + QByteArray::fromHex("00000004") +
               QByteArray::fromHex("00000006"));
    for (int i = 0; i < 5 * 4 * 6; ++i) file.putChar(static_cast<char>(2 * i));
    file.close();
    const Shown shown(file.fileName());
    QVERIFY2(shown.page->inspection().has_value(), qPrintable(shown.banner()));
    auto* grid = shown.page->findChild<ImageGrid*>();
    QTRY_COMPARE_WITH_TIMEOUT(grid->cells().size(), std::size_t{5}, kPatience);
    QVERIFY(!grid->isHidden());
    const QImage& last = grid->cells().back().image;
    QCOMPARE(last.size(), QSize(6, 4));
    QCOMPARE(grid->cells().front().image.pixelColor(0, 0).red(), 0);
    QCOMPARE(last.pixelColor(5, 3).red(), 255);
    QVERIFY(qAbs(last.pixelColor(4, 3).red() - 253) <= 1);
    QVERIFY(shown.says("5 sample(s) of 1 × 4 × 6"));
    QCOMPARE(shown.page->findChild<QPushButton*>("import")->text(), "Import 5 samples");
    const auto* model = shown.page->findChild<ImportRecordingsModel*>();
    QCOMPARE(model->headerData(ImportRecordingsModel::windows, Qt::Horizontal, Qt::DisplayRole).toString(), "Samples");
  }

  void labelsBesideImagesAreProposed() {
    writeIdx("p-images-idx3-ubyte",
             "00000803000000060000000200000002"
             "000102030405060708091011121314151617181920212223");
    writeIdx("p-labels-idx1-ubyte",
             "0000080100000006"
             "030503050305");
    for (const QStringList& dropped : {QStringList{path("p-images-idx3-ubyte")},
                                       QStringList{path("p-labels-idx1-ubyte"), path("p-images-idx3-ubyte")}}) {
      const Shown shown(dropped);
      QTRY_VERIFY_WITH_TIMEOUT(shown.page->inspection() && !shown.plan().classes.empty(), kPatience);
      QCOMPARE(shown.plan().classes, (std::vector<std::string>{"3", "5"}));
      QCOMPARE(shown.plan().samples, std::uint64_t{6});
      QVERIFY2(shown.banner().isEmpty(), qPrintable(shown.banner()));
    }
    // A list that does not fit is reported; the samples stay on the page without it.
    writeIdx("q-images-idx3-ubyte",
             "00000803000000020000000200000002"
             "0001020304050607");
    writeIdx("q-labels-idx1-ubyte",
             "0000080100000003"
             "030503");
    const Shown shown(QStringList{path("q-images-idx3-ubyte")});
    QTRY_VERIFY2_WITH_TIMEOUT(shown.banner().contains("list of labels"), qPrintable(shown.banner()), kPatience);
    QVERIFY(shown.page->inspection() && shown.plan().classes.empty());
    QCOMPARE(shown.page->findChild<QPushButton*>("import")->text(), "Import 2 samples");
  }

  void unevenRecordsBecomeWhatIsChosen() {
    QFile file(path("uneven.csv"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("x,y\n1,2\n3\n4,5,6\n7,8\n9,1\n");
    file.close();
    const Shown shown(path("uneven.csv"));
    QCOMPARE(shown.plan().samples, std::uint64_t{3});
    const auto combos = shown.page->findChildren<QComboBox*>();
    const auto ragged = std::find_if(combos.begin(), combos.end(), [](const QComboBox* combo) {
      return combo->accessibleName() == "Uneven records";
    });
    QVERIFY(ragged != combos.end());
    QCOMPARE((*ragged)->currentIndex(), 0);
    Q_EMIT(*ragged)->activated(3);
    QTRY_VERIFY_WITH_TIMEOUT(!shown.page->inspecting() && shown.plan().samples == 5, kPatience);
    QVERIFY(shown.plan().options.table.ragged == ingest::Ragged::both);
    QCOMPARE((*ragged)->currentIndex(), 3);
  }

 private:
  /// The page with sources on it.
  struct Shown {
    explicit Shown(const QString& source) : Shown(QStringList{source}) {}
    explicit Shown(const QStringList& sources) : page(std::make_unique<ImportPage>(session, runner)) {
      page->resize(1100, 760);
      page->setVisible(true);
      page->setSources(sources);
      if (!QTest::qWaitFor([this] { return !page->inspecting(); }, kPatience)) qFatal("still inspecting");
    }
    const ingest::ImportPlan& plan() const { return page->inspection()->plan; }
    QString banner() const {
      QString words;
      for (const Banner* banner : page->findChildren<Banner*>())
        for (const QLabel* label : banner->findChildren<QLabel*>()) words += label->text();
      return words;
    }
    bool says(const QString& words) const {
      const auto labels = page->findChildren<QLabel*>();
      return std::any_of(labels.begin(), labels.end(),
                         [&](const QLabel* label) { return label->text().contains(words); });
    }

    Session session;
    JobRunner runner;
    std::unique_ptr<ImportPage> page;
  };

  QString path(const QString& name) const { return m_folder.filePath(name); }

  void writeTable(const QString& name, const char* header, int rows) const {
    QDir(m_folder.path()).mkpath(QFileInfo(path(name)).path());
    QFile file(path(name));
    if (!file.open(QIODevice::WriteOnly)) qFatal("cannot write %s", qPrintable(name));
    file.write(QByteArray(header) + '\n');
    for (int i = 0; i < rows; ++i) file.write(QByteArray::number(i % 97) + ',' + QByteArray::number(i % 7) + '\n');
  }

  void writeIdx(const QString& name, const char* hex) const {
    QFile file(path(name));
    if (!file.open(QIODevice::WriteOnly)) qFatal("cannot write %s", qPrintable(name));
    file.write(QByteArray::fromHex(hex));
  }

  QTemporaryDir m_folder;
};

MASU_TEST(ImportKindsTest)
#include "import_kinds_test.moc"
