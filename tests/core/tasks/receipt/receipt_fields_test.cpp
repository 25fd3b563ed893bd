// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/receipt/receipt_fields.h"

#include <QTest>
#include <functional>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::tasks;
using metrics::RunReceipt;

namespace {

using Change = std::function<void(RunReceipt&)>;

RunFacts factsOfARun() {
  RunFacts facts;
  facts.spec.manifest = "folds-1";
  facts.spec.seed = 17;
  facts.spec.batch = 32;
  facts.spec.slices = 4;
  facts.spec.epochs = 9;
  facts.spec.blocks = 6;
  facts.spec.threads = 3;
  facts.data.emplace();
  facts.data->order = "masu9";
  facts.samples = 1234;
  return facts;
}

RunReceipt receiptOfIt() {
  RunReceipt receipt;
  receipt.samples = 1234;
  receipt.manifest = "folds-1";
  receipt.seed = 17;
  receipt.batch = 32;
  receipt.slices = 4;
  receipt.epochsPlanned = 9;
  receipt.blocks = 6;
  receipt.order = "masu9";
  receipt.sessions.resize(2);
  for (metrics::ReceiptSession& session : receipt.sessions) session.threads = 3;
  return receipt;
}

}  // namespace

class ReceiptFieldsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void everyFieldIsCompared_data() {
    QTest::addColumn<Change>("change");
    QTest::addColumn<QString>("field");
    QTest::addColumn<QString>("noted");
    QTest::addColumn<QString>("known");
    const auto row = [](const char* field, const char* noted, const char* known, Change change) {
      QTest::newRow(field) << std::move(change) << QString(field) << QString(noted) << QString(known);
    };
    row("dataset.samples", "1235", "1234", [](RunReceipt& r) { ++r.samples; });
    row("split.manifest", "other", "folds-1", [](RunReceipt& r) { r.manifest = "other"; });
    row("order.seed", "18", "17", [](RunReceipt& r) { ++r.seed; });
    row("order.balance", "true", "false", [](RunReceipt& r) { r.balance = true; });
    row("order.batch", "33", "32", [](RunReceipt& r) { ++r.batch; });
    row("slices", "5", "4", [](RunReceipt& r) { ++r.slices; });
    row("epochs_planned", "10", "9", [](RunReceipt& r) { ++r.epochsPlanned; });
    row("order.version", "masu1.2", "masu9", [](RunReceipt& r) { r.order = "masu1.2"; });
    row("order.blocks", "7", "6", [](RunReceipt& r) { ++r.blocks; });
    row("sessions.threads", "4", "3", [](RunReceipt& r) { ++r.sessions.back().threads; });
  }

  void everyFieldIsCompared() {
    QFETCH(const Change, change);
    QFETCH(const QString, field);
    QFETCH(const QString, noted);
    QFETCH(const QString, known);
    RunReceipt receipt = receiptOfIt();
    QVERIFY(!differingFields(receipt, factsOfARun(), "receipt.json"));
    change(receipt);
    const auto difference = differingFields(receipt, factsOfARun(), "a run/receipt.json");
    QVERIFY(difference);
    QVERIFY(difference->what == metrics::Compared::spec);
    QCOMPARE(QString::fromStdString(difference->expected), field + " " + noted);
    QCOMPARE(QString::fromStdString(difference->found), field + " " + known);
    const QString sentence = QString::fromStdString(difference->message.english());
    QVERIFY2(sentence.startsWith("a run/receipt.json") && sentence.contains(field), qPrintable(sentence));
  }

  void allThatDifferAreNamed() {
    RunReceipt receipt = receiptOfIt();
    receipt.samples = 1;
    receipt.batch = 2;
    for (metrics::ReceiptSession& session : receipt.sessions) session.threads = 5;
    const auto difference = differingFields(receipt, factsOfARun(), "receipt.json");
    QVERIFY(difference);
    for (const char* field : {"dataset.samples", "order.batch", "sessions.threads"}) {
      QVERIFY2(difference->message.english().find(field) != std::string::npos, field);
      QVERIFY2(difference->expected.find(field) != std::string::npos, field);
      QVERIFY2(difference->found.find(field) != std::string::npos, field);
    }
    QVERIFY(difference->message.english().find("seed") == std::string::npos);
  }

  /// What a run of an earlier version does not say is not held against its receipt.
  void whatIsNotKnownIsNotCompared() {
    RunFacts facts = factsOfARun();
    RunReceipt receipt = receiptOfIt();
    receipt.order = "another";
    receipt.blocks = 8;
    for (metrics::ReceiptSession& session : receipt.sessions) session.threads = 5;
    facts.data.reset();
    facts.spec.blocks = 0;
    facts.spec.threads = 0;
    QVERIFY(!differingFields(receipt, facts, "receipt.json"));
    // A balanced order has none to find out.
    facts.spec.balance = receipt.balance = true;
    QVERIFY(differingFields(receipt, facts, "receipt.json"));
    receipt.blocks = 0;
    QVERIFY(!differingFields(receipt, facts, "receipt.json"));
  }

  /// They are compared with what they are of.
  void hashesStepsAndModelsAreNot() {
    RunReceipt receipt = receiptOfIt();
    receipt.content = receipt.spec = receipt.splitHash = "0f";
    receipt.steps = 7;
    receipt.models.resize(3);
    receipt.ended = true;
    QVERIFY(!differingFields(receipt, factsOfARun(), "receipt.json"));
  }
};

MASU_TEST(ReceiptFieldsTest)
#include "receipt_fields_test.moc"
