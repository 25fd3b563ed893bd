// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"

namespace masu::csv {

/// Turns text of another encoding into UTF-8, piece by piece. Bytes that mean nothing in the encoding become the byte
/// FF, which no UTF-8 text holds: the cell they are in is then rejected like any other that is not text.
/// Threads: one at a time.
class Transcoder {
 public:
  /// Errors: an encoding that this machine does not know.
  static Result<Transcoder> open(const std::string& encoding, const std::string& file);

  Transcoder(Transcoder&& other) noexcept;
  Transcoder& operator=(Transcoder&& other) noexcept;
  ~Transcoder();

  /// Appends what the bytes say to `out`. A character cut by the end of the piece waits for the next; after the last
  /// piece it is a fault.
  void append(std::string_view bytes, bool last, std::string& out);

 private:
  explicit Transcoder(void* handle) : m_handle(handle) {}

  void* m_handle;
  std::string m_waiting;
};

/// True for the names of UTF-8 and what is part of it, or none.
bool isUtf8Name(const std::string& encoding);

}  // namespace masu::csv
