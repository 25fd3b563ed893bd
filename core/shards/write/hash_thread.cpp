// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shards/write/hash_thread.h"

#include <algorithm>

namespace masu::shards {

namespace {

/// What a stream is given alone before another one is looked for.
constexpr std::size_t kAloneBytes = 64 << 10;

}  // namespace

HashThread::HashThread() {
  m_thread.start(1, [this](unsigned, const std::stop_token& stop) { return run(stop); });
}

Result<void> HashThread::run(const std::stop_token& stop) {
  std::unique_lock lock(m_mutex);
  const auto take = [&]() -> HashStream* {
    if (m_waiting.empty()) return nullptr;
    HashStream* const stream = m_waiting.front();
    m_waiting.pop_front();
    stream->m_busy = true;
    return stream;
  };
  while (m_given.wait(lock, stop, [&] { return hasWork(); })) {
    HashStream* const one = take();
    HashStream* const other = take();
    const std::size_t most = other != nullptr ? other->m_pieces.front().size() : kAloneBytes;
    const auto bytes = one->m_pieces.front().first(std::min(one->m_pieces.front().size(), most));
    const std::byte* const otherBytes = other != nullptr ? other->m_pieces.front().data() : nullptr;
    lock.unlock();
    if (other != nullptr) {
      Sha256::updateBoth(one->m_hash, bytes, other->m_hash, {otherBytes, bytes.size()});
    } else {
      one->m_hash.update(bytes);
    }
    lock.lock();
    consume(*one, bytes.size());
    if (other != nullptr) consume(*other, bytes.size());
    m_hashed.notify_all();
  }
  return {};
}

/// Requires: the lock is held.
bool HashThread::hasWork() const {
  if (m_waiting.size() > 1) return true;
  return !m_waiting.empty() && (m_streams == 1 || m_waiting.front()->m_wanted);
}

void HashThread::consume(HashStream& stream, std::size_t bytes) {
  auto& front = stream.m_pieces.front();
  front = front.subspan(bytes);
  if (front.empty()) stream.m_pieces.pop_front();
  stream.m_done += bytes;
  stream.m_busy = false;
  if (!stream.m_pieces.empty()) m_waiting.push_back(&stream);
}

Result<std::unique_ptr<HashStream>> HashStream::create(HashThread* thread, std::uint64_t begin) {
  MASU_TRY(Sha256 hash, Sha256::create());
  return std::unique_ptr<HashStream>(new HashStream(std::move(hash), thread, begin));
}

HashStream::HashStream(Sha256 hash, HashThread* thread, std::uint64_t begin)
    : m_hash(std::move(hash)), m_thread(thread), m_given(begin), m_done(begin) {
  if (m_thread == nullptr) return;
  const std::lock_guard lock(m_thread->m_mutex);
  ++m_thread->m_streams;
}

HashStream::~HashStream() {
  if (m_thread == nullptr) return;
  {
    std::unique_lock lock(m_thread->m_mutex);
    m_thread->m_hashed.wait(lock, [&] { return !m_busy; });
    std::erase(m_thread->m_waiting, this);
    --m_thread->m_streams;
  }
  // Who is left may be alone now.
  m_thread->m_given.notify_one();
}

void HashStream::give(std::span<const std::byte> bytes) {
  if (bytes.empty()) return;
  m_given += bytes.size();
  if (m_thread == nullptr) {
    m_hash.update(bytes);
    return;
  }
  {
    const std::lock_guard lock(m_thread->m_mutex);
    if (m_pieces.empty()) m_thread->m_waiting.push_back(this);
    m_pieces.push_back(bytes);
  }
  m_thread->m_given.notify_one();
}

void HashStream::waitFor(std::uint64_t position) {
  if (m_thread == nullptr) return;
  const auto reached = [&] { return m_done >= std::min(position, m_given); };
  std::unique_lock lock(m_thread->m_mutex);
  if (reached()) return;
  m_wanted = true;
  m_thread->m_given.notify_one();
  m_thread->m_hashed.wait(lock, reached);
  m_wanted = false;
}

std::string HashStream::finish() {
  waitFor(m_given);
  return m_hash.finish();
}

}  // namespace masu::shards
