// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/import/draft.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonDocument>
#include <QTest>

#include "tests/fixtures/test_group.h"
#include "ui/text/to_qt.h"

using namespace masu;
using namespace masu::ui;

class DraftTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  /// As it is noted in the settings: as JSON.
  void whatWasChosenComesBack() {
    ingest::ImportPlan plan;
    plan.options.sources = {"/data/a b.csv", "/data/ü.csv"};
    plan.dtype = table::DType::f64;
    plan.options.dtype = table::DType::f64;
    plan.options.onError = ingest::OnError::fail;
    UnfinishedWork work = workOf(plan, "/out/a.h5", 5'000'000'000);
    QVERIFY(work.kind == UnfinishedWork::Kind::importing);
    QVERIFY(work.begun.isValid() && work.dataset.isEmpty());
    const QByteArray noted = QJsonDocument::fromVariant(work.details).toJson();
    work.details = QJsonDocument::fromJson(noted).toVariant().toMap();
    const ImportDraft draft = draftOf(work);
    QVERIFY(draft.options.sources == plan.options.sources);
    QCOMPARE(draft.target, "/out/a.h5");
    QCOMPARE(draft.partBytes, std::uint64_t{5'000'000'000});
    QVERIFY(!draft.inspection);
    const auto again = ingest::planFromRecipe(draft.recipe);
    QVERIFY(again);
    QCOMPARE(again->dtype, table::DType::f64);
    QCOMPARE(again->options.onError, ingest::OnError::fail);
  }

  /// The program may be started elsewhere the next time.
  void pathsAreAbsolute() {
    ingest::ImportPlan plan;
    plan.options.sources = {"here.csv"};
    const ImportDraft draft = draftOf(workOf(plan, "there.h5", 0));
    QCOMPARE(draft.options.sources.size(), std::size_t{1});
    QCOMPARE(toQt(draft.options.sources.front()), QDir::current().absoluteFilePath("here.csv"));
    QCOMPARE(draft.target, QDir::current().absoluteFilePath("there.h5"));
    QCOMPARE(draft.partBytes, std::uint64_t{0});
  }

  /// Settings may have been written by another version.
  void whatIsNotNotedIsNotChosen() {
    UnfinishedWork work;
    work.target = "/out/a.h5";
    const ImportDraft draft = draftOf(work);
    QCOMPARE(draft.target, "/out/a.h5");
    QVERIFY(draft.options.sources.empty() && draft.recipe.empty() && draft.partBytes == 0);
  }
};

MASU_TEST(DraftTest)
#include "draft_test.moc"
