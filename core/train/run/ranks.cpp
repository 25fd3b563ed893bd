// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/run/ranks.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <exception>
#include <optional>
#include <stop_token>
#include <string_view>
#include <thread>
#include <utility>

#include <netdb.h>
#include <sys/socket.h>
#include <unistd.h>

#include <torch/csrc/distributed/c10d/ProcessGroupGloo.hpp>
#include <torch/csrc/distributed/c10d/TCPStore.hpp>
#include <torch/types.h>

#include "core/base/stop_wait.h"
#include "core/metrics/run_event.h"
#include "core/train/learning/packing.h"
#include "core/train/models/guarded.h"

namespace masu::train {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

/// How much longer others wait for rank 0 than it waits for them, so that it is the one to say who is missing.
constexpr milliseconds kLonger{2000};
/// For what came in time, though another one did not.
constexpr milliseconds kGrace{500};
/// By how much LibTorch's own deadline, which closes every connection, comes after those here.
constexpr milliseconds kNever{3'600'000};

enum class MessageKind : std::int64_t { message, failure };
enum class Way : bool { out, in };

using Work = c10::intrusive_ptr<c10d::Work>;
using Head = std::array<std::int64_t, 2>;  ///< MessageKind, and bytes of what follows

struct Received {
  MessageKind kind = MessageKind::message;
  std::string text;
};

std::string ownHost() {
  std::array<char, 256> name{};
  return gethostname(name.data(), name.size() - 1) == 0 ? std::string(name.data()) : std::string("localhost");
}

std::string secondsOf(milliseconds time) {
  constexpr auto kThousand = 1000;
  return std::to_string((time.count() + kThousand - 1) / kThousand);
}

struct Free {
  void operator()(addrinfo* found) const { freeaddrinfo(found); }
};

/// The address of this machine from which the route to rank 0 begins: nothing is sent to find it.
Result<std::string> addressTowards(const flow::ProcessGroup& place) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_DGRAM;
  addrinfo* list = nullptr;
  const int problem = getaddrinfo(place.host.c_str(), std::to_string(place.port).c_str(), &hints, &list);
  const std::unique_ptr<addrinfo, Free> found(list);
  if (problem != 0 || list == nullptr) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core",
                          "The processes of this training run are to meet at {0} (MASTER_ADDR), which is not the name "
                          "or address of a machine that can be found from {1}: {2}."),
                {place.host, ownHost(), gai_strerror(problem)});
  }
  for (const addrinfo* one = list; one != nullptr; one = one->ai_next) {
    const int probe = ::socket(one->ai_family, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (probe < 0) continue;
    sockaddr_storage own{};
    socklen_t size = sizeof own;
    const bool known = ::connect(probe, one->ai_addr, one->ai_addrlen) == 0 &&
                       ::getsockname(probe, reinterpret_cast<sockaddr*>(&own), &size) == 0;
    ::close(probe);
    std::array<char, NI_MAXHOST> text{};
    if (known && ::getnameinfo(reinterpret_cast<const sockaddr*>(&own), size, text.data(), text.size(), nullptr, 0,
                               NI_NUMERICHOST) == 0)
      return std::string(text.data());
  }
  return fail(Errc::invalidArgument,
              MASU_TEXT("core",
                        "The processes of this training run are to meet at {0} (MASTER_ADDR), to which {1} has no "
                        "route."),
              {place.host, ownHost()});
}

/// Waits for a message on its way; false where it is not over by then.
bool isOverBy(Clock::time_point deadline, c10d::Work& work) {
  const std::jthread watch([&](const std::stop_token& over) {
    if (pauseFor(deadline - Clock::now(), over)) work.abort();
  });
  return work.wait();
}

class GlooRanks final : public Ranks {
 public:
  GlooRanks(const flow::ProcessGroup& place, milliseconds timeout, std::vector<std::string> hosts,
            c10::intrusive_ptr<c10d::ProcessGroupGloo> group)
      : m_rank(place.rank), m_timeout(timeout), m_hosts(std::move(hosts)), m_group(std::move(group)) {}

  std::uint64_t rank() const override { return m_rank; }
  std::uint64_t world() const override { return m_hosts.size(); }
  const std::string& host(std::uint64_t rank) const override { return m_hosts[rank]; }

  Result<std::string> exchange(std::string own, const Combine& combine) override {
    Result<std::string> common = isFirst() ? lead(std::move(own), combine) : follow(std::move(own));
    m_isOver = m_isOver || !common;
    return common;
  }

  void leave(const Error& error) override {
    if (std::exchange(m_isOver, true)) return;
    const auto give = [&](const std::vector<std::string>&) -> Result<std::string> { return fail(error); };
    if (isFirst()) {
      (void)lead({}, give);
    } else {
      (void)send(0, MessageKind::failure, ownSentence(error), Clock::now() + m_timeout + kLonger);
    }
  }

 private:
  /// Hears all before it says what is wrong: whoever still sends would take rank 0 for gone.
  Result<std::string> lead(std::string own, const Combine& combine) {
    std::vector<std::string> messages(world());
    messages[0] = std::move(own);
    std::vector<std::uint64_t> there;
    std::optional<Error> failure = std::exchange(m_unsent, std::nullopt);
    const Clock::time_point deadline = Clock::now() + m_timeout;
    std::vector<Head> heads(world());
    std::vector<Work> works(world());
    for (std::uint64_t rank = 1; rank < world(); ++rank) works[rank] = begin(rank, Way::in, &heads[rank], sizeof(Head));
    for (std::uint64_t rank = 1; rank < world(); ++rank) {
      Result<Received> received = receive(rank, heads[rank], works[rank], std::max(deadline, Clock::now() + kGrace));
      if (received && received->kind == MessageKind::message) {
        there.push_back(rank);
        messages[rank] = std::move(received->text);
      } else if (!failure) {
        failure = received ? heard(received->text) : received.error();
      }
    }
    Result<std::string> common;
    if (failure) {
      common = fail(*failure);
    } else {
      common = guarded(MASU_TEXT("core", "A training step failed: {0}."), [&] { return combine(messages); });
    }
    if (!common) {
      const std::string sentence =
          failure ? metrics::toJsonLine(metrics::Failed{*failure}) : ownSentence(common.error());
      for (const std::uint64_t rank : there) (void)send(rank, MessageKind::failure, sentence, Clock::now() + kLonger);
      return common;
    }
    // The others have to hear of one that cannot be reached, and those that have this message do so with the next.
    for (const std::uint64_t rank : there) {
      Result<void> sent = send(rank, MessageKind::message, *common, Clock::now() + m_timeout);
      if (!sent && !m_unsent) m_unsent = std::move(sent.error());
    }
    return common;
  }

  Result<std::string> follow(std::string own) {
    const Clock::time_point deadline = Clock::now() + m_timeout + kLonger;
    MASU_CHECK(send(0, MessageKind::message, own, deadline));
    own = {};
    Head head = {};
    const Work work = begin(0, Way::in, &head, sizeof head);
    MASU_TRY(Received received, receive(0, head, work, deadline));
    if (received.kind == MessageKind::failure) return fail(heard(received.text));
    return std::move(received.text);
  }

  Result<void> send(std::uint64_t rank, MessageKind kind, const std::string& text, Clock::time_point deadline) {
    Head head = {static_cast<std::int64_t>(kind), static_cast<std::int64_t>(text.size())};
    MASU_CHECK(finish(rank, begin(rank, Way::out, &head, sizeof head), deadline));
    if (text.empty()) return {};
    return finish(rank, begin(rank, Way::out, const_cast<char*>(text.data()), text.size()), deadline);
  }

  /// What follows a head that is on its way.
  Result<Received> receive(std::uint64_t rank, const Head& head, const Work& work, Clock::time_point deadline) {
    MASU_CHECK(finish(rank, work, deadline));
    Received received{static_cast<MessageKind>(head[0]), std::string(static_cast<std::size_t>(head[1]), '\0')};
    if (received.text.empty()) return received;
    MASU_CHECK(finish(rank, begin(rank, Way::in, received.text.data(), received.text.size()), deadline));
    return received;
  }

  /// Bytes on their way to or from a rank, which stay in place until finish(); null where it is gone.
  Work begin(std::uint64_t rank, Way way, void* bytes, std::size_t size) {
    try {
      std::vector<at::Tensor> tensors = {torch::from_blob(bytes, {static_cast<std::int64_t>(size)}, torch::kUInt8)};
      const int other = static_cast<int>(rank);
      return way == Way::out ? m_group->send(tensors, other, 0) : m_group->recv(tensors, other, 0);
    } catch (const std::exception&) {
      return {};
    }
  }

  /// Errors: the rank is gone, or silent for too long.
  Result<void> finish(std::uint64_t rank, const Work& work, Clock::time_point deadline) const {
    try {
      if (!work) return fail(gone(rank));
      if (isOverBy(deadline, *work)) return {};
    } catch (const std::exception&) {
      return fail(gone(rank));
    }
    return fail(silent(rank));
  }

  Error gone(std::uint64_t rank) const {
    return {Errc::child,
            MASU_TEXT("core",
                      "The process of rank {0} on {1} has ended, or the connection to it is cut, so the training run "
                      "cannot continue. Look at what that process printed, and resume the run with --resume."),
            {std::to_string(rank), m_hosts[rank]}};
  }

  Error silent(std::uint64_t rank) const {
    return {Errc::child,
            MASU_TEXT("core",
                      "Nothing came from rank {0} on {1} for {2} seconds, so the training run cannot continue. See "
                      "whether that machine and the network work, or wait longer with --timeout, and resume the run "
                      "with --resume."),
            {std::to_string(rank), m_hosts[rank], secondsOf(m_timeout)}};
  }

  /// What the others are to report of an error here.
  std::string ownSentence(const Error& error) const {
    return metrics::toJsonLine(metrics::Failed{{Errc::child,
                                                MASU_TEXT("core", "The training run ended on rank {0} ({1}): {2}"),
                                                {std::to_string(m_rank), m_hosts[m_rank], error.message}}});
  }

  Error heard(const std::string& line) const {
    const auto event = metrics::eventFromJsonLine(line);
    const auto* failed = event ? std::get_if<metrics::Failed>(&*event) : nullptr;
    return failed != nullptr ? failed->error : gone(0);
  }

  std::uint64_t m_rank;
  milliseconds m_timeout;
  std::vector<std::string> m_hosts;
  c10::intrusive_ptr<c10d::ProcessGroupGloo> m_group;
  bool m_isOver = false;
  std::optional<Error> m_unsent;  ///< of rank 0: whom the last message did not reach
};

std::string keyOf(std::uint64_t rank) {
  return "rank/" + std::to_string(rank);
}

/// The hosts of all ranks, once each has said where it is.
Result<std::vector<std::string>> hostsOf(c10d::Store& store, const flow::ProcessGroup& place, milliseconds timeout) {
  const Clock::time_point deadline = Clock::now() + timeout;
  const std::string own = std::to_string(place.rank);
  if (store.add("claims/" + own, 1) > 1) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core",
                          "Two processes of this training run are rank {0}: give each a RANK of its own, and each run "
                          "a MASTER_PORT of its own."),
                {own});
  }
  std::string card;
  appendNumber(card, place.world);
  card += ownHost();
  store.set(keyOf(place.rank), std::vector<std::uint8_t>(card.begin(), card.end()));
  std::vector<std::string> hosts;
  for (std::uint64_t rank = 0; rank < place.world; ++rank) {
    const auto left = std::chrono::duration_cast<milliseconds>(deadline - Clock::now());
    try {
      store.wait({keyOf(rank)}, std::max(left, milliseconds(1)));
    } catch (const std::exception&) {
      return fail(Errc::child,
                  MASU_TEXT("core",
                            "Rank {0} of this training run did not start within {1} seconds: start as many processes "
                            "as WORLD_SIZE says, here {2}, or wait longer with --timeout."),
                  {std::to_string(rank), secondsOf(timeout), std::to_string(place.world)});
    }
    const std::vector<std::uint8_t> bytes = store.get(keyOf(rank));
    std::string_view rest(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    const auto world = takeNumber<std::uint64_t>(rest);
    if (world != place.world) {
      return fail(Errc::invalidArgument,
                  MASU_TEXT("core",
                            "Rank {0} of this training run was started as one of another number of processes than "
                            "rank {1}: give each the same WORLD_SIZE, and each run a MASTER_PORT of its own."),
                  {std::to_string(rank), own});
    }
    hosts.emplace_back(rest);
  }
  return hosts;
}

Result<std::unique_ptr<Ranks>> met(const flow::ProcessGroup& place, milliseconds timeout, const std::string& address) {
  c10d::TCPStoreOptions storeOptions;
  storeOptions.port = place.port;
  storeOptions.isServer = place.rank == 0;
  storeOptions.numWorkers = place.world;
  storeOptions.waitWorkers = false;
  storeOptions.timeout = timeout;
  const auto store = c10::make_intrusive<c10d::TCPStore>(place.host, storeOptions);
  MASU_TRY(std::vector<std::string> hosts, hostsOf(*store, place, timeout));
  const auto options = c10d::ProcessGroupGloo::Options::create(timeout + kNever);
  options->devices.push_back(c10d::ProcessGroupGloo::createDeviceForHostname(address));
  options->threads = 1;
  auto group = c10::make_intrusive<c10d::ProcessGroupGloo>(store, static_cast<int>(place.rank),
                                                           static_cast<int>(place.world), options);
  return std::make_unique<GlooRanks>(place, timeout, std::move(hosts), std::move(group));
}

}  // namespace

Result<std::unique_ptr<Ranks>> Ranks::meet(const flow::ProcessGroup& place, milliseconds timeout) {
  MASU_TRY(const std::string address, addressTowards(place));
  try {
    return met(place, timeout, address);
  } catch (const std::exception& thrown) {
    return fail(Errc::child,
                MASU_TEXT("core",
                          "The processes of this training run could not meet at {0}:{1} (MASTER_ADDR, MASTER_PORT): "
                          "{2}."),
                {place.host, std::to_string(place.port), firstErrorLine(thrown.what())});
  }
}

Result<std::string> Ranks::fromFirst(std::string own) {
  const auto firstOf = [](const std::vector<std::string>& all) -> Result<std::string> { return all.front(); };
  return exchange(isFirst() ? std::move(own) : std::string(), firstOf);
}

Result<std::vector<std::string>> Ranks::gathered(std::string own) {
  const auto joined = [](const std::vector<std::string>& all) -> Result<std::string> {
    std::string text;
    for (const std::string& one : all) appendText(text, one);
    return text;
  };
  MASU_TRY(const std::string text, exchange(std::move(own), joined));
  std::vector<std::string> messages;
  std::string_view rest = text;
  while (const auto one = takeText(rest)) messages.emplace_back(*one);
  return messages;
}

}  // namespace masu::train
