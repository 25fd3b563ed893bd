// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/common/receipt_text.h"

#include <QTest>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ui;

namespace {

/// What a text says of something; "absent" where it says nothing.
QString factOf(const ReceiptText& text, const QString& what) {
  for (const auto& [name, fact] : text.facts) {
    if (name == what) return fact;
  }
  return "absent";
}

metrics::RunReceipt run() {
  metrics::RunReceipt receipt;
  receipt.dataset = "uuid";
  receipt.manifest = "main";
  receipt.splitHash = "ab";
  receipt.order = "v3";
  receipt.blocks = 8;
  receipt.batch = 1024;
  receipt.epochsPlanned = 4;
  receipt.stepsPerEpoch = 500;
  receipt.steps = 1200;
  receipt.models = {{"mlp", 0.01, ""}, {"linear", 0.1, ""}};
  receipt.epochs = {{1, "o1", {"h1", "h2"}}, {2, "o2", {"h3", ""}}};
  return receipt;
}

metrics::Difference difference(const char* expected, const char* found) {
  metrics::Difference difference;
  difference.expected = expected;
  difference.found = found;
  difference.message = {"{0} has changed.", {"a.npy"}};
  return difference;
}

}  // namespace

class ReceiptTextTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aRunIsSaidInWords() {
    metrics::RunReceipt receipt = run();
    ReceiptText text = receiptText(receipt);
    QCOMPARE(text.heading, QString("A training run, not ended"));
    QCOMPARE(text.dataset, QString("uuid"));
    QCOMPARE(factOf(text, "Content hash"), QString("none"));
    QCOMPARE(factOf(text, "Split"), QString("main, ab"));
    QVERIFY(factOf(text, "Shuffle").startsWith("v3, 8 chunk"));
    QCOMPARE(factOf(text, "Batch"), QString("1,024"));
    QCOMPARE(factOf(text, "Epochs"), QString("2 of 4"));
    QCOMPARE(factOf(text, "Steps"), QString("1,200 of 2,000"));
    QVERIFY(text.json.contains("\"uuid\""));
    receipt.ended = true;
    receipt.balance = true;
    receipt.slices = 2;
    text = receiptText(receipt);
    QCOMPARE(text.heading, QString("A training run that has ended"));
    QCOMPARE(factOf(text, "Shuffle"), QString("v3, balanced"));
    QVERIFY(factOf(text, "Batch").startsWith("1,024, 2 slice"));
  }

  void epochsHaveAColumnForEachModel() {
    const ReceiptText text = receiptText(run());
    QCOMPARE(text.columns.size(), 4);
    QVERIFY(text.columns[2].startsWith("Weights of mlp at ") && text.columns[3].startsWith("Weights of linear at "));
    QCOMPARE(text.epochs.size(), std::size_t{2});
    QCOMPARE(text.epochs[0], (QStringList{"1", "o1", "h1", "h2"}));
    // That model had stopped.
    QCOMPARE(text.epochs[1], (QStringList{"2", "o2", "h3", "–"}));
  }

  void anExportIsSaidInWords() {
    shards::ExportReceipt receipt;
    receipt.format = "npz";
    receipt.files = 3;
    receipt.exported = {{"train", 1200}};
    ReceiptText text = receiptText(receipt);
    QCOMPARE(text.heading, QString("An export as npz"));
    QCOMPARE(factOf(text, "Split"), QString("none"));
    QCOMPARE(factOf(text, "Shuffle"), QString("none"));
    QCOMPARE(factOf(text, "Type"), QString("absent"));
    QCOMPARE(factOf(text, "Samples, train"), QString("1,200"));
    QVERIFY(factOf(text, "Files").startsWith("3, 0"));
    QVERIFY(text.columns.isEmpty() && text.epochs.empty());
    receipt.manifest = "main";
    receipt.splitHash = "ab";
    receipt.shuffle = 0;
    receipt.dtype = "f16";
    text = receiptText(receipt);
    QCOMPARE(factOf(text, "Split"), QString("main, ab"));
    QCOMPARE(factOf(text, "Shuffle"), QString("seed 0"));
    QCOMPARE(factOf(text, "Type"), QString("f16"));
  }

  void whatWasEqualIsCounted() {
    tasks::ReceiptCheck check;
    check.filesCompared = 3;
    QCOMPARE(checkText(check).sentence, QString("All that was compared is as in the receipt."));
    QCOMPARE(checkText(check).detail, QString("Files equal: 3."));
    check.steps = {1, 1200};
    check.stepsCompared = 5;
    check.weightsCompared = 2;
    check.notes = {{"{0} is newer.", {"x"}}};
    QCOMPARE(checkText(check).detail, QString("Chosen steps: 1; 1,200. Trained again and equal: 5 steps. Hashes of "
                                              "weights equal: 2. Checkpoints equal: 3.\nx is newer."));
  }

  void aDifferenceHasBothValues() {
    tasks::ReceiptCheck check;
    check.filesCompared = 3;
    check.difference = difference("aa", "bb");
    QCOMPARE(checkText(check).sentence, QString("Differs from the receipt: a.npy has changed."));
    QCOMPARE(checkText(check).detail, QString("Receipt: aa, now: bb\nFiles equal: 3."));
    // Of a run, the check ends at the first difference.
    check.steps = {1};
    check.difference = difference("aa", "");
    QCOMPARE(checkText(check).detail, QString("Receipt: aa, now: –"));
    check.difference = difference("", "");
    QCOMPARE(checkText(check).detail, QString());
  }
};

MASU_TEST(ReceiptTextTest)
#include "receipt_text_test.moc"
