// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/codec/chunk_codec.h"

#include <QTest>
#include <algorithm>
#include <random>
#include <set>
#include <vector>

#include "core/store/codec/byte_shuffle.h"
#include "tests/fixtures/test_group.h"

using masu::store::ChunkCodec;
using masu::store::Compression;

namespace {

std::vector<std::byte> bytes(std::size_t count, unsigned range, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<std::byte> result(count);
  for (auto& byte : result) byte = std::byte(random() % range);
  return result;
}

/// The chunk as it is encoded at each of the stack's depths, so that what the codec keeps on the stack is elsewhere
/// each time. 64 KiB apart: ISA-L 2.30 took the bits above for a hash.
std::set<std::vector<std::byte>> encodedAtDepths(std::span<const std::byte> chunk, int depths) {
  [[maybe_unused]] volatile char frame[65536];
  const auto encoded = ChunkCodec::ofThread().encode(chunk, 1);
  std::set<std::vector<std::byte>> all{{encoded.bytes.begin(), encoded.bytes.end()}};
  frame[0] = char(depths);  // lest the call below is made in this one's place
  if (depths > 1) all.merge(encodedAtDepths(chunk, depths - 1));
  return all;
}

}  // namespace

class ChunkCodecTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void decodesWhatItEncoded() {
    ChunkCodec codec;
    for (const std::size_t element : {1, 2, 4, 8, 12}) {
      for (const std::size_t elements : {1, 7, 1000}) {
        for (const unsigned range : {1U, 4U, 256U}) {
          const auto chunk = bytes(element * elements, range, unsigned(element));
          const auto encoded = codec.encode(chunk, element);
          const std::vector<std::byte> stored(encoded.bytes.begin(), encoded.bytes.end());
          QVERIFY(stored.size() <= chunk.size());
          std::vector<std::byte> decoded(chunk.size());
          QVERIFY(codec.decode(stored, encoded.mask, element, decoded));
          QCOMPARE(decoded, chunk);
        }
      }
    }
  }

  void decodesEveryCompression() {
    ChunkCodec codec;
    for (const Compression compression : {Compression::gzip, Compression::lz4, Compression::zstd}) {
      for (const std::size_t elements : {1, 9, 5000, 200000}) {
        for (const unsigned range : {1U, 4U, 256U}) {
          const auto chunk = bytes(4 * elements, range, unsigned(elements));
          const auto encoded = codec.encode(chunk, 4, compression);
          const std::vector<std::byte> stored(encoded.bytes.begin(), encoded.bytes.end());
          std::vector<std::byte> decoded(chunk.size());
          QVERIFY(codec.decode(stored, encoded.mask, 4, decoded, compression));
          QCOMPARE(decoded, chunk);
          if (elements >= 5000 && range == 1) QVERIFY(stored.size() < chunk.size() / 50);
        }
      }
    }
  }

  void encodesAlikeWhereverItsStateLies() {
    for (unsigned seed = 0; seed < 100; ++seed) {
      auto chunk = bytes(100 + seed, 4, seed);
      std::ranges::fill(std::span(chunk).subspan(1, 5), std::byte(seed));  // a match begins at the third byte
      QCOMPARE(encodedAtDepths(chunk, 80).size(), std::size_t(1));
    }
  }

  void refusesEveryDamageOrGivesOtherBytes() {
    ChunkCodec codec;
    std::mt19937 random(5);
    const auto chunk = bytes(40000, 3, 7);
    for (const Compression compression : {Compression::lz4, Compression::zstd}) {
      const auto encoded = codec.encode(chunk, 4, compression);
      QCOMPARE(encoded.mask, ChunkCodec::kAllFilters);
      const std::vector<std::byte> whole(encoded.bytes.begin(), encoded.bytes.end());
      std::vector<std::byte> out(chunk.size());
      for (int round = 0; round < 3000; ++round) {
        auto stored = whole;
        // Sizes at the start are hit as often as everything else.
        const std::size_t at = random() % (round % 2 == 0 ? 16 : stored.size());
        stored[at] ^= std::byte(1 + random() % 255);
        static_cast<void>(codec.decode(stored, 0, 4, out, compression));
        QVERIFY(!codec.decode(std::span(whole).first(random() % whole.size()), 0, 4, out, compression));
      }
      std::vector<std::byte> tooLong(chunk.size() + 1);
      QVERIFY(!codec.decode(whole, 0, 1, tooLong, compression));
      std::vector<std::byte> tooShort(chunk.size() - 1);
      QVERIFY(!codec.decode(whole, 0, 1, tooShort, compression));
      QVERIFY(codec.decode(whole, 0, 4, out, compression));
      QCOMPARE(out, chunk);
    }
  }

  void shufflesAsTheFilterIsDefined() {
    for (const std::size_t element : {1, 2, 3, 4, 8, 12}) {
      for (const std::size_t elements : {1, 15, 16, 17, 33, 1000}) {
        const auto plain = bytes(element * elements, 256, unsigned(elements));
        std::vector<std::byte> expected(plain.size());
        for (std::size_t i = 0; i < plain.size(); ++i) expected[i % element * elements + i / element] = plain[i];
        std::vector<std::byte> shuffled(plain.size());
        masu::store::shuffleBytes(plain, element, shuffled);
        QCOMPARE(shuffled, expected);
        std::vector<std::byte> back(plain.size());
        masu::store::unshuffleBytes(shuffled, element, back);
        QCOMPARE(back, plain);
      }
    }
  }

  void shufflesAlikeOnEveryProcessor() {
    const std::size_t sizes[] = {2, 4, 8};
    for (const auto* kernel : {masu::store::sse2ShuffleKernel(), masu::store::avx2ShuffleKernel()}) {
      if (kernel == nullptr) continue;
      for (std::size_t at = 0; at < std::size(sizes); ++at) {
        for (const std::size_t elements : {1, 31, 32, 63, 1000}) {
          const std::size_t element = sizes[at];
          const auto plain = bytes(element * elements, 256, unsigned(elements));
          std::vector<std::byte> shuffled(plain.size());
          const std::size_t done = kernel->shuffle[at](plain, shuffled);
          QVERIFY(done <= elements && elements - done < 32);
          for (std::size_t i = 0; i < done * element; ++i)
            QCOMPARE(shuffled[i % element * elements + i / element], plain[i]);
          masu::store::shuffleBytes(plain, element, shuffled);
          std::vector<std::byte> back(plain.size());
          QCOMPARE(kernel->unshuffle[at](shuffled, back), done);
          QVERIFY(std::equal(back.begin(), back.begin() + std::ptrdiff_t(done * element), plain.begin()));
        }
      }
    }
  }

  void givesTheSameBytesWhateverCameBefore() {
    for (const Compression compression : {Compression::gzip, Compression::lz4, Compression::zstd}) {
      std::vector<std::vector<std::byte>> first;
      for (int round = 0; round < 3; ++round) {
        for (unsigned seed = 0; seed < 20; ++seed) {
          const auto chunk = bytes(4 * (seed + 1) * 997, 3 + seed % 5, seed);
          const auto encoded = ChunkCodec::ofThread().encode(chunk, 4, compression).bytes;
          if (round == 0) first.emplace_back(encoded.begin(), encoded.end());
          QVERIFY(std::ranges::equal(encoded, first[seed]));
        }
      }
    }
  }

  void storesNoiseAsItIs() {
    const auto noise = bytes(4096, 256, 1);
    ChunkCodec codec;
    const auto encoded = codec.encode(noise, 4);
    QCOMPARE(encoded.mask, ChunkCodec::kStoredRaw);
    QVERIFY(std::equal(encoded.bytes.begin(), encoded.bytes.end(), noise.begin(), noise.end()));
  }

  void refusesBytesThatAreNoChunk() {
    ChunkCodec codec;
    const auto chunk = bytes(4096, 4, 2);
    const auto encoded = codec.encode(chunk, 4);
    std::vector<std::byte> stored(encoded.bytes.begin(), encoded.bytes.end());
    std::vector<std::byte> out(4096);
    QVERIFY(!codec.decode(std::span(stored).first(stored.size() / 2), encoded.mask, 4, out));
    QVERIFY(!codec.decode(stored, ChunkCodec::kStoredRaw, 4, out));
    std::vector<std::byte> tooLong(5000);
    QVERIFY(!codec.decode(stored, encoded.mask, 4, tooLong) || tooLong.size() != 5000);
    stored[stored.size() / 2] ^= std::byte{0x10};
    QVERIFY(!codec.decode(stored, encoded.mask, 4, out) || out != chunk);
  }
};

MASU_TEST(ChunkCodecTest)
#include "chunk_codec_test.moc"
