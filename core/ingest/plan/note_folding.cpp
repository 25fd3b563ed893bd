// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/plan/note_folding.h"

#include <cstddef>
#include <map>
#include <string>
#include <utility>

namespace masu::ingest {

void foldNotes(std::vector<Message>& notes) {
  constexpr std::size_t kMost = 5;
  std::vector<Message> kept;
  std::map<std::string, std::size_t> counts;
  std::size_t folded = 0;
  for (Message& note : notes) {
    if (++counts[note.text] <= kMost)
      kept.push_back(std::move(note));
    else
      ++folded;
  }
  if (folded > 0) {
    kept.push_back({MASU_TEXT("core", "The same holds for other columns; {0} more notes are left out."),
                    {std::to_string(folded)}});
  }
  notes = std::move(kept);
}

}  // namespace masu::ingest
