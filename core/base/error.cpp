// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"

#include <array>
#include <cerrno>
#include <cstring>

#include "core/base/named_value.h"

namespace masu {

namespace {

constexpr std::array<std::string_view, static_cast<std::size_t>(Errc::internal) + 1> kNames = {
    "invalid_argument", "not_found",     "exists",     "permission", "no_space", "io",        "format",  "damaged",
    "unsupported",      "out_of_memory", "no_samples", "busy",       "child",    "cancelled", "internal"};

}  // namespace

std::string_view name(Errc code) {
  // A child that a hostile file has broken may report any.
  const auto place = static_cast<std::size_t>(code);
  return place < kNames.size() ? kNames[place] : kNames.back();
}

std::optional<Errc> errcFrom(std::string_view text) {
  return valueNamed<Errc>(kNames, text);
}

std::string Message::english() const {
  std::vector<std::string> filled;
  for (const Argument& argument : arguments) {
    filled.push_back(argument.isMessage ? Message{argument.text, argument.arguments}.english() : argument.text);
  }
  return fill(text, filled);
}

Message Message::listed(std::vector<Message> parts) {
  if (parts.empty()) return {};
  Message list = std::move(parts.front());
  for (std::size_t i = 1; i < parts.size(); ++i)
    list = {MASU_TEXT("core", "{0}, {1}"), {std::move(list), std::move(parts[i])}};
  return list;
}

std::string Message::fill(std::string_view text, const std::vector<std::string>& arguments) {
  std::string filled;
  filled.reserve(text.size() + 32);
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool placeholder = text[i] == '{' && i + 2 < text.size() && text[i + 2] == '}' && text[i + 1] >= '0' &&
                             static_cast<std::size_t>(text[i + 1] - '0') < arguments.size();
    if (!placeholder) {
      filled += text[i];
      continue;
    }
    filled += arguments[static_cast<std::size_t>(text[i + 1] - '0')];
    i += 2;
  }
  return filled;
}

Error Error::fromErrno(int number, std::string path) {
  Location where{path, 0, 0};
  switch (number) {
    case ENOENT:
      return {Errc::notFound, MASU_TEXT("core", "There is no file or folder {0}."), {std::move(path)}, where};
    case ENOTDIR:
      return {
          Errc::notFound,
          MASU_TEXT("core", "{0}, or a part of that path, is a file where a folder is needed. Choose another path."),
          {std::move(path)},
          where};
    case EACCES:
    case EPERM:
      return {Errc::permission,
              MASU_TEXT("core", "Access to {0} is denied. Choose another place, or change its permissions."),
              {std::move(path)},
              where};
    case EROFS:
      return {Errc::permission,
              MASU_TEXT("core", "{0} is on a read-only file system. Choose another place."),
              {std::move(path)},
              where};
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
      return {Errc::noSpace,
              MASU_TEXT("core", "The disk that holds {0} is full. Free some space, or choose another place."),
              {std::move(path)},
              where};
    case EIO:
      return {
          Errc::io,
          MASU_TEXT("core", "The disk that holds {0} reported an error. Check the disk and its cable, then try again."),
          {std::move(path)},
          where};
    case ENOMEM:
      return {Errc::outOfMemory, MASU_TEXT("core", "Memory ran out while working on {0}."), {std::move(path)}, where};
    case EISDIR:
      return {Errc::invalidArgument, MASU_TEXT("core", "{0} is a folder, not a file."), {std::move(path)}, where};
    case ELOOP:
      return {Errc::invalidArgument,
              MASU_TEXT("core",
                        "{0} is a symbolic link where none is followed, or its links lead in a circle. Name the file "
                        "itself."),
              {std::move(path)},
              where};
    default:
      return {Errc::io, MASU_TEXT("core", "{0}: {1}."), {std::move(path), std::strerror(number)}, where};
  }
}

}  // namespace masu
