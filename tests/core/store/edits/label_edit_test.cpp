// SPDX-License-Identifier: GPL-3.0-or-later
// What an edit is made of as it is stored and hashed, by the lines of FORMAT.md. What edits do: label_overlay_test.
#include "core/store/edits/label_edit.h"

#include <QCryptographicHash>
#include <QTest>

#include "tests/fixtures/test_group.h"

using namespace masu;
using store::EditFault;
using store::LabelEdit;
using store::SampleGaps;

class LabelEditTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void codesTakeTheNarrowestType() {
    for (const std::uint64_t classes : {0U, 1U, 255U, 256U}) QCOMPARE(store::codeTypeFor(classes), table::DType::u8);
    for (const std::uint64_t classes : {257U, 65536U}) QCOMPARE(store::codeTypeFor(classes), table::DType::u16);
    QCOMPARE(store::codeTypeFor(65537), table::DType::u32);
  }

  void codesAreStoredLittleEndian() {
    QCOMPARE(packed({0x01, 0xFE}, table::DType::u8), QByteArray::fromHex("01fe"));
    QCOMPARE(packed({0x0102, 0xFFFE}, table::DType::u16), QByteArray::fromHex("0201feff"));
    QCOMPARE(packed({0x01020304}, table::DType::u32), QByteArray::fromHex("04030201"));
    QVERIFY(packed({}, table::DType::u16).isEmpty());
  }

  /// A name may come from a file of any encoding: the text stays JSON.
  void classesAreJsonWhateverIsInTheirNames() {
    QCOMPARE(store::classesText({"a", "b \"c\"", "\n"}), std::string("[\"a\",\"b \\\"c\\\"\",\"\\n\"]"));
    QCOMPARE(store::classesText({"\xff"}), std::string("[\"\xef\xbf\xbd\"]"));
  }

  void theHashIsTheOneThatTheFormatDescribes() {
    LabelEdit edit;
    edit.classes = {"a", "b"};
    edit.recoded = {0, 1, 1};
    edit.samples.add(7);
    edit.samples.add(8);
    edit.codes = {1};
    const QByteArray stored = QByteArray("[\"a\",\"b\"]") + QByteArray::fromHex("000000000100000001000000") +
                              QByteArray::fromHex("0701") + QByteArray::fromHex("01");
    QCOMPARE(*store::hashAfter({}, edit), sha256Of("masu labels 1\n\n9 12 2 1\n" + stored));
    QCOMPARE(*store::hashAfter("ab01", edit), sha256Of("masu labels 1\nab01\n9 12 2 1\n" + stored));
  }

  void anEditOfNothingHasOnlyClasses() {
    LabelEdit edit;
    edit.classes = {"a"};
    QVERIFY(!store::faultOf(edit, 1, 0));
    QVERIFY(!store::faultOf(edit, 0, 0));
    QCOMPARE(*store::hashAfter({}, edit), sha256Of("masu labels 1\n\n5 0 0 0\n[\"a\"]"));
    edit.classes.clear();
    QVERIFY(store::faultOf(edit, 0, 0) == EditFault::classes);
  }

  void codesWithoutSamplesAreAFault() {
    LabelEdit edit;
    edit.classes = {"a", "b"};
    edit.codes = {1};
    QVERIFY(store::faultOf(edit, 2, 10) == EditFault::codes);
    edit.samples.add(9);
    QVERIFY(!store::faultOf(edit, 2, 10));
    edit.codes.clear();
    QVERIFY(store::faultOf(edit, 2, 10) == EditFault::codes);
  }

  /// The first thing that is wrong is named, in the order in which an edit is laid over labels.
  void ofSeveralFaultsTheFirstIsNamed() {
    LabelEdit edit;
    edit.classes = {"a", "a"};
    edit.recoded = {5};
    edit.samples.add(10);
    edit.codes = {5};
    QVERIFY(store::faultOf(edit, 2, 10) == EditFault::classes);
    edit.classes = {"a", "b"};
    QVERIFY(store::faultOf(edit, 2, 10) == EditFault::recoded);
    edit.recoded = {0, 1};
    QVERIFY(store::faultOf(edit, 2, 10) == EditFault::samples);
    QVERIFY(store::faultOf(edit, 2, 11) == EditFault::codes);
  }

  void samplesOfABigDatasetAreBounded() {
    // So many bytes are enough for every sample, and for one that is as far away as it can be.
    for (const std::uint64_t samples : {1U, 254U, 255U, 256U, 511U, 5000U}) {
      SampleGaps all;
      for (std::uint64_t sample = 0; sample < samples; ++sample) all.add(sample);
      SampleGaps last;
      last.add(samples - 1);
      for (const SampleGaps& gaps : {all, last}) {
        QVERIFY(gaps.bytes().size() <= SampleGaps::mostBytes(samples));
        const auto read = SampleGaps::of(gaps.bytes(), samples);
        QVERIFY(read.has_value());
        QCOMPARE(read->end(), samples);
        QVERIFY(!SampleGaps::of(gaps.bytes(), samples - 1));
      }
    }
    QVERIFY(SampleGaps::of({}, 0)->empty());
  }

 private:
  static QByteArray packed(const std::vector<std::uint32_t>& codes, table::DType type) {
    const std::vector<std::byte> bytes = store::packCodes(codes, type);
    return {reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size())};
  }
  static std::string sha256Of(const QByteArray& bytes) {
    return QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex().toStdString();
  }
};

MASU_TEST(LabelEditTest)
#include "label_edit_test.moc"
