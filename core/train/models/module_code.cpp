// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/models/module_code.h"

#include <algorithm>
#include <array>
#include <memory>
#include <string_view>

#include <torch/csrc/jit/frontend/lexer.h>
#include <torch/csrc/jit/frontend/parse_string_literal.h>

namespace masu::train {

namespace {

bool isOnFiles(std::string_view name) {
  constexpr std::array<std::string_view, 2> kNames = {"save", "from_file"};
  return std::ranges::find(kNames, name) != kNames.end();
}

}  // namespace

std::optional<std::string> fileOperatorIn(const std::string& code) {
  torch::jit::Lexer lexer(std::make_shared<torch::jit::Source>(code));
  bool asks = false;    // getattr() occurs
  std::string asked;    // the first such name that is a string
  std::string literal;  // strings side by side are one
  int before = torch::jit::TK_NEWLINE;
  for (;;) {
    torch::jit::Token token = lexer.next();
    if (token.kind == torch::jit::TK_STRINGLITERAL) {
      literal += torch::jit::parseStringLiteral(token.range, token.text());
    } else {
      if (asked.empty() && isOnFiles(literal)) asked = literal;
      literal.clear();
    }
    if (token.kind == torch::jit::TK_EOF) break;
    if (token.kind == torch::jit::TK_IDENT) {
      const std::string name = token.text();
      if (before == '.' && isOnFiles(name)) return "aten::" + name;
      asks = asks || name == "getattr";
    }
    before = token.kind;
  }
  if (asks && !asked.empty()) return "aten::" + asked;
  return std::nullopt;
}

}  // namespace masu::train
