// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/models/compute_facts.h"

#include <fstream>
#include <istream>
#include <string>
#include <string_view>

#include <ATen/Version.h>
#include <torch/version.h>

#include "core/io/confinement.h"
#include "core/train/data/device.h"

namespace masu::train {

namespace {

/// What follows a name in a text, up to the end of the line.
std::string valueAfter(std::string_view text, std::string_view name) {
  const std::size_t at = text.find(name);
  if (at == std::string_view::npos) return {};
  const std::string_view rest = text.substr(at + name.size());
  return std::string(rest.substr(0, rest.find('\n')));
}

/// LibTorch says it in its description alone.
std::string kernels() {
  return valueAfter(at::show_config(), "CPU capability usage: ");
}

/// The kernels of matrix products are chosen by it.
std::string processor() {
  std::string name;
  io::unconfined([&name] {
    std::ifstream facts("/proc/cpuinfo");
    name = processorIn(facts);
  });
  return name;
}

}  // namespace

std::string processorIn(std::istream& cpuinfo) {
  std::string implementer;
  for (std::string line; std::getline(cpuinfo, line);) {
    if (line.starts_with("model name")) return valueAfter(line, ": ");
    if (line.starts_with("CPU implementer")) implementer = valueAfter(line, ": ");
    if (line.starts_with("CPU part")) return "CPU implementer " + implementer + ", part " + valueAfter(line, ": ");
  }
  return {};
}

metrics::ReceiptSession thisSession(unsigned threads) {
  metrics::ReceiptSession session;
  session.masu = MASU_VERSION;
  session.libtorch = TORCH_VERSION;
  session.kernels = kernels();
  session.processor = processor();
  session.device = bestDevice() == Device::cuda ? "cuda" : "cpu";
  session.threads = threads;
  return session;
}

}  // namespace masu::train
