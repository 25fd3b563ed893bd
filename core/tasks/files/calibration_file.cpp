// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/files/calibration_file.h"

#include <array>
#include <cstdlib>
#include <system_error>

#include <unistd.h>

#include "core/io/atomic_file.h"
#include "core/io/file.h"

namespace masu::tasks {

namespace {

std::string machineName() {
  std::array<char, 256> name{};
  if (gethostname(name.data(), name.size() - 1) != 0) return "localhost";
  return name.data();
}

Result<estimate::Calibration> readCalibration() {
  const std::filesystem::path file = calibrationFile();
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored)) return estimate::Calibration();
  MASU_TRY(const std::string text, io::readText(file));
  auto calibration = estimate::calibrationFromJson(text);
  if (!calibration) calibration.error().source.file = file.string();
  return calibration;
}

Result<void> writeCalibration(const estimate::Calibration& calibration) {
  const std::filesystem::path file = calibrationFile();
  std::error_code failure;
  std::filesystem::create_directories(file.parent_path(), failure);
  if (failure) return fail(Error::fromErrno(failure.value(), file.parent_path().string()));
  return io::writeText(file, estimate::toJson(calibration) + "\n", io::Overwrite::yes);
}

}  // namespace

std::filesystem::path calibrationFile() {
  const char* stated = std::getenv("XDG_DATA_HOME");
  const char* home = std::getenv("HOME");
  const std::filesystem::path folder = stated != nullptr && *stated != '\0'
                                           ? std::filesystem::path(stated)
                                           : std::filesystem::path(home == nullptr ? "." : home) / ".local" / "share";
  return folder / "masu" / "calibration.json";
}

Result<std::map<std::string, estimate::Correction>> loadCalibration() {
  MASU_TRY(const estimate::Calibration calibration, readCalibration());
  const auto* own = calibration.of(machineName());
  return own == nullptr ? std::map<std::string, estimate::Correction>() : *own;
}

Result<void> saveCalibration(const std::map<std::string, estimate::Correction>& added) {
  MASU_TRY(estimate::Calibration calibration, readCalibration());
  auto& own = calibration.machines[machineName()];
  for (const auto& [model, correction] : added) own[model] = correction;
  return writeCalibration(calibration);
}

Result<void> clearCalibration() {
  const std::filesystem::path file = calibrationFile();
  std::error_code failure;
  if (!std::filesystem::exists(file, failure)) return {};
  auto calibration = readCalibration();
  // What cannot be read is of no use to other machines either.
  if (calibration) calibration->machines.erase(machineName());
  if (calibration && !calibration->machines.empty()) return writeCalibration(*calibration);
  std::filesystem::remove(file, failure);
  if (failure) return fail(Error::fromErrno(failure.value(), file.string()));
  return {};
}

}  // namespace masu::tasks
