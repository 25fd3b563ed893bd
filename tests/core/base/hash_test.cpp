// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/hash.h"

#include <QTest>
#include <random>
#include <regex>
#include <set>
#include <string>

#include "core/base/sha256.h"
#include "tests/fixtures/test_group.h"

using namespace masu;

namespace {

std::string randomBytes(std::size_t size, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::string bytes(size, '\0');
  for (char& byte : bytes) byte = static_cast<char>(random());
  return bytes;
}

}  // namespace

class HashTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void isXxh3() {
    QCOMPARE(hash64(std::string_view()), 0x2D06800538D394C2ULL);
    QCOMPARE(hex64(hash64(std::string_view())), std::string("2d06800538d394c2"));
    QCOMPARE(hex64(0xAB), std::string("00000000000000ab"));
  }

  /// FIPS 180-4's own examples.
  void isSha256() {
    QCOMPARE(sha256("abc").value(), std::string("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
    auto hash = Sha256::create();
    QVERIFY(hash);
    for (const char* part : {"abcdbcdecdefdefgefghfghighij", "", "hijkijkljklmklmnlmnomnopnopq"}) hash->update(part);
    QCOMPARE(hash->finish(), std::string("248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"));
  }

  void streamsToTheSameAsTheWhole() {
    std::mt19937_64 random(3);
    for (const std::size_t size : {0U, 1U, 17U, 240U, 241U, 4096U, 100'003U}) {
      const std::string bytes = randomBytes(size, size);
      const auto whole = std::as_bytes(std::span(bytes));
      Hasher64 hasher;
      for (int round = 0; round < 2; ++round) {
        hasher.reset();
        for (std::size_t at = 0; at < size;) {
          const std::size_t part = std::min<std::size_t>(size - at, random() % 1000 + 1);
          hasher.update(whole.subspan(at, part));
          at += part;
        }
        QCOMPARE(hasher.digest(), hash64(whole));
      }
    }
  }

  void differsWithSeedAndContent() {
    std::set<std::uint64_t> seen;
    for (std::uint64_t seed = 0; seed < 100; ++seed) QVERIFY(seen.insert(hash64("masu", seed)).second);
    for (int i = 0; i < 1000; ++i) QVERIFY(seen.insert(hash64(std::to_string(i))).second);
  }

  void makesUuidsFromContent() {
    const std::regex form("[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");
    std::set<std::string> seen;
    for (int i = 0; i < 500; ++i) {
      const std::string uuid = uuidFrom(std::to_string(i));
      QVERIFY2(std::regex_match(uuid, form), uuid.c_str());
      QCOMPARE(uuidFrom(std::to_string(i)), uuid);
      QVERIFY(seen.insert(uuid).second);
    }
  }
};

MASU_TEST(HashTest)
#include "hash_test.moc"
