// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/common/confirm_lists.h"

#include <QAbstractButton>
#include <QApplication>
#include <QMessageBox>
#include <QTest>
#include <QTimer>

#include "core/ingest/plan/import_plan.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ui;

class ConfirmListsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void listsBelowTheSourcesAreReadUnasked() {
    ingest::RecordingOptions options;
    QVERIFY(ask(recipe("csv:labels.csv", "folder"), options, "Cancel"));
    QVERIFY(m_question.isEmpty());
    QVERIFY(options.labelFrom.empty() && options.groupFrom.empty());
    // What is no recipe is for the inspection to say.
    QVERIFY(ask("no recipe at all", options, "Cancel"));
    QVERIFY(m_question.isEmpty());
  }

  void aListElsewhereIsReadWherePeopleSaySo() {
    for (const char* rule : {"csv:/etc/<b>labels</b>.csv", "csv:../labels.csv"}) {
      ingest::RecordingOptions options;
      QVERIFY(ask(recipe(rule, "folder"), options, "Read"));
      QVERIFY2(m_question.contains(QString(rule).mid(4)), qPrintable(m_question));
      QCOMPARE(options.labelFrom, std::string(rule));
      // It has been said now.
      QVERIFY(ask(recipe(rule, "folder"), options, "Cancel"));
      QVERIFY(m_question.isEmpty());
    }
  }

  void aListOfGroupsIsAskedForToo() {
    ingest::RecordingOptions options;
    QVERIFY(ask(recipe("csv:/a/labels.csv", "csv:/b/groups.csv"), options, "Read"));
    QVERIFY2(m_question.contains("/a/labels.csv") && m_question.contains("/b/groups.csv"), qPrintable(m_question));
    QCOMPARE(options.groupFrom, "csv:/b/groups.csv");
    // To have allowed one list is not to have allowed another.
    options.groupFrom = "csv:/c/groups.csv";
    QVERIFY(!ask(recipe("csv:/a/labels.csv", "csv:/b/groups.csv"), options, "Cancel"));
    QVERIFY(!m_question.isEmpty());
  }

  void refusingStatesNothing() {
    ingest::RecordingOptions options;
    options.groupFrom = "name:^(.)";
    QVERIFY(!ask(recipe("csv:/etc/labels.csv", "csv:/etc/groups.csv"), options, "Cancel"));
    QVERIFY(options.labelFrom.empty());
    QCOMPARE(options.groupFrom, "name:^(.)");
  }

 private:
  static std::string recipe(const char* labels, const char* groups) {
    ingest::ImportPlan plan;
    plan.content.emplace<ingest::RecordingsPlan>();
    plan.options.as = ingest::SourceKind::recordings;
    plan.options.recordings.labelFrom = labels;
    plan.options.recordings.groupFrom = groups;
    return ingest::recipeFrom(plan);
  }

  /// What the reply to the question is, if there is one; m_question is its text, else empty.
  bool ask(const std::string& text, ingest::RecordingOptions& options, const QString& reply) {
    m_question.clear();
    QTimer wait;
    connect(&wait, &QTimer::timeout, &wait, [&] {
      auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
      if (box == nullptr) return;
      wait.stop();
      m_question = box->text();
      for (QAbstractButton* button : box->buttons())
        if (button->text() == reply) button->click();
    });
    wait.start(1);
    return confirmLists(nullptr, text, options);
  }

  QString m_question;
};

MASU_TEST(ConfirmListsTest)
#include "confirm_lists_test.moc"
