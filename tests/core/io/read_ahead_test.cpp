// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/read_ahead.h"

#include <QTemporaryDir>
#include <QTest>
#include <atomic>
#include <fstream>
#include <random>
#include <string>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::io;

class ReadAheadTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    std::mt19937 random(1);
    m_text.resize((6U << 20U) + 777);
    for (char& c : m_text) c = static_cast<char>(random());
    std::ofstream(path()) << m_text;
  }

  void givesWhatWasExpectedOnce() {
    const auto file = File::openUncached(path());
    QVERIFY(file);
    ReadAhead ahead;
    std::string back(5000, 'x');
    const auto out = std::as_writable_bytes(std::span(back));
    QVERIFY(!ahead.take(*file, 1000, out));
    // Nobody may have come to it yet, which is no answer either.
    for (bool taken = false; !taken;) {
      ahead.expect(*file, 1000, back.size());
      QTest::qWait(1);
      taken = ahead.take(*file, 1000, out);
    }
    QVERIFY(back == m_text.substr(1000, back.size()));
    QVERIFY(!ahead.take(*file, 1000, out));
  }

  void leavesWhatCannotBeReadToWhoAsks() {
    const auto file = File::openUncached(path());
    QVERIFY(file);
    ReadAhead ahead;
    std::string back(5000, 'x');
    const auto out = std::as_writable_bytes(std::span(back));
    ahead.expect(*file, m_text.size() - 100, back.size());
    QTest::qWait(20);
    QVERIFY(!ahead.take(*file, m_text.size() - 100, out));
    QCOMPARE(back, std::string(5000, 'x'));
    ahead.expect(*file, 0, 0);
    ahead.expect(*file, 0, ReadAhead::kLongest + 1);
    QVERIFY(!ahead.take(*file, 0, out.first(0)));
  }

  /// Many more than it holds, some of them never asked for, from several threads.
  void givesTheSameToManyThreads() {
    const auto file = File::openUncached(path());
    QVERIFY(file);
    ReadAhead ahead;
    std::atomic<int> wrong = 0;
    std::atomic<int> taken = 0;
    {
      std::vector<std::jthread> threads;
      for (unsigned i = 0; i < 4; ++i) {
        threads.emplace_back([&, i] {
          std::mt19937 random(i);
          constexpr std::uint64_t kSize = 30000;
          std::string back(kSize, 'x');
          // On a busy machine what is asked for may always have made room for something else.
          for (int round = 0; round < 300 || (taken.load() == 0 && round < 100'000); ++round) {
            const std::uint64_t places = m_text.size() / kSize - 1;
            for (int k = 0; k < 3; ++k) ahead.expect(*file, random() % places * kSize, kSize);
            const std::uint64_t at = random() % places * kSize;
            ahead.expect(*file, at, kSize);
            if (!ahead.take(*file, at, std::as_writable_bytes(std::span(back)))) continue;
            ++taken;
            if (back != m_text.substr(at, kSize)) ++wrong;
          }
        });
      }
    }
    QCOMPARE(wrong.load(), 0);
    QVERIFY(taken.load() > 0);
  }

 private:
  std::filesystem::path path() const { return std::filesystem::path(m_folder.path().toStdString()) / "f"; }

  QTemporaryDir m_folder;
  std::string m_text;
};

MASU_TEST(ReadAheadTest)
#include "read_ahead_test.moc"
