// SPDX-License-Identifier: GPL-3.0-or-later
// Predictions in the place of the runs on the Train page: what is asked for, what is written, and what is shown of it.
#include <QCheckBox>
#include <QComboBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <filesystem>
#include <fstream>

#include "tests/fixtures/page_texts.h"
#include "tests/fixtures/sample_project.h"
#include "tests/fixtures/test_group.h"
#include "tests/fixtures/trained_run.h"
#include "ui/models/csv_records_model.h"
#include "ui/pages/train/page.h"
#include "ui/pages/train/predict/form.h"
#include "ui/pages/train/predict/sources.h"
#include "ui/pages/train/predict/view.h"
#include "ui/pages/train/runs.h"
#include "ui/widgets/segments.h"

using namespace masu;
using namespace masu::ui;
namespace fs = std::filesystem;

namespace {

constexpr int kPatience = 120'000;
constexpr int kSamples = 400;

int linesIn(const fs::path& file) {
  std::ifstream stream(file);
  int lines = 0;
  for (std::string line; std::getline(stream, line);) ++lines;
  return lines;
}

}  // namespace

class PredictViewTest : public QObject {
  Q_OBJECT

 private:
  QTemporaryDir m_settings;
  SampleProject m_project;
  QString m_path;
  bool m_hasRun = false;
  Session m_session;
  JobRunner m_runner;

  fs::path at(const char* name) const { return pathFrom(m_project.path(QString::fromUtf8(name))); }

  /// The Train page with predictions in front, by the button below the runs.
  void open(TrainPage& page) const {
    page.resize(1096, 764);
    page.show();
    QVERIFY(QTest::qWaitForWindowActive(&page));
    QTRY_COMPARE_WITH_TIMEOUT(page.runs().rowCount(), 1, kPatience);
    QTest::mouseClick(titled<QPushButton>(page.table(), QStringLiteral("Predict…")), Qt::LeftButton);
    QVERIFY(page.view() == TrainPage::View::predictions);
    QTRY_VERIFY_WITH_TIMEOUT(page.predictions().form().asked().has_value(), kPatience);
  }

  static void predict(PredictView& view) {
    QTest::mouseClick(titled<QPushButton>(view, QStringLiteral("Predict")), Qt::LeftButton);
    QVERIFY(view.predicting());
    QTRY_VERIFY_WITH_TIMEOUT(!view.predicting(), kPatience);
  }

 private Q_SLOTS:
  void initTestCase() {
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_settings.path());
    QCoreApplication::setOrganizationName("Masu");
    MASU_TAKE(m_path, m_project.table(kSamples));
    MASU_TAKE(const auto drawn, m_project.split(m_path));
    const auto trained = trainRun(pathFrom(m_path), at("census.runs") / "run-0001", 2);
    m_hasRun = trained.has_value();
    QVERIFY2(m_hasRun || trained.error().code == Errc::notFound, "the run failed");
    QVERIFY(m_session.open(m_path));
  }

  void init() {
    if (!m_hasRun) QSKIP("masu-train is not installed.");
  }

  void asksForWhatTheFieldsSay() {
    TrainPage page(m_session, m_runner);
    open(page);
    PredictForm& form = page.predictions().form();
    auto asked = form.asked();
    QVERIFY(asked.has_value());
    QCOMPARE(asked->run, at("census.runs") / "run-0001");
    QCOMPARE(asked->sources, std::vector<fs::path>{pathFrom(m_path)});
    QVERIFY(asked->split.empty() && asked->manifest.empty() && asked->keep.empty() && !asked->probabilities);
    QVERIFY(!asked->threshold && !asked->overwrite);
    QCOMPARE(asked->batch, tasks::PredictRequest().batch);
    QVERIFY(page.commandLine().startsWith("masu predict ") && page.commandLine().contains("--out "));

    named<QComboBox>(form, "Split")->setCurrentIndex(3);
    named<QComboBox>(form, "Manifest")->setCurrentIndex(1);
    named<QPlainTextEdit>(form, "Columns to write beside the predictions")->setPlainText("age\n\n a, b \n");
    titled<QCheckBox>(form, "Probability of each class")->setChecked(true);
    asked = form.asked();
    QCOMPARE(asked->split, std::string("test"));
    QCOMPARE(asked->manifest, std::string("default"));
    QCOMPARE(asked->keep, (std::vector<std::string>{"age", "a, b"}));
    QVERIFY(asked->probabilities);
    QVERIFY(page.commandLine().contains("--split test --manifest default"));

    // Files are predicted whole, and there have to be some.
    form.setUsesFiles(true);
    QVERIFY(!form.asked());
    QVERIFY(!titled<QPushButton>(form, QStringLiteral("Predict"))->isEnabled());
    form.sources().add({m_project.path("census/census-persons.csv"), m_project.path("census/census-persons.csv")});
    asked = form.asked();
    QVERIFY(asked.has_value());
    QCOMPARE(asked->sources.size(), std::size_t{1});
    QVERIFY(asked->split.empty() && asked->manifest.empty());
  }

  void aThresholdIsAProbability() {
    TrainPage page(m_session, m_runner);
    open(page);
    PredictForm& form = page.predictions().form();
    auto* field = named<QComboBox>(form, "Threshold");
    const bool two = m_session.dataset()->meta().classes.size() == 2;
    QCOMPARE(!field->isHidden(), two);
    for (const char* wrong : {"1.5", "-0.1", "a", "nan"}) {
      field->setCurrentText(wrong);
      QVERIFY2(!form.asked(), wrong);
    }
    field->setCurrentText("0.25");
    QCOMPARE(form.asked()->threshold, std::optional(0.25));
    QVERIFY(page.commandLine().contains("--threshold 0.25"));
    field->setCurrentIndex(1);
    QVERIFY(form.asked()->runThreshold && !form.asked()->threshold);
    QVERIFY(page.commandLine().contains("--threshold run"));
    field->setCurrentText(QString());
    QVERIFY(!form.asked()->threshold && !form.asked()->runThreshold);
  }

  void predictsTheDatasetAndShowsHowGoodThatIs() {
    TrainPage page(m_session, m_runner);
    open(page);
    PredictView& view = page.predictions();
    const fs::path out = view.form().asked()->out;
    predict(view);
    QVERIFY2(view.complaint().isEmpty(), qPrintable(view.complaint()));
    QVERIFY(fs::exists(out));
    QCOMPARE(linesIn(out), kSamples + 1);
    QCOMPARE(view.records().rowCount(), kSamples);
    QVERIFY2(view.headline().startsWith("400 prediction(s) in "), qPrintable(view.headline()));
    QVERIFY(says(view, "Of 400 sample(s) with a label: accuracy "));
    auto* classes = named<QTableView>(view, "Figures of each class");
    QCOMPARE(classes->model()->rowCount(), static_cast<int>(m_session.dataset()->meta().classes.size()));

    // A record leads to its sample.
    QSignalSpy opened(&page, &TrainPage::sampleOpened);
    auto* table = named<QTableView>(view, "Predictions");
    table->setFocus();
    table->setCurrentIndex(table->model()->index(7, 0));
    QTest::keyClick(table, Qt::Key_Return);
    QCOMPARE(opened.count(), 1);
    QCOMPARE(opened.first().first().toULongLong(), 7U);

    // The file is not replaced without a word.
    const auto written = fs::last_write_time(out);
    bool asked = false;
    QTimer::singleShot(0, qApp, [&asked] {
      auto* dialog = QApplication::activeModalWidget();
      if (dialog == nullptr) return;
      asked = true;
      QTest::mouseClick(titled<QPushButton>(*dialog, "Cancel"), Qt::LeftButton);
    });
    view.predict();
    QVERIFY(asked && !view.predicting());
    QVERIFY(fs::last_write_time(out) == written);

    // What was made is of this dataset.
    QCOMPARE(page.view(), TrainPage::View::predictions);
    QTest::mouseClick(titled<QPushButton>(view, QStringLiteral("Back to the runs")), Qt::LeftButton);
    QCOMPARE(page.view(), TrainPage::View::runs);
    QVERIFY(page.table().isVisible());
  }

  void filesWithoutLabelsArePredicted() {
    {
      std::ifstream source(pathFrom(m_project.path("census/census-persons.csv")));
      std::ofstream target(at("new.csv"));
      std::string line;  // of which the label is the last
      for (int k = 0; k < 21 && std::getline(source, line); ++k) target << line.substr(0, line.rfind(',')) << "\n";
    }
    TrainPage page(m_session, m_runner);
    open(page);
    PredictView& view = page.predictions();
    view.form().setUsesFiles(true);
    view.form().sources().add({m_project.path("new.csv"), m_project.path("missing.csv")});
    auto request = view.form().asked();
    QVERIFY(request.has_value());
    fs::remove(request->out);
    predict(view);
    QVERIFY2(view.complaint().contains("missing.csv"), qPrintable(view.complaint()));
    QVERIFY(!fs::exists(request->out));
    view.form().sources().clear();
    view.form().sources().add({m_project.path("new.csv")});
    predict(view);
    QVERIFY2(view.complaint().isEmpty(), qPrintable(view.complaint()));
    QCOMPARE(view.records().rowCount(), 20);
    QCOMPARE(view.records().header().front(), std::string("source"));
    QVERIFY(!says(view, "with a label"));
    for (Segments* segments : view.findChildren<Segments*>())
      if (segments->button(1)->text() == "Classes") QVERIFY(!segments->isEnabled());
  }

  /// What was chosen stays while runs of others come and go.
  void theRunStaysWhileOthersAppear() {
    TrainPage page(m_session, m_runner);
    open(page);
    const fs::path other = at("census.runs") / "run-0002";
    fs::create_directories(other);
    fs::copy_file(at("census.runs") / "run-0001" / "events.jsonl", other / "events.jsonl");
    QTRY_COMPARE_WITH_TIMEOUT(page.runs().rowCount(), 2, kPatience);
    const auto asked = page.predictions().form().asked();
    QVERIFY(asked.has_value());
    QCOMPARE(asked->run, at("census.runs") / "run-0001");
    fs::remove_all(other);
    QTRY_COMPARE_WITH_TIMEOUT(page.runs().rowCount(), 1, kPatience);
    QVERIFY(page.predictions().form().asked().has_value());
  }

  void withoutADatasetNothingPredicts() {
    TrainPage page(m_session, m_runner);
    page.show();
    QTRY_COMPARE_WITH_TIMEOUT(page.runs().rowCount(), 1, kPatience);
    QVERIFY(page.predictions().action()->isEnabled());
    page.table().focusTable();
    m_session.close();
    QVERIFY(!page.predictions().action()->isEnabled());
    page.showView(TrainPage::View::predictions);
    QCOMPARE(page.view(), TrainPage::View::runs);
    QVERIFY(m_session.open(m_path));
  }
};

MASU_TEST(PredictViewTest)
#include "predict_view_test.moc"
