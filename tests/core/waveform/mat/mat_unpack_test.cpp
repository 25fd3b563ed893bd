// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <cstring>
#include <random>

#include <zlib.h>

#include "core/waveform/mat/mat_bytes.h"
#include "core/waveform/mat/mat_listing.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using waveform::kMatMatrix;
using waveform::kMatPacked;

namespace {

std::string word(std::uint32_t value, bool bigEndian) {
  std::string bytes(4, '\0');
  for (unsigned i = 0; i < 4; ++i) bytes[bigEndian ? 3 - i : i] = static_cast<char>(value >> 8 * i);
  return bytes;
}

std::string header(bool bigEndian) {
  std::string bytes = "MATLAB 5.0 MAT-file";
  bytes.resize(waveform::kMatHeader - 4, ' ');
  return bytes + (bigEndian ? std::string("\1\0MI", 4) : std::string("\0\1IM", 4));
}

/// A variable as it is in a file that is not packed, but for what fills it up to eight bytes.
std::string element(const std::string& data, bool bigEndian) {
  return word(kMatMatrix, bigEndian) + word(static_cast<std::uint32_t>(data.size()), bigEndian) + data;
}

std::string packed(const std::string& content, bool bigEndian) {
  std::string bytes(compressBound(content.size()), '\0');
  uLongf size = bytes.size();
  if (compress(reinterpret_cast<Bytef*>(bytes.data()), &size, reinterpret_cast<const Bytef*>(content.data()),
               content.size()) != Z_OK)
    qFatal("zlib does not pack.");
  bytes.resize(size);
  return word(kMatPacked, bigEndian) + word(static_cast<std::uint32_t>(size), bigEndian) + bytes;
}

std::string padded(std::string bytes) {
  bytes.resize((bytes.size() + 7) / 8 * 8);
  return bytes;
}

/// Bytes that repeat enough to be packed.
std::string someData(std::size_t size, unsigned seed) {
  std::mt19937 random(seed);
  std::string data(size, '\0');
  for (char& byte : data) byte = static_cast<char>(random() % 20);
  return data;
}

Result<std::string> unpackedOf(const std::string& content) {
  MASU_TRY(io::File file, io::File::createInMemory("made.mat"));
  MASU_CHECK(file.writeAt(0, std::as_bytes(std::span(content))));
  MASU_TRY(const io::File unpacked, waveform::unpackMat(std::move(file)));
  return io::readText(unpacked);
}

std::string sentenceOf(const Result<std::string>& result) {
  return result ? std::string() : result.error().message.english();
}

}  // namespace

/// A MAT file with its packed variables unpacked is the file that holds them as they are.
class MatUnpackTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void variablesAreThoseThatWerePacked_data() {
    QTest::addColumn<bool>("bigEndian");
    QTest::newRow("little endian") << false;
    QTest::newRow("big endian") << true;
  }
  /// Of any length, those included that end with a block of the unpacker's.
  void variablesAreThoseThatWerePacked() {
    QFETCH(bool, bigEndian);
    std::string file = header(bigEndian);
    std::string expected = file;
    for (const std::size_t size : {0U, 1U, 7U, 8U, 9U, 1000U, 262'136U, 262'144U, 600'001U}) {
      const std::string one = element(someData(size, 1), bigEndian);
      file += packed(one, bigEndian);
      const std::string plain = element(someData(size % 1000, 2), bigEndian);
      file += padded(plain);
      expected += padded(one) + padded(plain);
    }
    const auto unpacked = unpackedOf(file);
    QVERIFY2(unpacked, sentenceOf(unpacked).c_str());
    QVERIFY(*unpacked == expected);
  }

  void whatIsNotPackedStaysAsItIs() {
    const std::string file = header(false) + padded(element("abc", false)) + element("not filled up", false);
    QVERIFY(unpackedOf(file).value() == file);
    QVERIFY(unpackedOf(header(true)).value() == header(true));
  }

  /// Neither the last variable of some programs, nor one of four bytes that is in its tag, is as long as others.
  void shortVariablesAreCopied() {
    const std::string inTag = word(1U << 16U | kMatMatrix, false) + "abcd";
    const std::string one = element("packed", false);
    const std::string last = element("not filled up", false);
    const auto unpacked = unpackedOf(header(false) + inTag + packed(one, false) + last);
    QVERIFY2(unpacked, sentenceOf(unpacked).c_str());
    QVERIFY(*unpacked == header(false) + inTag + padded(one) + padded(last));
  }

  /// But between two variables nothing shows that others followed.
  void aCutIsDamage() {
    const std::string first = header(false) + packed(element(someData(300, 3), false), false);
    const std::string second = element("0123456789", false);
    const std::string file = first + padded(second) + packed(element(someData(300, 4), false), false);
    QVERIFY(unpackedOf(file));
    for (std::size_t size = waveform::kMatHeader; size < file.size(); ++size) {
      const auto unpacked = unpackedOf(file.substr(0, size));
      const std::size_t beyond = size - std::min(size, first.size());
      const bool between = size == waveform::kMatHeader || size == first.size() ||
                           (beyond >= second.size() && beyond <= padded(second).size());
      QVERIFY2(unpacked.has_value() == between, std::to_string(size).c_str());
      if (!unpacked) QCOMPARE(unpacked.error().code, Errc::damaged);
    }
  }

  /// Every bit counts, but for those that fill the last byte of what is packed.
  void aChangedBitIsFound() {
    const std::string head = header(false);
    const std::string file = head + packed(element(someData(200, 5), false), false);
    const std::string whole = unpackedOf(file).value();
    int found = 0;
    for (std::size_t bit = (head.size() + 8) * 8; bit < file.size() * 8; ++bit) {
      std::string changed = file;
      changed[bit / 8] = static_cast<char>(changed[bit / 8] ^ 1 << bit % 8);
      const auto unpacked = unpackedOf(changed);
      found += unpacked ? 0 : 1;
      QVERIFY(!unpacked || *unpacked == whole);
    }
    QVERIFY(found > static_cast<int>((file.size() - head.size() - 8) * 8) - 8);
  }

  /// What is packed says how long it is, and is neither longer nor shorter, nor less than that says.
  void aWrongLengthIsDamage() {
    const std::string data = someData(100, 6);
    const std::string tag = word(kMatMatrix, false);
    for (const std::uint32_t length : {0U, 99U, 101U, 0xFFFFFFF0U}) {
      const auto unpacked = unpackedOf(header(false) + packed(tag + word(length, false) + data, false));
      QVERIFY2(!unpacked, std::to_string(length).c_str());
      QVERIFY(unpacked.error().code == Errc::damaged || unpacked.error().code == Errc::unsupported);
    }
    QCOMPARE(unpackedOf(header(false) + packed("tag", false)).error().code, Errc::damaged);
    QCOMPARE(unpackedOf(header(false) + packed("", false)).error().code, Errc::damaged);
    QVERIFY(sentenceOf(unpackedOf(header(false) + "tag")).find("made.mat") != std::string::npos);
  }
};

MASU_TEST(MatUnpackTest)
#include "mat_unpack_test.moc"
