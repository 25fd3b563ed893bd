// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shards/write/export_receipt.h"

#include <QCryptographicHash>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>
#include <limits>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::shards;

/// The receipt of an export as text and back.
class ExportReceiptTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void everyFieldComesBack() {
    const ExportReceipt written = full();
    const auto read = exportReceiptFrom(toJson(written), "receipt.json");
    QVERIFY2(read, read ? "" : read.error().message.english().c_str());
    QVERIFY(isSame(*read, written));
    QCOMPARE(toJson(*read), toJson(written));
  }

  void whatThereIsNotIsNull() {
    ExportReceipt plain = full();
    for (std::string* text : {&plain.content, &plain.labels, &plain.manifest, &plain.splitHash, &plain.dtype})
      text->clear();
    plain.edition = 0;
    plain.shuffle.reset();
    plain.exported.clear();
    const std::string text = toJson(plain);
    const QJsonObject json = QJsonDocument::fromJson(QByteArray::fromStdString(text)).object();
    QVERIFY(json["split"]["manifest"].isNull() && json["split"]["hash"].isNull());
    QVERIFY(json["plan"]["dtype"].isNull() && json["plan"]["shuffle"].isNull());
    QVERIFY(json["dataset"]["content"].isNull());
    // Labels as they were imported are not mentioned.
    QVERIFY(!json["dataset"].toObject().contains("labels_hash") && !json["dataset"].toObject().contains("edition"));
    const auto read = exportReceiptFrom(text, "receipt.json");
    QVERIFY2(read, read ? "" : read.error().message.english().c_str());
    QVERIFY(isSame(*read, plain));
    // A seed of 0 is one.
    plain.shuffle = 0;
    QCOMPARE(exportReceiptFrom(toJson(plain), "receipt.json")->shuffle, std::optional<std::uint64_t>(0));
  }

  void oneOfALaterVersionIsRefused() {
    const auto read = exportReceiptFrom(replaced("\"masu_receipt\": 1", "\"masu_receipt\": 2"), "of/receipt.json");
    QVERIFY(!read);
    QCOMPARE(read.error().code, Errc::unsupported);
    QVERIFY(read.error().message.english().find("of/receipt.json was written by a later version") !=
            std::string::npos);
  }

  void whatIsNoReceiptOfAnExportIsRefused_data() {
    QTest::addColumn<QByteArray>("text");
    const auto row = [](const char* name, const std::string& text) {
      QTest::newRow(name) << QByteArray::fromStdString(text);
    };
    row("of a training run", replaced("\"of\": \"export\"", "\"of\": \"training\""));
    row("cut short", toJson(full()).substr(0, 200));
    row("empty", "");
    row("a list", "[]");
    row("no version", replaced("masu_receipt", "receipt"));
    row("a version that is a text", replaced("\"masu_receipt\": 1", "\"masu_receipt\": \"1\""));
    row("half a sample", replaced("\"samples\": 9007199254740993", "\"samples\": 1.5"));
    row("samples below zero", replaced("\"samples\": 9007199254740993", "\"samples\": -1"));
    row("no files", replaced("\"files\"", "\"file\""));
    row("a seed that is a text", replaced("\"shuffle\": 18446744073709551615", "\"shuffle\": \"x\""));
    row("a split without its name", replaced("\"train\"", "5"));
  }
  void whatIsNoReceiptOfAnExportIsRefused() {
    QFETCH(const QByteArray, text);
    const auto read = exportReceiptFrom(text.toStdString(), "of/receipt.json");
    QVERIFY(!read);
    QCOMPARE(read.error().code, Errc::format);
    QVERIFY(read.error().message.english().find("of/receipt.json is damaged") != std::string::npos);
  }

  void filesAreHashedByTheirLines() {
    const std::vector<ShardFile> files = {{"all/a.csv", 12, "ab"}, {"b c.csv", 0, "cd"}};
    const QByteArray lines = "all/a.csv 12 ab\nb c.csv 0 cd\n";
    QCOMPARE(*hashOfFiles(files), QCryptographicHash::hash(lines, QCryptographicHash::Sha256).toHex().toStdString());
    const std::vector<ShardFile> turned = {files[1], files[0]};
    QVERIFY(*hashOfFiles(turned) != *hashOfFiles(files));
    const QByteArray ofNothing = QCryptographicHash::hash(QByteArray(), QCryptographicHash::Sha256);
    QCOMPARE(*hashOfFiles({}), ofNothing.toHex().toStdString());
  }

 private:
  static ExportReceipt full() {
    ExportReceipt receipt;
    receipt.masu = "1.2.3";
    receipt.dataset = "0f0e0d0c-0b0a-8908-8706-050403020100";
    receipt.content = "c0";
    receipt.edition = 3;
    receipt.labels = "1a";
    // Beyond what a double counts.
    receipt.samples = 9'007'199'254'740'993;
    receipt.manifest = "by \"hand\" \u00e9";
    receipt.splitHash = "5e";
    receipt.format = "csv";
    receipt.encoded = true;
    receipt.dtype = "f16";
    receipt.shuffle = std::numeric_limits<std::uint64_t>::max();
    receipt.exported = {{"train", 9'007'199'254'740'992}, {"validation", 1}};
    receipt.files = 7;
    receipt.bytes = 123'456'789'012'345'678;
    receipt.filesHash = "f1";
    return receipt;
  }
  static bool isSame(const ExportReceipt& a, const ExportReceipt& b) {
    return a.masu == b.masu && a.dataset == b.dataset && a.content == b.content && a.edition == b.edition &&
           a.labels == b.labels && a.samples == b.samples && a.manifest == b.manifest && a.splitHash == b.splitHash &&
           a.format == b.format && a.encoded == b.encoded && a.dtype == b.dtype && a.shuffle == b.shuffle &&
           a.exported == b.exported && a.files == b.files && a.bytes == b.bytes && a.filesHash == b.filesHash;
  }
  /// The text of a receipt with something else in it.
  static std::string replaced(const std::string& part, const std::string& by) {
    std::string text = toJson(full());
    const std::size_t at = text.find(part);
    if (at == std::string::npos) qFatal("The receipt has no %s.", part.c_str());
    return text.replace(at, part.size(), by);
  }
};

MASU_TEST(ExportReceiptTest)
#include "export_receipt_test.moc"
