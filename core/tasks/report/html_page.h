// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/tasks/report/markup.h"

namespace masu::tasks {

/// A whole page in one text: XHTML that browsers read as HTML and programs as XML, with its own style for light and
/// dark screens and for paper. It holds no script and refers to nothing outside of it, and forbids both to itself.
/// `language`: as HTML names it, such as "ja".
std::string htmlPage(const std::string& title, const std::string& language, const Markup& body);

/// A heading with what is below it; `level` counts from 1.
Markup section(int level, const Markup& heading, const Markup& content);
Markup paragraph(const Markup& content);
/// A value as programs take it: a hash, an option, a program. Nothing of nothing.
Markup code(const Markup& content);

}  // namespace masu::tasks
