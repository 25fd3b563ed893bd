// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/common/receipt_dialog.h"

#include <QCheckBox>
#include <QClipboard>
#include <QGuiApplication>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QStandardItemModel>
#include <QTest>

#include "core/tasks/data/export_task.h"
#include "core/tasks/receipt/receipt_task.h"
#include "tests/fixtures/page_texts.h"
#include "tests/fixtures/sample_project.h"
#include "tests/fixtures/test_group.h"
#include "tests/fixtures/trained_run.h"

using namespace masu;
using namespace masu::ui;
namespace fs = std::filesystem;

namespace {

constexpr int kPatience = 120'000;

QStringList factsOf(const ReceiptDialog& dialog) {
  QStringList values;
  for (int row = 0; row < dialog.facts().rowCount(); ++row) values << dialog.facts().item(row, 1)->text();
  return values;
}

}  // namespace

class ReceiptDialogTest : public QObject {
  Q_OBJECT

  fs::path place(const char* name) const { return pathFrom(m_project.path(QLatin1String(name))); }

  Result<tasks::ExportOutcome> exported(const char* out, shards::Format format) const {
    tasks::ExportRequest request{pathFrom(m_path), {}, {1, std::uint64_t{256} << 20}};
    request.options.out = place(out);
    request.options.format = format;
    Progress progress;
    return tasks::runExport(request, {{}, progress});
  }

  SampleProject m_project;
  QString m_path;
  QString m_other;
  bool m_hasRun = false;

 private Q_SLOTS:
  void initTestCase() {
    MASU_TAKE(m_path, m_project.table(600));
    MASU_TAKE(const auto drawn, m_project.split(m_path));
    MASU_TAKE(m_other, m_project.plainTable(300));
    const auto trained = trainRun(pathFrom(m_path), place("run"), 2);
    m_hasRun = trained.has_value();
    QVERIFY2(m_hasRun || trained.error().code == Errc::notFound, "the run failed");
  }

  void showsTheReceiptOfARunInWords() {
    if (!m_hasRun) QSKIP("masu-train is not installed here.");
    Session session;
    JobRunner runner;
    QVERIFY(session.open(m_path));
    ReceiptDialog dialog(place("run"), session, runner);
    dialog.show();
    QTRY_VERIFY_WITH_TIMEOUT(!dialog.busy(), kPatience);
    MASU_TAKE(const auto receipt, tasks::readRunReceipt(place("run")));
    const QStringList facts = factsOf(dialog);
    for (const std::string& hash : {receipt.dataset, receipt.content, receipt.spec})
      QVERIFY(facts.contains(toQt(hash)));
    QVERIFY(facts.join(QLatin1Char('\n')).contains(toQt(receipt.splitHash)));
    QVERIFY(facts.join(QLatin1Char('\n')).contains(toQt(receipt.sessions.front().kernels)));
    QCOMPARE(dialog.epochs().rowCount(), 2);
    QCOMPARE(dialog.epochs().item(1, 1)->text(), toQt(receipt.epochs.back().order));
    QCOMPARE(dialog.epochs().item(1, 2)->text(), toQt(receipt.epochs.back().weights.front()));
    QTest::mouseClick(titled<QPushButton>(dialog, QStringLiteral("Copy as JSON")), Qt::LeftButton);
    QCOMPARE(QGuiApplication::clipboard()->text(), toQt(metrics::toJson(receipt)));
  }

  void saysInHowManySlicesABatchWasLearned() {
    metrics::RunReceipt receipt;
    receipt.batch = 64;
    const auto batch = [&receipt] {
      for (const auto& [name, value] : receiptText(receipt).facts)
        if (name == QLatin1String("Batch")) return value;
      return QString();
    };
    QCOMPARE(batch(), "64");
    receipt.slices = 4;
    QVERIFY2(batch().startsWith("64, 4 slice"), qPrintable(batch()));
  }

  void checksARunAndNamesWhatDiffers() {
    if (!m_hasRun) QSKIP("masu-train is not installed here.");
    Session session;
    JobRunner runner;
    QVERIFY(session.open(m_path));
    ReceiptDialog dialog(place("run"), session, runner);
    dialog.show();
    QTRY_VERIFY_WITH_TIMEOUT(!dialog.busy(), kPatience);
    enter(named<QLineEdit>(dialog, "Steps to check"), "2, 5");  // Enter begins the check
    QVERIFY(dialog.busy());
    QVERIFY(titled<QPushButton>(dialog, QStringLiteral("Cancel"))->isVisible());
    QTRY_VERIFY_WITH_TIMEOUT(!dialog.busy(), kPatience);
    QVERIFY2(dialog.verdict().startsWith(QStringLiteral("All that was compared")),
             qPrintable(dialog.verdict() + bannerOf(dialog)));
    QVERIFY(says(dialog, QStringLiteral("Chosen steps: 2; 5.")));
    QVERIFY(bannerOf(dialog).isEmpty());

    fs::copy(place("run"), place("changed"), fs::copy_options::recursive);
    fs::copy_file(place("run") / "spec.json", place("changed") / "best.pt", fs::copy_options::overwrite_existing);
    ReceiptDialog changed(place("changed"), session, runner);
    changed.show();
    QTRY_VERIFY_WITH_TIMEOUT(!changed.busy(), kPatience);
    changed.check();
    QTRY_VERIFY_WITH_TIMEOUT(!changed.busy(), kPatience);
    QVERIFY2(bannerOf(changed).contains(QStringLiteral("best.pt")), qPrintable(bannerOf(changed)));
  }

  void aCheckCanBeCancelled() {
    if (!m_hasRun) QSKIP("masu-train is not installed here.");
    Session session;
    JobRunner runner;
    QVERIFY(session.open(m_path));
    ReceiptDialog dialog(place("run"), session, runner);
    dialog.show();
    QTRY_VERIFY_WITH_TIMEOUT(!dialog.busy(), kPatience);
    dialog.check();
    QTest::mouseClick(titled<QPushButton>(dialog, QStringLiteral("Cancel")), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!dialog.busy(), kPatience);
    QCOMPARE(dialog.verdict(), QStringLiteral("The check was cancelled."));
    QVERIFY(titled<QPushButton>(dialog, QStringLiteral("Check"))->isVisible());
  }

  void checksAnExportAndItsZipFile() {
    QVERIFY(exported("shards", shards::Format::csv));
    QVERIFY(exported("bundle", shards::Format::zip));
    Session session;
    JobRunner runner;
    QVERIFY(session.open(m_path));
    fs::path bundle;
    for (const auto& entry : fs::directory_iterator(place("bundle")))
      if (entry.path().extension() == ".zip") bundle = entry.path();
    for (const fs::path& where : {place("shards"), place("bundle"), bundle}) {
      ReceiptDialog dialog(where, session, runner);
      dialog.show();
      QTRY_VERIFY_WITH_TIMEOUT(!dialog.busy(), kPatience);
      QVERIFY(factsOf(dialog).contains(toQt(session.dataset()->uuid())));
      QVERIFY(named<QLineEdit>(dialog, "Steps to check")->isHidden());
      auto* whole = dialog.findChild<QCheckBox*>();
      QVERIFY(whole->isVisible());
      whole->setChecked(true);
      dialog.check();
      QTRY_VERIFY_WITH_TIMEOUT(!dialog.busy(), kPatience);
      QVERIFY2(dialog.verdict().startsWith(QStringLiteral("All that was compared")), qPrintable(bannerOf(dialog)));
    }
    std::ofstream(place("shards") / "README.md", std::ios::app) << " ";
    ReceiptDialog dialog(place("shards"), session, runner);
    dialog.show();
    QTRY_VERIFY_WITH_TIMEOUT(!dialog.busy(), kPatience);
    dialog.check();
    QTRY_VERIFY_WITH_TIMEOUT(!dialog.busy(), kPatience);
    QVERIFY2(dialog.verdict().contains(QStringLiteral("README.md")), qPrintable(dialog.verdict()));
    QVERIFY(says(dialog, QStringLiteral("Files equal:")));
  }

  void closesWhenAnotherDatasetIsOpened() {
    Session session;
    JobRunner runner;
    QVERIFY(session.open(m_path));
    QWidget page;
    page.show();
    ReceiptDialog::present(place("nowhere"), session, runner, &page);
    QPointer<ReceiptDialog> dialog = page.findChild<ReceiptDialog*>();
    QVERIFY(dialog && dialog->isVisible());
    QTRY_VERIFY(!dialog->busy());
    QVERIFY(!bannerOf(*dialog).isEmpty());
    QVERIFY(session.open(m_other));
    QTRY_VERIFY(dialog.isNull());
  }
};

MASU_TEST(ReceiptDialogTest)
#include "receipt_dialog_test.moc"
