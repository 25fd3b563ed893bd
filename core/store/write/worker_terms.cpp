// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/write/worker_terms.h"

#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "core/base/whole_number.h"
#include "core/store/write/dataset_writer.h"
#include "core/store/write/publish.h"

namespace masu::store {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPartLine = "\nbytes of a part ";

/// Nothing where they are of another version, perhaps.
std::optional<std::uint64_t> partBytesIn(const std::string& terms) {
  const std::size_t line = terms.find(kPartLine);
  if (line == std::string::npos) return std::nullopt;
  const std::size_t begin = line + kPartLine.size();
  return wholeNumber(terms.substr(begin, terms.find('\n', begin) - begin));
}

Message sizeText(std::uint64_t partBytes) {
  if (partBytes == 0) return {MASU_TEXT("core", "one file"), {}};
  return {MASU_TEXT("core", "parts of at most {0} bytes"), {std::to_string(partBytes)}};
}

/// `toRemove`: what people remove to begin again.
Error otherPartSize(const fs::path& target, std::uint64_t asked, std::uint64_t theirs, const fs::path& toRemove) {
  return {Errc::invalidArgument,
          MASU_TEXT("core",
                    "The --part-size of this worker makes {1} of {0}, that of the other workers {2}. Use the same one, "
                    "or remove {3} to begin again."),
          {target.string(), sizeText(asked), sizeText(theirs), toRemove.string()},
          {target.string()}};
}

/// Errors: the size of parts that is asked for makes other files than those of this dataset, which workers wrote.
Result<void> checkPartSize(const Dataset& dataset, std::uint64_t asked) {
  const std::uint64_t theirs = dataset.partBytes();
  if (dataset.partFiles().empty()) {
    // How large its one file might have been is not recorded, but one that is larger than a part would have been
    // divided. What describes the dataset does not count there (planParts()), nor what HDF5 takes for that.
    std::uint64_t described = kSmallestPart;
    for (const auto& [name, document] : documentsOf(dataset.meta())) described += document.size();
    if (asked == 0 || dataset.fileBytes() <= asked + described) return {};
  } else if (theirs == 0 || theirs == asked) {
    return {};
  }
  return fail(otherPartSize(dataset.path(), asked, theirs, dataset.path()));
}

}  // namespace

io::WorkerTerms workerTerms(DatasetTerms terms) {
  std::string text = std::string("masu ") + MASU_VERSION + std::string(kPartLine) + std::to_string(terms.partBytes) +
                     "\n" + terms.rest;
  return {std::move(text), [terms = std::move(terms)](const std::string& theirs, const fs::path& folder) -> Error {
            const auto partBytes = partBytesIn(theirs);
            if (partBytes && *partBytes != terms.partBytes)
              return otherPartSize(terms.target, terms.partBytes, *partBytes, folder);
            const std::string target = terms.target.string();
            return {Errc::invalidArgument, terms.otherRest, {target, folder.string()}, {target}};
          }};
}

Result<bool> isWritten(const fs::path& target, std::uint64_t partBytes,
                       const std::function<bool(const DatasetMeta& meta)>& isTheirs) {
  std::error_code unknown;
  if (fs::is_regular_file(target, unknown)) {
    const auto dataset = Dataset::open(target);
    if (dataset && isTheirs((*dataset)->meta())) {
      MASU_CHECK(checkPartSize(**dataset, partBytes));
      return true;
    }
  }
  MASU_CHECK(checkTarget(target, false));
  return false;
}

}  // namespace masu::store
