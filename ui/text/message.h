// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <string_view>

#include "core/base/error.h"

namespace masu::ui {

/// A name or a text that comes from a file, as people see it: nothing in it hides, or turns the direction of writing
/// (shownText()). For the screen alone; what is looked up by its name keeps toQt().
QString shownText(std::string_view text);
QString shownText(const QString& text);
/// A sentence of core in the user's language: the template is translated in the context "core", then filled; messages
/// among its arguments are translated in turn.
QString translated(const Message& message);
/// A marked literal of core (a stage, an item of a ledger) in the user's language.
QString translated(std::string_view text);
/// An error as people read it: the sentence, then the file with line and column where they are known and not said yet.
QString translated(const Error& error);
/// Sentences one after the other: a space between them, but none after the full stop of Japanese.
QString joinedSentences(const QStringList& sentences);

}  // namespace masu::ui
