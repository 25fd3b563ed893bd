#include "core/store/chunk_codec.h"

#include <QTest>
#include <algorithm>
#include <random>
#include <vector>

#include "core/store/byte_shuffle.h"

using masu::store::ChunkCodec;

namespace {

std::vector<std::byte> bytes(std::size_t count, unsigned range, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<std::byte> result(count);
  for (auto& byte : result) byte = std::byte(random() % range);
  return result;
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
    using masu::store::Compression;
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

  void refusesEveryDamageOrGivesOtherBytes() {
    using masu::store::Compression;
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

QTEST_GUILESS_MAIN(ChunkCodecTest)
#include "chunk_codec_test.moc"
