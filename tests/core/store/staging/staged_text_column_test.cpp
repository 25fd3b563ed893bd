// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/staging/staged_text_column.h"

#include <QTemporaryDir>
#include <QTest>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::store;

/// Texts beside where they end, while a dataset is written.
class StagedTextColumnTest : public QObject {
  Q_OBJECT

  using Texts = std::vector<std::string>;

 private Q_SLOTS:
  void textsFollowEachOtherWithTheirEnds() {
    StagedTextColumn column = made(0);
    QVERIFY(column.append(Texts{"one", "", "\xc3\xbc"}));
    QVERIFY(column.append(Texts{}));
    QVERIFY(column.append(Texts{"four"}));
    QCOMPARE(column.texts, std::uint64_t{4});
    QCOMPARE(column.length, std::uint64_t{9});
    QCOMPARE(endsOf(column), (std::vector<std::uint64_t>{3, 3, 5, 9}));
    QCOMPARE(bytesOf(column), std::string("one\xc3\xbc" "four"));
    const auto note = column.note("note");
    QVERIFY(note.has_value());
    QCOMPARE(note->keptName, std::string("note"));
    QCOMPARE(note->ends.samples, std::uint64_t{4});
    QCOMPARE(note->bytes.samples, std::uint64_t{9});
  }

  void endsCountTheBytesBefore() {
    StagedTextColumn column = made(1000);
    QVERIFY(column.append(Texts{"ab", "c"}));
    QVERIFY(column.append(Texts{"d"}));
    QCOMPARE(endsOf(column), (std::vector<std::uint64_t>{1002, 1003, 1004}));
    QCOMPARE(bytesOf(column), std::string("abcd"));
  }

  void aColumnOfEmptyTextsHasNoBytes() {
    StagedTextColumn column = made(0);
    QVERIFY(column.append(Texts(3)));
    std::vector<const StagedObject*> parts;
    QVERIFY(column.seal(3, parts));
    QCOMPARE(parts, std::vector<const StagedObject*>{column.ends.get()});

    StagedTextColumn other = made(0);
    QVERIFY(other.append(Texts{"", "x"}));
    QVERIFY(other.seal(2, parts));
    QCOMPARE(parts, (std::vector<const StagedObject*>{column.ends.get(), other.ends.get(), other.bytes.get()}));
  }

  void aColumnOfOtherThanEverySampleIsReported() {
    for (const std::uint64_t samples : {2U, 4U}) {
      StagedTextColumn column = made(0);
      QVERIFY(column.append(Texts{"a", "b", "c"}));
      std::vector<const StagedObject*> parts;
      const auto sealed = column.seal(samples, parts);
      QVERIFY(!sealed);
      QCOMPARE(sealed.error().code, Errc::internal);
      QVERIFY(sealed.error().message.english().find("kept/note") != std::string::npos);
      QVERIFY(parts.empty());
    }
  }

  void itsObjectsAreTextsOfOneName() {
    const ObjectInfo ends = textObject("note", Element::textEnds, Compression::gzip);
    const ObjectInfo bytes = textObject("note", Element::textBytes, Compression::gzip);
    QCOMPARE(ends.name, std::string("kept/note"));
    QCOMPARE(bytes.name, ends.name);
    QCOMPARE(ends.sampleBytes(), std::uint64_t{8});
    QCOMPARE(bytes.sampleBytes(), std::uint64_t{1});
    QVERIFY(ends.compression == Compression::gzip && ends.isText() && bytes.isText());
    QVERIFY(ends.chunkSamples > 0 && bytes.chunkSamples > ends.chunkSamples);
  }

 private:
  StagedTextColumn made(std::uint64_t before) {
    StagedTextColumn column{.ends = {}, .bytes = {}, .before = before};
    column.ends = part(textObject("note", Element::textEnds, Compression::none));
    column.bytes = part(textObject("note", Element::textBytes, Compression::none));
    return column;
  }
  std::shared_ptr<StagedObject> part(ObjectInfo object) {
    const std::filesystem::path folder = m_folder.path().toStdString();
    auto made = StagedObject::create(folder / std::to_string(m_parts++), std::move(object), 0);
    return made ? std::shared_ptr<StagedObject>(std::move(*made)) : nullptr;
  }
  static std::vector<std::uint64_t> endsOf(const StagedTextColumn& column) {
    std::vector<std::uint64_t> ends(column.texts);
    return column.ends->read(0, std::as_writable_bytes(std::span(ends))) ? ends : std::vector<std::uint64_t>();
  }
  static std::string bytesOf(const StagedTextColumn& column) {
    std::string bytes(column.length, '\0');
    return column.bytes->read(0, std::as_writable_bytes(std::span(bytes))) ? bytes : "not read";
  }

  QTemporaryDir m_folder;
  int m_parts = 0;
};

MASU_TEST(StagedTextColumnTest)
#include "staged_text_column_test.moc"
