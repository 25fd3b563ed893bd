// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/base/error.h"

namespace masu {

/// Values one after the other as bytes, for the same program to read again: numbers and plain structures are as in
/// memory, so that every bit comes back. Not for files that outlive the program. Threads: one at a time.
class ByteWriter {
 public:
  template <class T>
  void put(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    append(&value, sizeof value);
  }
  template <class T>
  void put(const std::vector<T>& values) {
    static_assert(std::is_trivially_copyable_v<T>);
    put(std::uint64_t{values.size()});
    append(values.data(), values.size() * sizeof(T));
  }
  void put(std::string_view text) {
    put(std::uint64_t{text.size()});
    append(text.data(), text.size());
  }
  void put(const std::string& text) { put(std::string_view(text)); }
  void put(const std::vector<std::string>& texts) {
    put(std::uint64_t{texts.size()});
    for (const std::string& text : texts) put(text);
  }

  void put(const Message& message) {
    put(message.text);
    put(message.arguments);
  }
  void put(const std::vector<Argument>& arguments) {
    put(std::uint64_t{arguments.size()});
    for (const Argument& argument : arguments) {
      put(argument.text);
      put(argument.arguments);
      put(argument.isMessage);
    }
  }

  const std::vector<std::byte>& bytes() const { return m_bytes; }
  std::vector<std::byte> take() { return std::move(m_bytes); }

 private:
  void append(const void* data, std::size_t size) {
    if (size == 0) return;
    const std::size_t at = m_bytes.size();
    m_bytes.resize(at + size);  // GCC 12 warns without reason of what vector::insert copies
    std::memcpy(m_bytes.data() + at, data, size);
  }

  std::vector<std::byte> m_bytes;
};

/// Reads what a ByteWriter wrote, in the same order and into values of the same types. Bytes that end too early leave
/// ok() false and the values as they were; no count is believed beyond the bytes there are.
/// Threads: one at a time. Lifetime: borrows the bytes.
class ByteReader {
 public:
  explicit ByteReader(std::span<const std::byte> bytes) : m_bytes(bytes) {}

  template <class T>
  void get(T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    if (const auto bytes = next(sizeof value); m_ok)
      std::memcpy(static_cast<void*>(&value), bytes.data(), sizeof value);
  }
  template <class T>
  void get(std::vector<T>& values) {
    static_assert(std::is_trivially_copyable_v<T>);
    const std::uint64_t count = getCount(sizeof(T));
    const auto bytes = next(count * sizeof(T));
    if (!m_ok) return;
    values.resize(count);
    if (count > 0) std::memcpy(static_cast<void*>(values.data()), bytes.data(), bytes.size());
  }
  /// A byte of memory may be no bool at all.
  void get(bool& value) {
    std::uint8_t byte = value ? 1 : 0;
    get(byte);
    value = byte != 0;
  }
  void get(std::string& text) {
    const auto bytes = next(getCount(1));
    if (m_ok) text.assign(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  }
  void get(std::vector<std::string>& texts) {
    const std::uint64_t count = getCount(sizeof(std::uint64_t));
    if (!m_ok) return;
    texts.resize(count);
    for (std::string& text : texts) get(text);
  }
  void get(Message& message) {
    get(message.text);
    get(message.arguments);
  }
  void get(std::vector<Argument>& arguments) {
    const std::uint64_t count = getCount(2 * sizeof(std::uint64_t) + sizeof(bool));
    if (!m_ok) return;
    arguments.resize(count);
    for (Argument& argument : arguments) {
      get(argument.text);
      get(argument.arguments);
      get(argument.isMessage);
    }
  }
  /// How many entries follow, each of at least `size` bytes: 0 where there cannot be as many.
  std::uint64_t getCount(std::size_t size) {
    std::uint64_t count = 0;
    get(count);
    if (count > m_bytes.size() / size) m_ok = false;
    return m_ok ? count : 0;
  }

  bool ok() const { return m_ok; }
  bool atEnd() const { return m_ok && m_bytes.empty(); }

 private:
  std::span<const std::byte> next(std::uint64_t size) {
    m_ok = m_ok && size <= m_bytes.size();
    if (!m_ok) return {};
    const auto bytes = m_bytes.first(size);
    m_bytes = m_bytes.subspan(size);
    return bytes;
  }

  std::span<const std::byte> m_bytes;
  bool m_ok = true;
};

}  // namespace masu
