// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/manifest/lists/list_files.h"

#include "core/table/number_text.h"

namespace masu::manifest {

namespace {

constexpr std::size_t kBufferBytes = std::size_t{1} << 20U;

}  // namespace

std::filesystem::path listPath(const std::filesystem::path& directory, store::Split split, const char* extension) {
  return directory / (std::string(store::name(split)) + extension);
}

Result<ListFiles> ListFiles::create(const std::filesystem::path& directory, const char* extension, bool overwrite) {
  std::error_code problem;
  std::filesystem::create_directories(directory, problem);
  if (problem) return fail(Error::fromErrno(problem.value(), directory.string()));
  ListFiles lists;
  for (const store::Split split : kListed) {
    MASU_TRY(auto file, io::AtomicFile::create(listPath(directory, split, extension),
                                               overwrite ? io::Overwrite::yes : io::Overwrite::no));
    lists.m_files.push_back(std::move(file));
  }
  return lists;
}

Result<void> ListFiles::writeBuffered() {
  return flush(kBufferBytes);
}

Result<void> ListFiles::flush(std::size_t above) {
  for (std::size_t i = 0; i < m_files.size(); ++i) {
    if (m_texts[i].size() <= above) continue;
    MASU_CHECK(m_files[i].append(m_texts[i]));
    m_texts[i].clear();
  }
  return {};
}

Result<void> ListFiles::commit() {
  MASU_CHECK(flush(0));
  for (io::AtomicFile& file : m_files) MASU_CHECK(file.commit());
  return {};
}

Result<void> LabelTexts::read(std::uint64_t first, std::uint64_t count) {
  if (m_labels == nullptr) return {};
  if (m_labels->dtype == table::DType::i64) {
    m_wholes.resize(count * m_labels->sampleBytes());
    return m_dataset.read(*m_labels, first, count, m_wholes);
  }
  MASU_TRY(m_values, m_dataset.readValues(*m_labels, first, count));
  return {};
}

std::string LabelTexts::textOf(std::uint64_t i) const {
  if (m_labels == nullptr) return {};
  if (classes()) {
    const auto code = static_cast<std::size_t>(m_values[i]);
    return code < m_dataset.meta().classes.size() ? m_dataset.meta().classes[code] : std::string();
  }
  std::string text;
  const std::uint64_t width = m_labels->valuesPerSample();
  for (std::uint64_t v = 0; v < width; ++v) {
    const std::uint64_t at = i * width + v;
    if (v > 0) text += ' ';
    if (m_labels->dtype == table::DType::i64)
      table::appendWhole(text, m_wholes.data() + at * sizeof(std::int64_t));
    else
      table::appendNumber(text, m_values[at], m_labels->dtype);
  }
  return text;
}

}  // namespace masu::manifest
