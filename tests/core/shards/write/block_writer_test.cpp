// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shards/write/block_writer.h"

#include <QCryptographicHash>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <filesystem>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::shards;

class BlockWriterTest : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;
  std::filesystem::path m_path = std::filesystem::path(m_folder.path().toStdString()) / "file";
  std::string m_bytes;  ///< more than all blocks hold

  std::unique_ptr<BlockWriter> created(HashThread* hashes = nullptr) const {
    auto file = io::File::create(m_path);
    return file ? BlockWriter::create(std::move(*file), hashes).value() : nullptr;
  }
  static std::span<const std::byte> part(const std::string& bytes, std::size_t at, std::size_t count) {
    return std::as_bytes(std::span(bytes)).subspan(at, count);
  }
  static bool appendIn(BlockWriter& writer, std::span<const std::byte> bytes, std::size_t step) {
    for (std::size_t at = 0; at < bytes.size(); at += step) {
      if (!writer.append(bytes.subspan(at, std::min(step, bytes.size() - at)))) return false;
    }
    return true;
  }
  std::string written() const { return io::readText(m_path).value(); }
  static std::string sha256(const std::string& bytes) {
    return QCryptographicHash::hash(QByteArray::fromStdString(bytes), QCryptographicHash::Sha256).toHex().toStdString();
  }

 private Q_SLOTS:
  void initTestCase() {
    std::uint32_t state = 1;
    for (std::size_t i = 0; i < (std::size_t{6} << 20U) + 12345; ++i) {
      state = state * 1664525U + 1013904223U;
      m_bytes += static_cast<char>(state >> 24U);
    }
  }

  void whatIsAppendedIsTheFile() {
    for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{1} << 20U, (std::size_t{1} << 20U) + 1,
                                   std::size_t{4} << 20U, m_bytes.size()}) {
      for (const std::size_t step : {std::size_t{70001}, std::size_t{3} << 20U}) {
        const auto writer = created();
        QVERIFY(writer);
        QVERIFY(appendIn(*writer, part(m_bytes, 0, size), step));
        QCOMPARE(writer->bytes(), std::uint64_t{size});
        QVERIFY(writer->finish());
        QVERIFY2(written() == m_bytes.substr(0, size), std::to_string(size).c_str());
      }
    }
  }

  void partsHaveTheirHashes() {
    HashThread thread;
    for (HashThread* hashes : {static_cast<HashThread*>(nullptr), &thread}) {
      const auto writer = created(hashes);
      QVERIFY(writer);
      QVERIFY(writer->append(part(m_bytes, 0, 100)));
      QVERIFY(writer->beginHash());
      QVERIFY(appendIn(*writer, part(m_bytes, 100, 5000000), 300000));
      QCOMPARE(writer->endHash(), sha256(m_bytes.substr(100, 5000000)));
      QVERIFY(writer->append(part(m_bytes, 5000100, 7)));
      QVERIFY(writer->beginHash());
      QVERIFY(writer->append(part(m_bytes, 5000107, 9)));
      QCOMPARE(writer->endHash(), sha256(m_bytes.substr(5000107, 9)));
      QVERIFY(writer->beginHash());
      QCOMPARE(writer->endHash(), sha256({}));
      QVERIFY(writer->finish());
      QVERIFY(written() == m_bytes.substr(0, 5000116));
    }
  }

  /// In a block that is being filled, in those before it, and across their border.
  void bytesAreRewrittenWhereverTheyAre() {
    std::string expected = m_bytes;
    const auto writer = created();
    QVERIFY(writer);
    const auto rewrite = [&](std::size_t at) {
      const std::string other = "other bytes";
      expected.replace(at, other.size(), other);
      return writer->rewrite(at, std::as_bytes(std::span(other)));
    };
    constexpr std::size_t kBlock = std::size_t{1} << 20U;
    QVERIFY(writer->append(part(m_bytes, 0, 1000)));
    QVERIFY(rewrite(0));
    QVERIFY(appendIn(*writer, part(m_bytes, 1000, 2 * kBlock - 900), 100000));
    QVERIFY(rewrite(500));
    QVERIFY(rewrite(2 * kBlock - 5));
    QVERIFY(rewrite(2 * kBlock + 100 - 11));
    QVERIFY(appendIn(*writer, part(m_bytes, 2 * kBlock + 100, m_bytes.size() - 2 * kBlock - 100), 100000));
    QVERIFY(rewrite(3 * kBlock));
    QVERIFY(rewrite(m_bytes.size() - 11));
    QVERIFY(writer->finish());
    QVERIFY(written() == expected);
  }

  void aFileIsContinuedAfterItsFirstBytes() {
    for (const std::size_t kept : {std::size_t{0}, std::size_t{5}, std::size_t{1} << 20U, std::size_t{2500000}}) {
      {
        const auto writer = created();
        QVERIFY(writer && writer->append(part(m_bytes, 0, 3000000)) && writer->finish());
      }
      auto file = io::File::openReadWrite(m_path);
      QVERIFY(file);
      const auto writer = BlockWriter::create(std::move(*file), nullptr).value();
      QVERIFY(writer->continueAt(kept));
      QCOMPARE(writer->bytes(), std::uint64_t{kept});
      QVERIFY(writer->append(part(m_bytes, 7, 4000000)));
      QVERIFY(writer->finish());
      QVERIFY2(written() == m_bytes.substr(0, kept) + m_bytes.substr(7, 4000000), std::to_string(kept).c_str());
    }
    auto file = io::File::openReadWrite(m_path);
    QVERIFY(file);
    const auto size = file->size().value();
    QVERIFY(!BlockWriter::create(std::move(*file), nullptr).value()->continueAt(size + 1));
  }
};

MASU_TEST(BlockWriterTest)
#include "block_writer_test.moc"
