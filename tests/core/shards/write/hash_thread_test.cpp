// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shards/write/hash_thread.h"

#include <QCryptographicHash>
#include <QTest>
#include <random>
#include <thread>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::shards;

namespace {

std::string bytesOf(std::size_t size, unsigned seed) {
  std::mt19937_64 random(seed);
  std::string bytes(size, '\0');
  for (char& byte : bytes) byte = static_cast<char>(random());
  return bytes;
}

std::string qtSha256(const std::string& bytes) {
  return QCryptographicHash::hash(QByteArray::fromStdString(bytes), QCryptographicHash::Sha256).toHex().toStdString();
}

std::span<const std::byte> spanOf(std::string_view text) {
  return std::as_bytes(std::span(text));
}

}  // namespace

/// SHA-256 against Qt's.
class HashThreadTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void hashesTextsOfEveryLength() {
    for (std::size_t size = 0; size < 400; ++size) {
      const std::string text = bytesOf(size, 1);
      auto hash = Sha256::create().value();
      hash.update(spanOf(text));
      QCOMPARE(hash.finish(), qtSha256(text));
    }
  }

  void hashesManyStreamsOnOneThread() {
    HashThread thread;
    std::vector<std::string> found(5);
    {
      std::vector<std::jthread> owners;
      for (unsigned i = 0; i < found.size(); ++i) {
        owners.emplace_back([&, i] {
          const std::string text = bytesOf(3'000'000 + i, i);
          const auto stream = HashStream::create(&thread, 100).value();
          std::mt19937_64 random(i);
          for (std::size_t at = 0; at < text.size();) {
            const std::string_view piece = std::string_view(text).substr(at, random() % 200'000);
            stream->give(spanOf(piece));
            at += piece.size();
            // Positions count from where the stream begins.
            if (random() % 4 == 0) stream->waitFor(100 + at / 2);
          }
          found[i] = stream->finish();
        });
      }
    }
    for (unsigned i = 0; i < found.size(); ++i) QCOMPARE(found[i], qtSha256(bytesOf(3'000'000 + i, i)));
  }

  void streamsMayBeDroppedOnTheWay() {
    HashThread thread;
    for (int i = 0; i < 100; ++i) {
      auto text = std::make_unique<std::string>(300'000, 'x');
      const auto kept = HashStream::create(&thread).value();
      auto dropped = HashStream::create(&thread).value();
      const std::string other = bytesOf(100'000, 7);
      kept->give(spanOf(other));
      dropped->give(spanOf(*text));
      dropped.reset();
      text.reset();
      QCOMPARE(kept->finish(), qtSha256(other));
    }
  }
};

MASU_TEST(HashThreadTest)
#include "hash_thread_test.moc"
