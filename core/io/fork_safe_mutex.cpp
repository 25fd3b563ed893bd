// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/fork_safe_mutex.h"

#include <utility>

namespace masu::io {

namespace {

constinit ForkSafeMutex::List ownList;  // before any constructor of a mutex

}  // namespace

ForkSafeMutex::ForkSafeMutex() : m_next(std::exchange(ownList.m_first, this)) {}

ForkSafeMutex::List& ForkSafeMutex::all() {
  return ownList;
}

void ForkSafeMutex::List::lock() {
  for (ForkSafeMutex* mutex = m_first; mutex != nullptr; mutex = mutex->m_next) mutex->lock();
}

void ForkSafeMutex::List::unlock() {
  for (ForkSafeMutex* mutex = m_first; mutex != nullptr; mutex = mutex->m_next) mutex->unlock();
}

void ForkSafeMutex::List::join(List& other) {
  ForkSafeMutex** end = &m_first;
  while (*end != nullptr) end = &(*end)->m_next;
  *end = std::exchange(other.m_first, nullptr);
}

}  // namespace masu::io
