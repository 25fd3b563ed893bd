// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/scratch_writer.h"

#include <QTemporaryDir>
#include <QTest>
#include <algorithm>

#include "tests/fixtures/test_group.h"

using namespace masu;
using io::ScratchWriter;
namespace fs = std::filesystem;

class ScratchWriterTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    io::useScratchFolder(folder());
  }
  void cleanup() { io::useScratchFolder({}); }

  /// Pieces that end on both sides of what the buffer holds, one that is larger, and empty ones.
  void whatIsWrittenComesBack() {
    auto writer = ScratchWriter::open("source.csv");
    QVERIFY(writer.has_value());
    std::string expected;
    for (const std::size_t bytes : {1U, 0U, 262'142U, 1U, 1U, 1'000'000U, 0U, 262'144U, 7U}) {
      std::string piece(bytes, '\0');
      for (std::size_t i = 0; i < bytes; ++i) piece[i] = static_cast<char>((expected.size() + i) % 251);
      QVERIFY(writer->append(piece));
      expected += piece;
      QCOMPARE(writer->size(), std::uint64_t{expected.size()});
    }
    const auto mapped = writer->finish();
    QVERIFY(mapped.has_value());
    QVERIFY(std::ranges::equal(mapped->bytes(), std::as_bytes(std::span(expected))));
  }

  void nothingIsAnEmptyFile() {
    auto writer = ScratchWriter::open("source.csv");
    QVERIFY(writer.has_value());
    const auto mapped = writer->finish();
    QVERIFY(mapped.has_value());
    QCOMPARE(mapped->size(), std::uint64_t{0});
  }

  void whatIsReadOutlivesTheWriter() {
    io::MappedFile mapped;
    {
      auto writer = ScratchWriter::open("source.csv");
      QVERIFY(writer.has_value());
      QVERIFY(writer->append("kept"));
      auto finished = writer->finish();
      QVERIFY(finished.has_value());
      mapped = std::move(*finished);
    }
    QVERIFY(std::ranges::equal(mapped.bytes(), std::as_bytes(std::span(std::string_view("kept")))));
    QVERIFY(mapped.check("source.csv"));
  }

  void nobodyFindsTheFile() {
    auto writer = ScratchWriter::open("source.csv");
    QVERIFY(writer.has_value());
    QVERIFY(writer->append(std::string(1U << 20U, 'x')));
    QVERIFY(fs::is_empty(folder()));
  }

  void aFolderThatIsNotThereIsReported() {
    io::useScratchFolder(folder() / "none");
    const auto writer = ScratchWriter::open("source.csv");
    QVERIFY(!writer);
    QVERIFY(writer.error().message.english().find("none") != std::string::npos);
  }

 private:
  fs::path folder() const { return m_folder->path().toStdString(); }

  std::unique_ptr<QTemporaryDir> m_folder;
};

MASU_TEST(ScratchWriterTest)
#include "scratch_writer_test.moc"
