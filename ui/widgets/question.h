// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QWidget;

namespace masu::ui {

/// What people are asked before something is replaced, deleted or stopped. Texts are plain, since names of files are
/// part of them; `act` and `keep` are what the two buttons say, which is what happens, and not "Yes" or "OK".
struct Question {
  QString title;
  QString text;
  QString act;   ///< loses something
  QString keep;  ///< loses nothing
};

/// Asks, and waits for the reply. True where people chose to act. Enter, Esc and closing the dialog all keep, so that
/// nothing is lost by a key that was meant for something else. This is the one way in which pages and window ask.
/// Threads: the GUI thread. Lifetime: the dialog is gone when this returns; `parent` has to outlive it.
bool confirmed(const Question& question, QWidget* parent);

}  // namespace masu::ui
