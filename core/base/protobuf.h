// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

/// What TensorFlow's files consist of: messages of Protocol Buffers in records with checksums. Everything is appended
/// to a text that the caller holds. Sources: https://protobuf.dev/programming-guides/encoding and TensorFlow's
/// record_writer.cc. Threads: all functions, on texts of their own.
namespace masu::protobuf {

/// How the value of a field is stored.
enum class Wire : unsigned { varint = 0, eightBytes = 1, lengthDelimited = 2, fourBytes = 5 };

/// Least significant byte first.
template <class Number>
void appendLittle(std::string& to, Number number) {
  for (std::size_t i = 0; i < sizeof(Number); ++i) to += static_cast<char>(number >> (8 * i));
}

/// Seven bits a byte, the lowest first.
inline void appendVarint(std::string& to, std::uint64_t number) {
  for (; number >= 0x80; number >>= 7U) to += static_cast<char>(number | 0x80U);
  to += static_cast<char>(number);
}

/// The bytes that appendVarint() takes.
constexpr std::uint64_t varintBytes(std::uint64_t number) {
  std::uint64_t bytes = 1;
  for (; number >= 0x80; number >>= 7U) ++bytes;
  return bytes;
}

/// What precedes the value of a field.
inline void appendTag(std::string& to, unsigned field, Wire wire) {
  appendVarint(to, field << 3U | static_cast<unsigned>(wire));
}

/// What precedes the `length` bytes of a text, of a message in a message, or of packed numbers.
inline void appendLength(std::string& to, unsigned field, std::uint64_t length) {
  appendTag(to, field, Wire::lengthDelimited);
  appendVarint(to, length);
}

/// Such a field of `length` bytes with what precedes it. Requires: the field's number is below 16, whose tag is a byte.
constexpr std::uint64_t delimitedBytes(std::uint64_t length) {
  return 1 + varintBytes(length) + length;
}

inline void appendBytes(std::string& to, unsigned field, std::string_view bytes) {
  appendLength(to, field, bytes.size());
  to += bytes;
}

inline void appendDouble(std::string& to, unsigned field, double value) {
  appendTag(to, field, Wire::eightBytes);
  appendLittle(to, std::bit_cast<std::uint64_t>(value));
}

inline void appendFloat(std::string& to, unsigned field, float value) {
  appendTag(to, field, Wire::fourBytes);
  appendLittle(to, std::bit_cast<std::uint32_t>(value));
}

/// Begins a record of a record file, whose message of `length` bytes is appended next. Returns where the message
/// begins.
std::size_t beginRecord(std::string& to, std::uint64_t length);
/// Ends the record whose message begins at `message` and is what has been appended since.
void endRecord(std::string& to, std::size_t message);

}  // namespace masu::protobuf
