// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Marks an English template so that lupdate finds it (as an alias of QT_TRANSLATE_NOOP; the context is always "core").
/// `ui/text` translates the template and fills it; `masu` fills the English one.
#define MASU_TEXT(context, text) text

namespace masu {

/// What kind of failure it is. The names are part of the JSON interface: see name().
enum class Errc {
  invalidArgument,  ///< a request that cannot be met as asked
  notFound,         ///< a file, column, manifest or object that is not there
  exists,           ///< the target is there already
  permission,
  noSpace,
  io,           ///< the operating system reported a failure
  format,       ///< the content is not what it claims to be
  damaged,      ///< content that was whole once: cut short, checksum differs
  unsupported,  ///< valid, but Masu does not handle it
  outOfMemory,
  noSamples,  ///< nothing is left to work on
  busy,       ///< another process holds it
  child,      ///< the worker process died
  cancelled,  ///< asked for by the user; never shown as a failure
  internal,   ///< a defect of Masu
};

/// The name of a code in JSON, such as "not_found".
std::string_view name(Errc code);
std::optional<Errc> errcFrom(std::string_view name);

struct Message;

/// What fills a place of a template: a value that is shown as it is (a name, a number), or a message, which is
/// translated in turn. Words of Masu are messages: "damaged", "train", "the name of a column".
struct Argument {
  Argument() = default;
  Argument(std::string value) : text(std::move(value)) {}
  Argument(std::string_view value) : text(value) {}
  Argument(const char* value) : text(value) {}
  Argument(Message message);

  bool operator==(const Argument&) const = default;

  std::string text;                 ///< the value, or the template of the message
  std::vector<Argument> arguments;  ///< of the message
  bool isMessage = false;
};

/// A sentence for people, or a word in one: an English template with {0}, {1} … and what to fill in.
struct Message {
  std::string text;
  std::vector<Argument> arguments;

  std::string english() const;

  /// A word or a sentence that is marked with MASU_TEXT where it is written, such as name(split).
  static Message marked(std::string_view text) { return {std::string(text), {}}; }
  /// "{0}, {1}", repeated for as many as there are.
  static Message listed(std::vector<Message> parts);
  /// Replaces {0}, {1} … of a template. A number without its argument stays as it is written.
  static std::string fill(std::string_view text, const std::vector<std::string>& arguments);
};

inline Argument::Argument(Message message)
    : text(std::move(message.text)), arguments(std::move(message.arguments)), isMessage(true) {}

/// Where a failure is. Lines and columns count from 1; 0 means unknown.
struct Location {
  std::string file;
  std::uint64_t line = 0;
  std::uint64_t column = 0;
};

/// A failure as a value: what happened, where, and what to do, in one sentence.
struct Error {
  Errc code = Errc::internal;
  Message message;
  Location source;

  Error() = default;
  Error(Errc errc, std::string text, std::vector<Argument> arguments = {}, Location where = {})
      : code(errc), message{std::move(text), std::move(arguments)}, source(std::move(where)) {}

  static Error cancelled() { return {Errc::cancelled, MASU_TEXT("core", "Cancelled.")}; }

  /// From errno after a failed call on `path`: permission, noSpace, notFound … with the fitting sentence.
  static Error fromErrno(int number, std::string path);
};

}  // namespace masu
