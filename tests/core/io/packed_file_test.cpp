// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/packed_file.h"

#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <fstream>
#include <optional>

#include "tests/fixtures/test_group.h"

using namespace masu;
namespace fs = std::filesystem;

namespace {

void appendLittle(std::string& to, std::uint64_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) to += static_cast<char>((value >> (8 * i)) & 0xFF);
}

/// Bit by bit, as RFC 1952 defines it.
std::uint32_t crc32(const std::string& content) {
  std::uint32_t crc = ~std::uint32_t{0};
  for (const char byte : content) {
    crc ^= static_cast<unsigned char>(byte);
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1U) ^ (crc % 2 == 1 ? 0xEDB88320U : 0U);
  }
  return ~crc;
}

/// A member of RFC 1952 with one stored block, written by hand: no compressor is asked.
std::string gzipMember(const std::string& content) {
  std::string member("\x1F\x8B\x08\0\0\0\0\0\0\xFF\x01", 11);
  appendLittle(member, content.size(), 2);
  appendLittle(member, ~content.size(), 2);
  member += content;
  appendLittle(member, crc32(content), 4);
  appendLittle(member, content.size(), 4);
  return member;
}

/// A frame of RFC 8878 of a single raw block. Requires: fewer than 256 bytes.
std::string zstdFrame(const std::string& content) {
  std::string frame("\x28\xB5\x2F\xFD\x20", 5);
  appendLittle(frame, content.size(), 1);
  appendLittle(frame, 1 | (content.size() << 3U), 3);
  return frame + content;
}

}  // namespace

class PackedFileTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void packingIsKnownByTheFirstBytes() {
    const auto of = [](const std::string& head) { return io::packingOf(std::as_bytes(std::span(head))); };
    QVERIFY(of(gzipMember("")) == io::FilePacking::gzip);
    QVERIFY(of(zstdFrame("")) == io::FilePacking::zstd);
    for (const char* head : {"", "\x1F", "\x28\xB5\x2F", "text", "\x8B\x1F"})
      QVERIFY(of(head) == io::FilePacking::none);
  }

  void contentComesBack_data() {
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QByteArray>("content");
    const std::string a(200, 'a');
    const std::string b = "second";
    const auto row = [](const char* name, const std::string& file, const std::string& content) {
      QTest::newRow(name) << QByteArray::fromStdString(file) << QByteArray::fromStdString(content);
    };
    row("plain", a + b, a + b);
    row("nothing", "", "");
    row("gzip", gzipMember(a), a);
    row("gzip of nothing", gzipMember(""), "");
    row("gzip members", gzipMember(a) + gzipMember("") + gzipMember(b), a + b);
    row("gzip with padding", gzipMember(a) + std::string(512, '\0'), a);
    row("zstd", zstdFrame(a), a);
    row("zstd frames", zstdFrame(a) + zstdFrame(b), a + b);
  }
  /// In pieces of any size, and `consumed` ends at the end of the file.
  void contentComesBack() {
    QFETCH(const QByteArray, file);
    QFETCH(const QByteArray, content);
    for (const std::size_t piece : {1U, 7U, 200U, 100'000U}) {
      std::uint64_t consumed = 0;
      const auto read = readAll(file.toStdString(), piece, &consumed);
      QVERIFY(read);
      QCOMPARE(QByteArray::fromStdString(*read), content);
      QCOMPARE(consumed, static_cast<std::uint64_t>(file.size()));
    }
  }

  /// A file that is cut within a member is an error wherever that is, never a shorter content.
  void aCutFileIsNeverShorterContent() {
    for (const std::string& whole : {gzipMember("first, and then some"), zstdFrame("first, and then some")}) {
      const std::string two = whole + whole;
      for (std::size_t size = 4; size < two.size(); ++size) {
        const auto read = readAll(two.substr(0, size), 64);
        const bool between = size == whole.size();
        QVERIFY2(read.has_value() == between, qPrintable(QString::number(size)));
      }
    }
  }

  void aDamagedMemberIsAnError() {
    const std::string member = gzipMember("what was packed");
    for (std::size_t at = member.size() - 8; at < member.size(); ++at) {  // its checksum and its size
      std::string damaged = member;
      damaged[at] = static_cast<char>(damaged[at] ^ 1);
      QVERIFY2(!readAll(damaged, 64), qPrintable(QString::number(at)));
    }
    QVERIFY(!readAll(member + "text that no program packed", 64));
  }

  void aFileThatIsNotPackedIsGivenBack() {
    write("plain");
    auto file = io::PackedFile::open(path());
    QVERIFY(file);
    QVERIFY(file->packing() == io::FilePacking::none);
    QCOMPARE(file->size(), std::uint64_t{5});
    const io::File released = std::move(*file).release();
    QCOMPARE(released.size().value_or(0), std::uint64_t{5});
    QVERIFY(!io::PackedFile::open(path().string() + ".missing"));
  }

 private:
  fs::path path() const { return fs::path(m_folder.path().toStdString()) / "file"; }
  void write(const std::string& bytes) const { std::ofstream(path(), std::ios::binary) << bytes; }

  std::optional<std::string> readAll(const std::string& bytes, std::size_t piece, std::uint64_t* consumed = nullptr) {
    write(bytes);
    auto file = io::PackedFile::open(path());
    if (!file) return std::nullopt;
    std::string content;
    std::vector<std::byte> buffer(piece);
    for (;;) {
      const auto count = file->read(buffer);
      if (!count) return std::nullopt;
      if (*count == 0) break;
      content.append(reinterpret_cast<const char*>(buffer.data()), *count);
    }
    if (consumed != nullptr) *consumed = file->consumed();
    return content;
  }

  QTemporaryDir m_folder;
};

MASU_TEST(PackedFileTest)
#include "packed_file_test.moc"
