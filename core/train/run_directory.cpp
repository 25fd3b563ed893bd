#include "core/train/run_directory.h"

#include <system_error>

#include "core/io/atomic_file.h"

namespace masu::train {

namespace {

Result<void> makeFolder(const std::filesystem::path& folder) {
  std::error_code failure;
  std::filesystem::create_directories(folder, failure);
  if (failure) return fail(Error::fromErrno(failure.value(), folder.string()));
  return {};
}

Result<void> removeFile(const std::filesystem::path& file) {
  std::error_code failure;
  std::filesystem::remove(file, failure);
  if (failure) return fail(Error::fromErrno(failure.value(), file.string()));
  return {};
}

}  // namespace

Result<RunDirectory> RunDirectory::create(const metrics::RunSpec& spec) {
  if (spec.out.empty()) {
    return fail(Errc::invalidArgument, MASU_TEXT("core", "Name the folder that the training run is to write."));
  }
  RunDirectory directory;
  for (std::size_t i = 0; i < spec.models.size(); ++i) {
    const std::string model = std::filesystem::path(spec.models[i]).stem().string();
    directory.m_models.push_back(spec.models.size() == 1 ? spec.out : spec.out / (std::to_string(i + 1) + "-" + model));
    MASU_CHECK(makeFolder(directory.m_models.back()));
    MASU_CHECK(removeFile(directory.lastCheckpoint(static_cast<int>(i))));
    MASU_CHECK(removeFile(directory.bestCheckpoint(static_cast<int>(i))));
  }
  MASU_CHECK(io::writeText(spec.out / "spec.json", metrics::toJson(spec) + "\n", io::Overwrite::yes));
  MASU_TRY(directory.m_events, io::File::create(spec.out / "events.jsonl"));
  return directory;
}

Result<void> RunDirectory::append(const metrics::RunEvent& event) {
  const std::string line = metrics::toJsonLine(event) + "\n";
  MASU_CHECK(m_events.writeAt(m_written, std::as_bytes(std::span(line))));
  m_written += line.size();
  return {};
}

}  // namespace masu::train
