// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/codec/lz4_frame.h"

#include <QTest>
#include <random>
#include <string>
#include <vector>

#include "tests/fixtures/test_group.h"

using namespace masu::store;

namespace {

std::span<const std::byte> bytesOf(const std::string& text) {
  return std::as_bytes(std::span(text));
}

/// The frame in `room` bytes; nothing where they are too few.
std::string framed(const std::string& chunk, std::size_t room) {
  std::string out(room, '\0');
  out.resize(compressLz4(bytesOf(chunk), std::as_writable_bytes(std::span(out))));
  return out;
}

/// "no": it is not a chunk of that size.
std::string unframed(const std::string& stored, std::size_t size) {
  std::string out(size, '?');
  return decompressLz4(bytesOf(stored), std::as_writable_bytes(std::span(out))) ? out : "no";
}

std::string number(std::uint64_t value, std::size_t bytes) {
  std::string text;
  for (std::size_t i = bytes; i-- > 0;) text += static_cast<char>(value >> 8U * i & 0xFFU);
  return text;
}

std::string noise(std::size_t size) {
  std::mt19937 random(size);
  std::string text(size, '\0');
  for (char& byte : text) byte = static_cast<char>(random());
  return text;
}

}  // namespace

/// Chunks of HDF5's LZ4 filter, byte by byte.
class Lz4FrameTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  /// What does not become shorter is stored as it is.
  void aFrameHasItsSizesFromTheHighestByteOn() {
    const std::string expected = number(4, 8) + number(4, 4) + number(4, 4) + "abcd";
    QCOMPARE(framed("abcd", 100), expected);
    QCOMPARE(unframed(expected, 4), std::string("abcd"));
    QCOMPARE(framed("", 100), number(0, 8) + number(1, 4));
    QCOMPARE(unframed(framed("", 100), 0), std::string());
  }

  void chunksComeBackAsTheyWere() {
    for (const std::size_t size : {1U, 12U, 13U, 1000U, 100000U}) {
      const std::string same(size, 'a');
      QCOMPARE(unframed(framed(same, size + 100), size), same);
      const std::string random = noise(size);
      QCOMPARE(unframed(framed(random, size + 100), size), random);
      QCOMPARE(framed(random, size + 100).size(), size + 16);
    }
    QVERIFY(framed(std::string(100000, 'a'), 200000).size() < 1000);
  }

  void tooLittleRoomIsNoFrame() {
    const std::string random = noise(40);
    for (std::size_t room = 0; room < 56; ++room) QCOMPARE(framed(random, room), std::string());
    QCOMPARE(framed(random, 56).size(), std::size_t{56});
    const std::string same(500, 'a');
    const std::size_t needed = framed(same, 1000).size();
    for (std::size_t room = 0; room < needed; ++room) {
      const std::string frame = framed(same, room);
      QVERIFY(frame.empty() || unframed(frame, same.size()) == same);
    }
  }

  /// As other writers divide it.
  void aChunkMayHaveManyBlocks() {
    const std::string frame =
        number(7, 8) + number(3, 4) + number(3, 4) + "abc" + number(3, 4) + "def" + number(1, 4) + "g";
    QCOMPARE(unframed(frame, 7), std::string("abcdefg"));
    // A letter that repeats ten times, then five more: token, letter, distance back, token, letters.
    const std::string block("\x16" "a" "\x01\x00" "\x50" "aaaaa", 10);
    QCOMPARE(unframed(number(16, 8) + number(16, 4) + number(10, 4) + block, 16), std::string(16, 'a'));
  }

  void whatIsNoFrameOfThatSizeIsRefused() {
    for (const std::string& chunk : {std::string("abcd"), std::string(500, 'a')}) {
      const std::string frame = framed(chunk, 1000);
      QCOMPARE(unframed(frame, chunk.size()), chunk);
      QCOMPARE(unframed(frame, chunk.size() - 1), std::string("no"));
      QCOMPARE(unframed(frame, chunk.size() + 1), std::string("no"));
      QCOMPARE(unframed(frame + "x", chunk.size()), std::string("no"));
      for (std::size_t size = 0; size < frame.size(); ++size) {
        QCOMPARE(unframed(frame.substr(0, size), chunk.size()), std::string("no"));
      }
    }
    QCOMPARE(unframed(number(4, 8) + number(0, 4) + number(4, 4) + "abcd", 4), std::string("no"));
    QCOMPARE(unframed(number(4, 8) + number(0xFFFFFFFF, 4) + number(4, 4) + "abcd", 4), std::string("no"));
    QCOMPARE(unframed(number(4, 8) + number(4, 4) + number(0xFFFFFFFF, 4) + "abcd", 4), std::string("no"));
    QCOMPARE(unframed(number(4, 8) + number(4, 4) + number(3, 4) + "abc", 4), std::string("no"));
  }

  /// Whatever byte changes: it is refused, or as many bytes come back, and nothing beyond them is touched.
  void aChangedByteBreaksNothing() {
    const std::string chunk(500, 'a');
    const std::string frame = framed(chunk, 1000);
    for (std::size_t at = 0; at < frame.size(); ++at) {
      for (const char change : {'\x01', '\x10', '\x7F', '\x80'}) {
        std::string changed = frame;
        changed[at] = static_cast<char>(changed[at] ^ change);
        std::string out(600, '?');
        static_cast<void>(decompressLz4(bytesOf(changed), std::as_writable_bytes(std::span(out)).first(500)));
        QCOMPARE(out.substr(500), std::string(100, '?'));
      }
    }
  }
};

MASU_TEST(Lz4FrameTest)
#include "lz4_frame_test.moc"
