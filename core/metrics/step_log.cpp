// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/step_log.h"

#include <array>
#include <bit>
#include <cstring>
#include <string_view>

#include "core/base/hash.h"
#include "core/io/file.h"

namespace masu::metrics {

namespace {

constexpr std::string_view kMagic = "masustep";
constexpr std::size_t kNumber = sizeof(std::uint64_t);
constexpr std::uint64_t kFirstStep = 1;
constexpr std::size_t kHead = kMagic.size() + 2 * kNumber;
/// More models than any run has: that is a file of another program.
constexpr std::uint64_t kMostModels = 1 << 16;

static_assert(std::endian::native == std::endian::little);

void append(std::string& text, std::uint64_t number) {
  std::array<char, kNumber> bytes{};
  std::memcpy(bytes.data(), &number, kNumber);
  text.append(bytes.data(), bytes.size());
}

std::uint64_t numberAt(const std::string& text, std::size_t at) {
  std::uint64_t number = 0;
  std::memcpy(&number, text.data() + at, kNumber);
  return number;
}

}  // namespace

std::string stepLogHead(std::size_t models) {
  std::string text(kMagic);
  append(text, models);
  append(text, kFirstStep);
  return text;
}

void appendStep(std::string& text, std::uint64_t order, std::span<const double> losses) {
  append(text, order);
  for (const double loss : losses) append(text, std::bit_cast<std::uint64_t>(loss));
}

std::uint64_t orderOf(std::span<const std::uint64_t> samples) {
  return hash64(std::as_bytes(samples));
}

std::uint64_t chainedOrder(std::uint64_t before, std::uint64_t step) {
  const std::array<std::uint64_t, 2> both = {before, step};
  return hash64(std::as_bytes(std::span(both)));
}

Result<StepLog> StepLog::read(const std::filesystem::path& file) {
  constexpr std::uint64_t kMostBytes = std::uint64_t{16} << 30U;
  MASU_TRY(const std::string text, io::readText(file, kMostBytes));
  StepLog log;
  const bool hasHead = text.size() >= kHead && text.starts_with(kMagic);
  const std::uint64_t models = hasHead ? numberAt(text, kMagic.size()) : 0;
  const std::uint64_t first = hasHead ? numberAt(text, kMagic.size() + kNumber) : 0;
  if (models == 0 || models > kMostModels || first != kFirstStep) {
    return fail(Errc::damaged, MASU_TEXT("core", "{0} is damaged, or not the log of a run's steps. Copy it again."),
                {file.string()}, {file.string()});
  }
  log.m_models = models;
  const std::size_t record = kNumber * log.width();
  log.m_numbers.resize((text.size() - kHead) / record * log.width());
  if (!log.m_numbers.empty()) std::memcpy(log.m_numbers.data(), text.data() + kHead, log.m_numbers.size() * kNumber);
  return log;
}

double StepLog::loss(std::uint64_t step, std::size_t model) const {
  return std::bit_cast<double>(m_numbers[(step - 1) * width() + 1 + model]);
}

std::uint64_t StepLog::chained(std::uint64_t first, std::uint64_t last) const {
  std::uint64_t chain = 0;
  for (std::uint64_t step = first; step <= last; ++step) chain = chainedOrder(chain, order(step));
  return chain;
}

}  // namespace masu::metrics
