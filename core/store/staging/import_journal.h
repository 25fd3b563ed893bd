// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <future>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "core/store/staging/journal_record.h"
#include "core/store/staging/staged_object.h"

namespace masu::store {

/// Makes the records of an import durable, one after the other, while the import continues: first the files that a
/// record names, then the record. Invariant: every file that the last durable record names exists, whatever happens.
/// Threads: one at a time. Lifetime: destruction waits for the disk.
class ImportJournal {
 public:
  struct Entry {
    JournalRecord record;
    std::vector<std::shared_ptr<const StagedObject>> parts;  ///< that the record names
    std::vector<std::shared_ptr<StagedObject>> outdated;     ///< that only earlier records may name
    io::File companion;                                      ///< open where there is one
  };

  /// `durable`: the files of a record that is there already. `sync`: false leaves out waiting for the disk, so that
  /// records outlive the process and not the machine.
  ImportJournal(std::filesystem::path folder, bool sync, std::set<std::string> durable);
  ~ImportJournal();

  bool busy() const;

  /// Requires: !busy(). Errors: an earlier entry failed.
  Result<void> note(Entry entry);
  /// Waits for the last one. Errors: it failed.
  Result<void> settle();
  /// Those that the last durable record names. Requires: settle() was called.
  const std::set<std::string>& files() const { return m_files; }

 private:
  Result<void> store(const Entry& entry);

  std::filesystem::path m_folder;
  bool m_sync;
  std::set<std::string> m_files;
  std::future<Result<void>> m_storing;  ///< last: it uses the others
};

}  // namespace masu::store
