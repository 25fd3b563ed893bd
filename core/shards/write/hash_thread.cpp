// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shards/write/hash_thread.h"

#include <algorithm>

namespace masu::shards {

namespace {

/// What a stream has hashed before it is the turn of the next.
constexpr std::size_t kTurnBytes = 256 << 10;

}  // namespace

HashThread::HashThread() {
  m_thread.start(1, [this](unsigned, const std::stop_token& stop) { return run(stop); });
}

Result<void> HashThread::run(const std::stop_token& stop) {
  std::unique_lock lock(m_mutex);
  while (m_given.wait(lock, stop, [&] { return !m_waiting.empty(); })) {
    HashStream& stream = *m_waiting.front();
    m_waiting.pop_front();
    stream.m_busy = true;
    const auto piece = stream.m_pieces.front();
    const auto bytes = piece.first(std::min(piece.size(), kTurnBytes));
    lock.unlock();
    stream.m_hash.update(bytes);
    lock.lock();
    consume(stream, bytes.size());
    m_hashed.notify_all();
  }
  return {};
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
    : m_hash(std::move(hash)), m_thread(thread), m_given(begin), m_done(begin) {}

HashStream::~HashStream() {
  if (m_thread == nullptr) return;
  std::unique_lock lock(m_thread->m_mutex);
  m_thread->m_hashed.wait(lock, [&] { return !m_busy; });
  std::erase(m_thread->m_waiting, this);
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
  std::unique_lock lock(m_thread->m_mutex);
  m_thread->m_hashed.wait(lock, [&] { return m_done >= std::min(position, m_given); });
}

std::string HashStream::finish() {
  waitFor(m_given);
  return m_hash.finish();
}

}  // namespace masu::shards
