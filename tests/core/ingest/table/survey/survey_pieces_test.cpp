// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/table/survey/survey_pieces.h"

#include <map>
#include <random>
#include <set>

#include "tests/fixtures/table_import.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ingest;

namespace {

constexpr std::uint64_t kMebibyte = std::uint64_t{1} << 20;

}  // namespace

/// A survey looks at everything of little, and at many places of much, in whole records.
class SurveyPiecesTest : public QObject {
  Q_OBJECT

  TableFolder m_folder;

  /// Files of these sizes, of which nothing is on the disk, after headers of ten bytes.
  std::vector<TableSource> sourcesOf(const std::vector<std::uint64_t>& sizes) const {
    std::vector<TableSource> sources;
    for (const std::uint64_t size : sizes) {
      const auto path = m_folder.path(std::to_string(size));
      if (!std::filesystem::exists(path)) {
        m_folder.write(path.filename().string(), "");
        std::filesystem::resize_file(path, size);
      }
      auto file = io::MappedFile::open(path);
      if (!file) qFatal("%s", sentenceOf(file).c_str());
      sources.emplace_back().file = std::move(*file);
      sources.back().start = 10;
    }
    return sources;
  }

 private Q_SLOTS:
  void ofLittleEverythingIsLookedAt() {
    const std::vector<TableSource> sources = sourcesOf({10, 100, 4 * kMebibyte - 200, 77});
    const std::vector<SurveyPiece> pieces = choosePieces(sources);
    QCOMPARE(pieces.size(), sources.size());
    for (std::size_t i = 0; i < sources.size(); ++i) {
      QCOMPARE(pieces[i].source, i);
      QCOMPARE(pieces[i].offset, std::uint64_t{10});
      QCOMPARE(pieces[i].size, sources[i].text().size() - 10);
    }
  }

  void ofMuchPlacesAreSpreadEvenly_data() {
    QTest::addColumn<std::vector<std::uint64_t>>("sizes");
    QTest::newRow("just too much") << std::vector<std::uint64_t>{4 * kMebibyte + 11};
    QTest::newRow("a large file") << std::vector<std::uint64_t>{100 * kMebibyte};
    QTest::newRow("some") << std::vector<std::uint64_t>{30 * kMebibyte, 1000, 7 * kMebibyte};
    QTest::newRow("many small ones") << std::vector<std::uint64_t>(200, 65'536);
    QTest::newRow("many large ones") << std::vector<std::uint64_t>(100, 3 * kMebibyte);
  }

  void ofMuchPlacesAreSpreadEvenly() {
    QFETCH(std::vector<std::uint64_t>, sizes);
    const std::vector<TableSource> sources = sourcesOf(sizes);
    const std::vector<SurveyPiece> pieces = choosePieces(sources);
    std::map<std::size_t, std::vector<SurveyPiece>> bySource;
    std::uint64_t bytes = 0;
    for (const SurveyPiece& piece : pieces) {
      QVERIFY(piece.source < sources.size() && piece.size > 0);
      bytes += piece.size;
      bySource[piece.source].push_back(piece);
    }
    QCOMPARE(bySource.size(), std::min<std::size_t>(sources.size(), 64));
    QVERIFY(bySource.begin()->first == 0 && bytes <= 4 * kMebibyte + bySource.size() * 320 * 1024);
    std::size_t sourceBefore = 0;
    for (const auto& [source, own] : bySource) {
      // No long run of files is passed over.
      QVERIFY(source - sourceBefore <= sources.size() / bySource.size() + 1);
      sourceBefore = source;
      const std::uint64_t size = sources[source].text().size();
      std::uint64_t end = 10;
      QCOMPARE(own.front().offset, end);
      for (const SurveyPiece& piece : own) {
        QVERIFY(piece.offset >= end);
        QVERIFY(piece.offset - end <= size / own.size() + kMebibyte);
        end = piece.offset + piece.size;
      }
      // What is at the end of a file is seen as well.
      QCOMPARE(end, size);
    }
  }

  /// Wherever a piece is, its records are whole ones of the table.
  void recordsOfAPieceAreWhole() {
    std::mt19937 random(17);
    std::string text;
    std::set<std::size_t> starts;
    while (text.size() < 200'000) {
      starts.insert(text.size());
      text += std::to_string(random() % 1000) + (random() % 5 == 0 ? ",\"two\nlines\"," : ",word,") +
              std::string(random() % 60, 'x') + "," + std::to_string(random()) + (random() % 3 == 0 ? "\r\n" : "\n");
    }
    starts.insert(text.size());
    const csv::Dialect dialect;
    const auto source = openTable(m_folder.write("t.csv", "a,b,c,d\n" + text), dialect);
    QVERIFY2(source, sentenceOf(source).c_str());
    const std::string_view all = source->text();
    const std::size_t front = all.size() - text.size();
    QCOMPARE(source->start, std::uint64_t{front});
    for (int round = 0; round < 400; ++round) {
      const bool first = round % 20 == 0;
      const std::uint64_t offset = first ? front : front + 1 + random() % (text.size() - 1);
      const SurveyPiece piece{0, offset, 1 + random() % 20'000};
      const std::string_view records = recordsOf(*source, piece, dialect, 4);
      if (records.empty()) {
        // Too short for a few whole records.
        QVERIFY(!first && (piece.size < 1000 || all.size() - offset < 1000));
        continue;
      }
      // The line feed of a line end may be before the first.
      const bool fed = records.front() == '\n';
      const auto begin = static_cast<std::size_t>(records.data() - all.data()) + (fed ? 1 : 0);
      const auto end = static_cast<std::size_t>(records.data() + records.size() - all.data());
      QVERIFY(begin >= offset && starts.contains(begin - front));
      const bool ends = starts.contains(end - front) || (end < all.size() && all[end] == '\n' && all[end - 1] == '\r');
      QVERIFY2(ends, std::to_string(end).c_str());
      QVERIFY(first || end <= std::min<std::uint64_t>(offset + piece.size, all.size()));
    }
  }

  /// The first piece has a record, however long that is.
  void theFrontHasAWholeRecord() {
    const csv::Dialect dialect;
    QCOMPARE(frontOf("a,b\nc,d\n", 100, dialect), std::string_view("a,b\nc,d\n"));
    QCOMPARE(frontOf("a,b\nc,d\n", 5, dialect), std::string_view("a,b\nc"));
    QVERIFY(frontOf("", 5, dialect).empty());
    const std::string longRecord = "\"" + std::string(5000, 'x') + "\n\",y\n";
    const std::string text = longRecord + longRecord;
    const std::string_view front = frontOf(text, 16, dialect);
    QVERIFY(front.size() >= longRecord.size() && front.size() < 2 * longRecord.size());
    // A quote that never closes extends no further than a record may.
    csv::Dialect limited;
    limited.longestRecord = 2048;
    const std::string endless = "\"" + std::string(50'000, 'x');
    QCOMPARE(frontOf(endless, 16, limited).size(), std::size_t{2048});
  }
};

MASU_TEST(SurveyPiecesTest)
#include "survey_pieces_test.moc"
