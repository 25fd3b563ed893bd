// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/work_queue.h"

#include <QTemporaryDir>
#include <QTest>
#include <atomic>
#include <csignal>
#include <filesystem>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

/// A piece of work is completed once, whoever dies at it.
class WorkQueueTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    m_scratch = std::make_unique<QTemporaryDir>();
    m_folder = fs::path(m_scratch->path().toStdString()) / "queue";
  }
  void everyPieceIsTakenOnceByMany();
  void aWorkerBeginsWhereItIsAsked();
  void whatIsNotCompletedIsGivenBack();
  void aLivingOwnerKeepsItsPiece();
  void aDeadOwnersPieceIsClaimedAgain();
  void whatTheDeadHadIsGivenBack();
  void aLateOwnerFindsItsPieceGone();
  void aQueueThatIsGoneIsASentence();

 private:
  /// Who watches with patience never claims what a living owner has; who has none claims at the second look.
  static io::ClaimPatience patient() { return {1ms, 1h}; }
  static io::ClaimPatience hasty() { return {1h, 0ms}; }

  std::unique_ptr<QTemporaryDir> m_scratch;
  fs::path m_folder;
};

void WorkQueueTest::everyPieceIsTakenOnceByMany() {
  constexpr std::uint64_t kPieces = 200;
  constexpr std::uint64_t kWorkers = 4;
  QVERIFY(io::WorkQueue::create(m_folder, kPieces));
  std::mutex mutex;
  std::multiset<std::uint64_t> pieces;
  std::atomic<bool> failed = false;
  {
    std::vector<std::jthread> workers;
    for (std::uint64_t worker = 0; worker < kWorkers; ++worker) {
      workers.emplace_back([&, worker] {
        io::WorkQueue queue(m_folder, patient());
        while (true) {
          auto claim = queue.claim(worker * kPieces / kWorkers);
          if (!claim || !*claim) {
            failed = failed || !claim;
            return;
          }
          const auto complete = (*claim)->complete();
          failed = failed || !complete || !*complete;
          const std::lock_guard lock(mutex);
          pieces.insert((*claim)->piece());
        }
      });
    }
  }
  QVERIFY(!failed);
  QCOMPARE(pieces.size(), std::size_t{kPieces});
  QCOMPARE((std::set<std::uint64_t>(pieces.begin(), pieces.end()).size()), std::size_t{kPieces});
  const auto state = io::WorkQueue(m_folder).state();
  QVERIFY(state);
  QVERIFY(state->free.empty());
  QVERIFY(state->claimed.empty());
  QCOMPARE(state->done.size(), std::size_t{kPieces});
}

void WorkQueueTest::aWorkerBeginsWhereItIsAsked() {
  QVERIFY(io::WorkQueue::create(m_folder, 12));
  io::WorkQueue queue(m_folder, patient());
  std::vector<std::uint64_t> order;
  for (int i = 0; i < 12; ++i) {
    auto claim = queue.claim(9);
    QVERIFY(claim && *claim);
    QVERIFY((*claim)->name().starts_with(std::to_string((*claim)->piece()) + "."));
    order.push_back((*claim)->piece());
    QVERIFY((*claim)->complete().value_or(false));
  }
  QCOMPARE(order, (std::vector<std::uint64_t>{9, 10, 11, 0, 1, 2, 3, 4, 5, 6, 7, 8}));
  const auto none = queue.claim(9);
  QVERIFY(none && !*none);
}

void WorkQueueTest::whatIsNotCompletedIsGivenBack() {
  QVERIFY(io::WorkQueue::create(m_folder, 1));
  io::WorkQueue queue(m_folder, patient());
  {
    const auto claim = queue.claim(0);
    QVERIFY(claim && *claim);
    const auto state = queue.state();
    QVERIFY(state && state->claimed.size() == 1 && state->free.empty());
  }
  const auto state = queue.state();
  QVERIFY(state && state->claimed.empty() && state->free.size() == 1 && state->done.empty());
}

void WorkQueueTest::aLivingOwnerKeepsItsPiece() {
  QVERIFY(io::WorkQueue::create(m_folder, 1));
  io::WorkQueue owner(m_folder, patient());
  auto claim = owner.claim(0);
  QVERIFY(claim && *claim);
  io::WorkQueue other(m_folder, patient());
  for (int look = 0; look < 20; ++look) {
    const auto taken = other.claim(0);
    QVERIFY(taken && !*taken);
  }
  QVERIFY((*claim)->complete().value_or(false));
}

void WorkQueueTest::aDeadOwnersPieceIsClaimedAgain() {
  QVERIFY(io::WorkQueue::create(m_folder, 1));
  const pid_t child = ::fork();
  if (child == 0) {
    io::WorkQueue queue(m_folder, patient());
    const auto claim = queue.claim(0);
    ::raise(SIGKILL);
  }
  int status = 0;
  QCOMPARE(::waitpid(child, &status, 0), child);
  QVERIFY(WIFSIGNALED(status));
  io::WorkQueue queue(m_folder, {1ms, 1ms});
  std::optional<io::WorkQueue::Claim> taken;
  while (!taken) {
    auto claim = queue.claim(0);
    QVERIFY(claim);
    if (*claim) taken.emplace(std::move(**claim));
  }
  QVERIFY(taken->complete().value_or(false));
}

void WorkQueueTest::whatTheDeadHadIsGivenBack() {
  QVERIFY(io::WorkQueue::create(m_folder, 2));
  io::WorkQueue owner(m_folder, patient());
  auto late = owner.claim(0);
  QVERIFY(late && *late);
  QVERIFY(io::WorkQueue(m_folder).release());
  const auto state = owner.state();
  QVERIFY(state && state->free.size() == 2 && state->claimed.empty());
  const auto completed = (*late)->complete();
  QVERIFY(completed && !*completed);
}

void WorkQueueTest::aLateOwnerFindsItsPieceGone() {
  QVERIFY(io::WorkQueue::create(m_folder, 1));
  io::WorkQueue slow(m_folder, {1h, 1h});
  auto late = slow.claim(0);
  QVERIFY(late && *late);
  io::WorkQueue quick(m_folder, hasty());
  for (bool taken = false; !taken;) {
    auto claim = quick.claim(0);
    QVERIFY(claim);
    taken = claim->has_value();
    if (!taken) continue;
    QVERIFY((*claim)->name() != (*late)->name());
    QVERIFY((*claim)->complete().value_or(false));
  }
  const auto completed = (*late)->complete();
  QVERIFY(completed && !*completed);
  const auto state = quick.state();
  QVERIFY(state && state->done.size() == 1 && state->free.empty() && state->claimed.empty());
}

void WorkQueueTest::aQueueThatIsGoneIsASentence() {
  io::WorkQueue queue(m_folder, patient());
  const auto claim = queue.claim(0);
  QVERIFY(!claim);
  QVERIFY(!claim.error().message.text.empty());
  QVERIFY(!queue.state());
}

MASU_TEST(WorkQueueTest)
#include "work_queue_test.moc"
