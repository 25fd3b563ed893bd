// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/table/schema.h"

#include <array>

#include "core/base/error.h"
#include "core/base/named_value.h"

namespace masu::table {

namespace {

constexpr std::array<std::string_view, 7> kRoles = {MASU_TEXT("core", "feature"), MASU_TEXT("core", "category"),
                                                    MASU_TEXT("core", "label"),   MASU_TEXT("core", "weight"),
                                                    MASU_TEXT("core", "group"),   MASU_TEXT("core", "kept"),
                                                    MASU_TEXT("core", "ignored")};
constexpr std::array<std::string_view, 7> kKinds = {MASU_TEXT("core", "integer"),  MASU_TEXT("core", "decimal"),
                                                    MASU_TEXT("core", "boolean"),  MASU_TEXT("core", "time"),
                                                    MASU_TEXT("core", "category"), MASU_TEXT("core", "text"),
                                                    MASU_TEXT("core", "empty")};

}  // namespace

std::string_view name(Role role) {
  return kRoles[static_cast<std::size_t>(role)];
}
std::string_view name(Kind kind) {
  return kKinds[static_cast<std::size_t>(kind)];
}
std::optional<Role> roleFrom(std::string_view name) {
  return valueNamed<Role>(kRoles, name);
}
std::optional<Kind> kindFrom(std::string_view name) {
  return valueNamed<Kind>(kKinds, name);
}

std::vector<std::size_t> Schema::indicesOf(Role role) const {
  std::vector<std::size_t> indices;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i].role == role) indices.push_back(i);
  }
  return indices;
}

const Column* Schema::find(std::string_view name) const {
  for (const Column& column : columns) {
    if (column.name == name) return &column;
  }
  return nullptr;
}

}  // namespace masu::table
