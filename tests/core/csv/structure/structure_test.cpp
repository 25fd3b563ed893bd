// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/csv/structure/structure.h"

#include <QTest>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "core/csv/structure/line_ends.h"
#include "core/csv/structure/record_splitter.h"
#include "core/csv/structure/tokenizer.h"
#include "tests/fixtures/test_group.h"

using namespace masu::csv;

namespace {

/// Bytes that matter to the scan come often, so that every meeting of them occurs.
std::string randomText(std::mt19937& random, std::size_t size) {
  static constexpr char kBytes[] = "abc1 ,;\t\"\"\n\r'\\.x";
  std::uniform_int_distribution<std::size_t> pick(0, sizeof kBytes - 2);
  std::uniform_int_distribution<int> runLength(1, 40);
  std::string text;
  while (text.size() < size) {
    const char c = kBytes[pick(random)];
    const bool longRun = c == 'x' || c == ' ';
    text.append(longRun && random() % 8 == 0 ? static_cast<std::size_t>(runLength(random)) : 1, c);
  }
  text.resize(size);
  return text;
}

/// The same with hardly a quote, as most files are: whole words without one are read another way.
std::string calmText(std::mt19937& random, std::size_t size) {
  std::string text = randomText(random, size);
  for (char& c : text) {
    if ((c == '"' || c == '\'') && random() % 20 != 0) c = 'a';
  }
  return text;
}

struct Fields {
  std::vector<std::uint32_t> ends;
  std::vector<std::uint32_t> recordEnds;
  Place place = Place::fieldStart;
  bool operator==(const Fields&) const = default;
};

Fields fieldsOf(const StructureKernel& kernel, const std::string& text, Place from, const Marks& marks) {
  Fields fields;
  fields.ends.resize(text.size() + kSpareEnds);
  fields.recordEnds.resize(text.size());
  FieldEnds out{fields.ends.data(), fields.recordEnds.data(), 0, 0};
  fields.place = kernel.findFieldEnds(text.data(), text.size(), from, marks, out);
  fields.ends.resize(out.fieldCount);
  fields.recordEnds.resize(out.recordCount);
  return fields;
}

std::vector<std::string> recordsOf(std::string_view text, const Marks& marks) {
  Tokenizer tokenizer(marks);
  tokenizer.tokenize(text);
  std::vector<std::string> records;
  for (Tokenizer::Record record; tokenizer.next(record);) {
    std::string joined;
    for (std::size_t i = 0; i < record.size(); ++i) joined.append(record.field(i)).append("\x1f");
    records.push_back(joined);
  }
  return records;
}

/// Whether the scan of a whole text ends within a quote that never closes.
bool endsInsideQuotes(std::string_view text, const Marks& marks) {
  const Place end = structureKernelFor(marks).findRecordEnds(text.data(), text.size(), Place::fieldStart, marks).place;
  return end == Place::quoted || end == Place::escapedQuoted;
}

/// The records that a splitter has to come to: one whose quote never closes is given up for its first line.
std::vector<std::string> recordsOfLines(std::string_view text, const Marks& marks) {
  std::vector<std::string> records = recordsOf(text, marks);
  if (!endsInsideQuotes(text, marks)) return records;
  records.pop_back();
  Tokenizer tokenizer(marks);
  tokenizer.tokenize(text);
  Tokenizer::Record last;
  while (tokenizer.next(last)) continue;
  const auto begin = static_cast<std::size_t>(last.begin - text.data());
  const std::size_t end = std::min(text.find_first_of("\r\n", begin), text.size());
  records.push_back("given up: " + std::string(text.substr(begin, end - begin)));
  for (std::string& record : recordsOfLines(text.substr(std::min(end + 1, text.size())), marks))
    records.push_back(std::move(record));
  return records;
}

std::vector<std::string_view> linesGivenUp(const Block& block) {
  std::vector<std::string_view> lines;
  std::string_view rest = block.bytes;
  for (std::uint64_t left = block.givenUp; left > 0; --left) {
    lines.push_back(rest.substr(0, rest.find_first_of("\r\n")));
    rest.remove_prefix(afterLine(rest, 0));
  }
  return lines;
}

/// Which records a splitter gives up, and what it takes; `renewed`: it begins again with each block.
struct Division {
  std::vector<std::pair<std::size_t, RecordError>> givenUp;
  std::string taken;
  bool operator==(const Division&) const = default;
};

Division divisionOf(std::string_view text, const Marks& marks, std::uint64_t target, bool renewed) {
  const std::uint64_t longest = kLeastLongestRecord;
  RecordSplitter splitter(text, 0, 1, marks, longest);
  Division division;
  for (Block block; splitter.next(target, block);) {
    for (const std::string_view line : linesGivenUp(block)) {
      division.givenUp.emplace_back(line.data() - text.data(), block.flaw);
    }
    if (block.flaw == RecordError::none) division.taken += block.bytes;
    if (renewed) {
      splitter = RecordSplitter(text, block.offset + block.bytes.size(), block.firstLine + block.lines, marks, longest,
                                splitter.isInsideLine());
    }
  }
  return division;
}

/// The fastest kernel, and how many bytes were looked at with it.
std::uint64_t scannedBytes = 0;
const StructureKernel kCountingKernel = {"counting",
                                         [](const char* data, std::size_t size, Place from, const Marks& marks) {
                                           scannedBytes += size;
                                           return structureKernelFor(marks).findRecordEnds(data, size, from, marks);
                                         },
                                         nullptr};

Marks marksOf(char delimiter, char quote, bool trim) {
  Marks marks;
  marks.delimiter = delimiter;
  marks.quote = quote;
  marks.trimBlanks = trim;
  return marks;
}

const std::vector<Marks> kMarks = {marksOf(',', '"', true), marksOf(',', '"', false), marksOf('\t', '"', true),
                                   marksOf(';', '\'', true), marksOf(',', '\0', true)};

}  // namespace

class StructureTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void everyKernelFindsTheSameFields();
  void everyKernelFindsTheSameRecordEnds();
  void keepsLineEndsInsideQuotes();
  void takesAQuoteInsideTextAsText();
  void splittingAndTokenizingEqualsTokenizingTheWhole();
  void countsLinesAcrossBlocks();
  void givesUpRecordsLongerThanAllowed();
  void givesUpTheSameRecordsWhereverItBegins();
  void scansWhatLinesGiveUpOnce();
  void countsFieldsBeyondALimitWithoutRememberingThem();
  void flagsAQuoteThatNeverCloses();
};

void StructureTest::everyKernelFindsTheSameFields() {
  std::mt19937 random(1);
  const auto kernels = structureKernels();
  for (int round = 0; round < 4000; ++round) {
    const std::string text = randomText(random, random() % 300);
    const Marks& marks = kMarks[static_cast<std::size_t>(round) % kMarks.size()];
    const auto from = static_cast<Place>(random() % 4);
    const Fields expected = fieldsOf(*kernels.front(), text, from, marks);
    for (const StructureKernel* kernel : kernels) {
      const Fields found = fieldsOf(*kernel, text, from, marks);
      QVERIFY2(found == expected, qPrintable(QString("%1: %2").arg(kernel->name, QString::fromStdString(text))));
    }
  }
}

void StructureTest::everyKernelFindsTheSameRecordEnds() {
  std::mt19937 random(2);
  const auto kernels = structureKernels();
  for (int round = 0; round < 4000; ++round) {
    const std::size_t size = random() % 600;
    const std::string text = round % 2 == 0 ? randomText(random, size) : calmText(random, size);
    const auto from = static_cast<Place>(random() % 4);
    const Marks& marks = kMarks[static_cast<std::size_t>(round) % kMarks.size()];
    const RecordEnds expected = kernels.front()->findRecordEnds(text.data(), text.size(), from, marks);
    for (const StructureKernel* kernel : kernels) {
      const RecordEnds found = kernel->findRecordEnds(text.data(), text.size(), from, marks);
      QCOMPARE(found.last, expected.last);
      QCOMPARE(found.lines, expected.lines);
      QVERIFY(found.place == expected.place);
      QCOMPARE(found.endsInCells, expected.endsInCells);
    }
  }
}

void StructureTest::keepsLineEndsInsideQuotes() {
  const std::vector<std::string> records = recordsOf("a,\"b\nc\"\r\n\r\nd, \"e\"\"\n,\"\n", Marks());
  const std::vector<std::string> expected = {"a\x1f\"b\nc\"\x1f", "d\x1f \"e\"\"\n,\"\x1f"};
  QCOMPARE(records, expected);
}

void StructureTest::takesAQuoteInsideTextAsText() {
  const std::vector<std::string> records = recordsOf("12\" pipe,1\n\"a\"b\"c,2\n", Marks());
  const std::vector<std::string> expected = {
      "12\" pipe\x1f"
      "1\x1f",
      "\"a\"b\"c\x1f"
      "2\x1f"};
  QCOMPARE(records, expected);
}

void StructureTest::splittingAndTokenizingEqualsTokenizingTheWhole() {
  std::mt19937 random(3);
  for (int round = 0; round < 600; ++round) {
    const std::string text = randomText(random, random() % 3000);
    const Marks& marks = kMarks[static_cast<std::size_t>(round) % kMarks.size()];
    const std::vector<std::string> whole = recordsOfLines(text, marks);
    const std::uint64_t target = 1 + random() % 500;
    RecordSplitter splitter(text, 0, 1, marks);
    std::vector<std::string> parts;
    std::uint64_t covered = 0;
    for (Block block; splitter.next(target, block);) {
      QCOMPARE(block.offset, covered);
      covered += block.bytes.size();
      if (block.flaw == RecordError::restOfLine)
        parts.back() += block.bytes.substr(0, block.bytes.find_first_of("\r\n"));
      for (const std::string_view line : linesGivenUp(block)) parts.push_back("given up: " + std::string(line));
      if (block.flaw == RecordError::none)
        for (std::string& record : recordsOf(block.bytes, marks)) parts.push_back(std::move(record));
    }
    QCOMPARE(covered, text.size());
    QCOMPARE(parts, whole);
  }
}

void StructureTest::countsLinesAcrossBlocks() {
  std::mt19937 random(4);
  for (int round = 0; round < 300; ++round) {
    const std::string text = randomText(random, 2000);
    RecordSplitter splitter(text, 0, 1, Marks());
    for (Block block; splitter.next(64, block);) {
      std::uint64_t line = 1;
      for (std::size_t i = 0; i < block.offset; ++i) {
        line += text[i] == '\r' || (text[i] == '\n' && (i == 0 || text[i - 1] != '\r')) ? 1 : 0;
      }
      QCOMPARE(block.firstLine, line);
    }
  }
}

/// Whichever blocks they are in, and with no more than a record of memory.
void StructureTest::givesUpRecordsLongerThanAllowed() {
  const std::uint64_t longest = kLeastLongestRecord;
  const std::string fits = "1,\"" + std::string(longest - 5, 'a') + "\"\n";
  const std::string tooLong = "2,\"" + std::string(longest, '\r') + "\"\n";
  const std::string line = std::string(5 * longest, 'b') + "\r\n";
  const std::string text = "0,x\n" + fits + "3,\"" + std::string(300, '\n') + "\"\n" + line + "4,x\n" + tooLong + "5,x";
  QCOMPARE(fits.size(), longest);
  for (const std::uint64_t target : {1, 7, 100, 1000, 1024, 5000, 100'000}) {
    RecordSplitter splitter(text, 0, 1, Marks(), longest);
    std::string taken;
    std::vector<std::uint64_t> tooLongOnes;
    std::uint64_t covered = 0;
    for (Block block; splitter.next(target, block);) {
      QCOMPARE(block.offset, covered);
      covered += block.bytes.size();
      QVERIFY(block.bytes.size() <= std::max<std::uint64_t>(target, longest) + 2);
      QCOMPARE(splitter.isInsideLine(), block.lines == 0 && block.flaw != RecordError::none);
      if (block.flaw == RecordError::none) taken += block.bytes;
      if (block.flaw == RecordError::recordTooLong) tooLongOnes.push_back(block.firstLine);
    }
    QCOMPARE(covered, text.size());
    QCOMPARE(tooLongOnes, (std::vector<std::uint64_t>{304, 306}));
    QVERIFY(taken.starts_with("0,x\n" + fits) && taken.ends_with("5,x") && taken.find("4,x") != taken.npos);
    QVERIFY(taken.find('b') == taken.npos);
  }
}

/// What it remembers of the record before shows in nothing but its speed.
void StructureTest::givesUpTheSameRecordsWhereverItBegins() {
  std::mt19937 random(5);
  std::size_t givenUp = 0;
  std::vector<Marks> all = kMarks;
  all.push_back(Marks());
  all.back().escape = '\\';
  for (int round = 0; round < 600; ++round) {
    const Marks& marks = all[static_cast<std::size_t>(round) % all.size()];
    std::string text = round % 2 == 0 ? randomText(random, random() % 9000) : calmText(random, random() % 9000);
    // Quotes that open in each line and close in the next.
    if (round % 3 != 0) {
      const std::string quote(1, marks.quote == '\0' ? '"' : marks.quote);
      for (int i = 0; i < 800; ++i) {
        const std::string line = 'a' + quote + marks.delimiter + quote + "b";
        text.insert(random() % (text.size() + 1), line + (random() % 4 == 0 ? "\r\n" : "\n"));
      }
    }
    const std::uint64_t target = 1 + random() % 2000;
    const Division division = divisionOf(text, marks, target, false);
    QVERIFY2(division == divisionOf(text, marks, 1 + random() % 2000, true), qPrintable(QString::fromStdString(text)));
    givenUp += division.givenUp.size();
  }
  QVERIFY(givenUp > 1000);
}

void StructureTest::scansWhatLinesGiveUpOnce() {
  std::string opening;
  std::string mixed;
  while (opening.size() < (1U << 20U)) opening += "a\",\"b\n";
  while (mixed.size() < (1U << 20U)) mixed += "a\",\"b\nx,y\n";
  for (const std::string& text : {opening, mixed}) {
    scannedBytes = 0;
    RecordSplitter splitter(text, 0, 1, Marks(), std::uint64_t{256} << 10U, false, &kCountingKernel);
    std::uint64_t givenUp = 0;
    for (Block block; splitter.next(std::uint64_t{64} << 10U, block);) givenUp += block.givenUp;
    QVERIFY(givenUp > text.size() / 20);
    QVERIFY2(scannedBytes < 100 * text.size(), qPrintable(QString::number(scannedBytes / text.size())));
  }
}

void StructureTest::countsFieldsBeyondALimitWithoutRememberingThem() {
  constexpr std::size_t kMost = 1000;
  std::string text(5 << 20, ',');
  text.back() = '\n';
  text += "1,2,3\r\n\"4\r\n\",5\n";
  Tokenizer tokenizer{Marks()};
  tokenizer.limitFields(kMost);
  tokenizer.tokenize(text);
  Tokenizer::Record record;
  QVERIFY(tokenizer.next(record));
  QVERIFY(record.size() >= kMost && record.size() < kMost + (64U << 10U) + 2);
  QCOMPARE(record.bytes().size(), std::size_t{(5 << 20) - 1});
  QVERIFY(tokenizer.next(record));
  QCOMPARE(record.size(), std::size_t{3});
  QCOMPARE(record.field(2), std::string_view("3"));
  QVERIFY(tokenizer.next(record));
  QCOMPARE(record.field(0), std::string_view("\"4\r\n\""));
  QVERIFY(!tokenizer.next(record));
}

void StructureTest::flagsAQuoteThatNeverCloses() {
  QVERIFY(endsInsideQuotes("1,2\n3,\"4\n5,6\n", Marks()));
  QVERIFY(!endsInsideQuotes("1,2\n3,\"4\n5\",6\n", Marks()));
}

MASU_TEST(StructureTest)
#include "structure_test.moc"
