// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/sources/text_pieces.h"

#include "tests/fixtures/table_import.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ingest;

namespace {

constexpr std::size_t kPiece = std::size_t{256} << 10;

struct Read {
  std::string text;
  std::vector<std::size_t> sizes;
};

Result<Read> readAll(TextPieces& pieces) {
  Read read;
  std::string utf8;
  for (;;) {
    MASU_TRY(const bool more, pieces.next(utf8));
    if (!more) return read;
    read.text += utf8;
    read.sizes.push_back(utf8.size());
  }
}

}  // namespace

/// A text comes piece by piece as it is in its source, whatever that is packed or written in.
class TextPiecesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void piecesAreTheWholeText() {
    for (const std::size_t size : {std::size_t{0}, std::size_t{5}, kPiece - 1, kPiece, kPiece + 1, 3 * kPiece}) {
      std::string content;
      while (content.size() < size) content += std::to_string(content.size()) + "\n";
      content.resize(size);
      auto pieces = TextPieces::open(m_folder.write("t.csv", content));
      QVERIFY2(pieces, sentenceOf(pieces).c_str());
      QVERIFY(pieces->isPlain());
      QCOMPARE(pieces->isWhole(), size < kPiece);
      QCOMPARE(pieces->hasMore(), size > 0);
      QVERIFY(pieces->coming() == content.substr(0, kPiece));
      const auto read = readAll(*pieces);
      QVERIFY2(read, sentenceOf(read).c_str());
      QVERIFY(read->text == content);
      QCOMPARE(read->sizes.size(), (size + kPiece - 1) / kPiece);
      QVERIFY(!pieces->hasMore());
      QCOMPARE(pieces->taken(), std::uint64_t{size});
      QCOMPARE(pieces->size(), std::uint64_t{size});
    }
  }

  void packedTextsAreUnpacked() {
    std::string content;
    for (int i = 0; i < 100'000; ++i) content += std::to_string(i * 7919 % 1000) + ",x\n";
    m_folder.write("plain.csv", content);
    const QString complaint =
        python("import gzip, sys\nopen(sys.argv[2], 'wb').write(gzip.compress(open(sys.argv[1], 'rb').read()))",
               {QString::fromStdString(m_folder.path("plain.csv").string()),
                QString::fromStdString(m_folder.path("packed.csv.gz").string())});
    QVERIFY2(complaint.isEmpty(), qPrintable(complaint));
    auto pieces = TextPieces::open(m_folder.path("packed.csv.gz"));
    QVERIFY2(pieces, sentenceOf(pieces).c_str());
    QVERIFY(!pieces->isPlain());
    const auto read = readAll(*pieces);
    QVERIFY2(read, sentenceOf(read).c_str());
    QVERIFY(read->text == content);
    // Counted as it is stored.
    QCOMPARE(pieces->size(), std::uint64_t{std::filesystem::file_size(m_folder.path("packed.csv.gz"))});
    QVERIFY(pieces->taken() <= pieces->size());
  }

  /// A character that a piece ends in is whole again in the text.
  void otherEncodingsBecomeUtf8() {
    std::u16string text = u"a";
    for (int i = 0; i < 100'000; ++i) text += i % 3 == 0 ? u"\u00e9" : u"\U0001F600";
    const std::string bytes(reinterpret_cast<const char*>(text.data()), text.size() * sizeof(char16_t));
    auto pieces = TextPieces::open(m_folder.write("t.csv", bytes));
    QVERIFY2(pieces, sentenceOf(pieces).c_str());
    QVERIFY(pieces->decodeFrom("UTF-16LE", "t.csv"));
    const auto read = readAll(*pieces);
    QVERIFY2(read, sentenceOf(read).c_str());
    QVERIFY(read->sizes.size() > 1);
    QVERIFY(read->text == QString::fromStdU16String(text).toUtf8().toStdString());
  }

  void whatCannotBeReadIsAnError() {
    const auto missing = TextPieces::open(m_folder.path("missing.csv"));
    QVERIFY(!missing && missing.error().code == Errc::notFound);
    auto pieces = TextPieces::open(m_folder.write("t.csv", "a\n"));
    QVERIFY(pieces);
    const auto unknown = pieces->decodeFrom("no such encoding", "t.csv");
    QVERIFY(!unknown);
    QVERIFY2(sentenceOf(unknown).find("no such encoding") != std::string::npos, sentenceOf(unknown).c_str());
  }

 private:
  TableFolder m_folder;
};

MASU_TEST(TextPiecesTest)
#include "text_pieces_test.moc"
