// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/staging/import_journal.h"

#include <chrono>
#include <utility>

namespace masu::store {

ImportJournal::ImportJournal(std::filesystem::path folder, bool sync, std::set<std::string> durable)
    : m_folder(std::move(folder)), m_sync(sync), m_files(std::move(durable)) {}

ImportJournal::~ImportJournal() {
  if (m_storing.valid()) m_storing.wait();
}

bool ImportJournal::busy() const {
  return m_storing.valid() && m_storing.wait_for(std::chrono::seconds(0)) != std::future_status::ready;
}

Result<void> ImportJournal::note(Entry entry) {
  MASU_CHECK(settle());
  m_storing = std::async(std::launch::async, [this, entry = std::move(entry)] { return store(entry); });
  return {};
}

Result<void> ImportJournal::settle() {
  return m_storing.valid() ? m_storing.get() : Result<void>{};
}

Result<void> ImportJournal::store(const Entry& entry) {
  if (m_sync) {
    for (const auto& part : entry.parts) MASU_CHECK(part->sync());
    if (entry.companion.isOpen()) MASU_CHECK(entry.companion.sync());
  }
  MASU_CHECK(entry.record.write(m_folder, m_sync));
  m_files = entry.record.files();
  for (const auto& part : entry.outdated) part->discard();
  return {};
}

}  // namespace masu::store
