// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/import/plan/notes.h"

#include <QLabel>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/text/message.h"
#include "ui/widgets/labels.h"

namespace masu::ui {

ImportNotes::ImportNotes() : Section(tr("Worth knowing")), m_text(makeLabel({}, "caption")) {
  m_text->setObjectName("notes");
  m_text->setWordWrap(true);
  content()->addWidget(m_text);
  hide();
}

void ImportNotes::setNotes(const std::vector<Message>& notes) {
  constexpr std::size_t kShown = 8;
  QStringList sentences;
  for (std::size_t i = 0; i < std::min(notes.size(), kShown); ++i) sentences << translated(notes[i]);
  if (notes.size() > kShown) {
    sentences << tr("%n more note(s); masu inspect shows them all.", nullptr, static_cast<int>(notes.size() - kShown));
  }
  m_text->setText(sentences.join(QStringLiteral("\n\n")));
  setVisible(!notes.empty());
}

}  // namespace masu::ui
