// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/device.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <nlohmann/json.hpp>

#include "core/base/ascii.h"
#include "core/base/json_fault.h"

namespace masu::estimate {
namespace {

constexpr std::uint64_t kGiB = std::uint64_t{1} << 30;
/// What a CUDA context with cuBLAS and cuDNN holds: 770 to 820 MiB were seen on an H200 with CUDA 13.
constexpr std::uint64_t kCudaRuntime = std::uint64_t{820} << 20;

struct Listed {
  const char* name;
  std::uint64_t gibibytes;
  double gigabytesPerSecond;
  PerPrecision teraflops;  ///< f32, tf32, f16, bf16, i8
  double pricePerHour = 0;
};

/// From the makers' data sheets and white papers: without sparsity, and products of f16 and bf16 summed up in f32, as
/// training does. Prices of AWS and Google Cloud, on demand, in the cheapest regions.
constexpr Listed kListed[] = {
    {"GTX 1650", 4, 128, {2.98, 0, 5.97, 0, 0}},
    {"RTX 3060", 12, 360, {12.7, 12.7, 25.5, 25.5, 102}},
    {"RTX 3090", 24, 936, {35.6, 35.6, 71, 71, 284}},
    {"RTX 4060", 8, 272, {15.1, 15.1, 30.2, 30.2, 121}},
    {"RTX 4070", 12, 504, {29.1, 29.1, 58.3, 58.3, 233}},
    {"RTX 4090", 24, 1008, {82.6, 82.6, 165.2, 165.2, 660.6}},
    {"RTX A6000", 48, 768, {38.7, 77.4, 154.8, 154.8, 309.7}},
    {"T4", 16, 320, {8.1, 0, 65, 0, 130}},
    {"L4", 24, 300, {30.3, 60, 121, 121, 242}},
    {"A10", 24, 600, {31.2, 62.5, 125, 125, 250}},
    {"V100", 16, 900, {15.7, 0, 125, 0, 0}},
    {"A100 40 GB", 40, 1555, {19.5, 156, 312, 312, 624}},
    {"A100 80 GB", 80, 2039, {19.5, 156, 312, 312, 624}},
    {"H100", 80, 3350, {66.9, 494.7, 989.4, 989.4, 1978.9}},
    {"H200", 141, 4800, {66.9, 494.7, 989.4, 989.4, 1978.9}},
    {"Jetson Nano", 4, 25.6, {0.236, 0, 0.472, 0, 0}},
    {"Jetson Orin Nano", 8, 68, {1.28, 0, 10, 0, 20}},
    {"Jetson AGX Orin", 64, 204.8, {5.3, 0, 42.5, 0, 85}},
    {"g4dn.xlarge (T4)", 16, 320, {8.1, 0, 65, 0, 130}, 0.526},
    {"g5.xlarge (A10G)", 24, 600, {35, 35, 70, 70, 140}, 1.006},
    {"g6.xlarge (L4)", 24, 300, {30.3, 60, 121, 121, 242}, 0.805},
    {"p3.2xlarge (V100)", 16, 900, {15.7, 0, 125, 0, 0}, 3.06},
    {"a2-highgpu-1g (A100 40 GB)", 40, 1555, {19.5, 156, 312, 312, 624}, 3.67},
};

/// What names a card: neither its memory nor the unit of that.
std::vector<std::string> wordsOf(const std::string& name) {
  std::vector<std::string> words;
  std::string word;
  for (const char letter : name + ' ') {
    if (isLetter(letter) || isDigit(letter)) {
      word += letter;
      continue;
    }
    // "RTX 4090" has its number in its name; that of a memory is before GB.
    if (word == "GB" && !words.empty()) words.pop_back();
    if (!word.empty() && word != "GB") words.push_back(word);
    word.clear();
  }
  return words;
}

/// What is wrong with a device of a list, as a sentence with the place of the device for {0} and this word for {1}.
struct DeviceFault {
  const char* sentence;
  std::string word;
};

const nlohmann::json& field(const nlohmann::json& device, const char* key) {
  if (device.is_object() && device.contains(key)) return device.at(key);
  throw DeviceFault{MASU_TEXT("core", "Device {0} of the list has no {1}: add it."), key};
}

double positive(const nlohmann::json& json, const std::string& what) {
  const double value = json.is_number() ? json.get<double>() : 0;
  if (value > 0 && std::isfinite(value)) return value;
  throw DeviceFault{MASU_TEXT("core", "{1} of device {0} of the list must be a positive number."), what};
}

/// Up to an exabyte, so that sums of a few stay numbers.
std::uint64_t bytesFrom(const nlohmann::json& json, const std::string& what) {
  constexpr double kMost = 1e18;
  const double value = json.is_number() ? json.get<double>() : -1;
  if (value >= 0 && value <= kMost) return static_cast<std::uint64_t>(value);
  throw DeviceFault{MASU_TEXT("core", "{1} of device {0} of the list must be a number of bytes up to 1e18."), what};
}

PerPrecision flopsFrom(const nlohmann::json& json) {
  PerPrecision flops = {};
  if (!json.is_object()) {
    flops[indexOf(Precision::f32)] = positive(json, "flops");
    return flops;
  }
  const char* const types = MASU_TEXT(
      "core", "flops of device {0} of the list must be of the types f32, tf32, f16, bf16 or i8, not of '{1}'.");
  if (json.empty()) throw DeviceFault{types, ""};
  for (const auto& [type, value] : json.items()) {
    const auto compute = precisionFrom(type);
    if (!compute) throw DeviceFault{types, type};
    flops[indexOf(*compute)] = positive(value, "flops of " + type);
  }
  return flops;
}

Device deviceFrom(const nlohmann::json& json) {
  Device device;
  if (!field(json, "name").is_string())
    throw DeviceFault{MASU_TEXT("core", "{1} of device {0} of the list must be a text."), "name"};
  device.name = json.at("name").get<std::string>();
  positive(field(json, "memory_bytes"), "memory_bytes");
  device.memory = {bytesFrom(json.at("memory_bytes"), "memory_bytes")};
  device.bytesPerSecond = positive(field(json, "bytes_per_second"), "bytes_per_second");
  device.flops = flopsFrom(field(json, "flops"));
  if (json.contains("price_per_hour") && json.at("price_per_hour") != 0)
    device.pricePerHour = positive(json.at("price_per_hour"), "price_per_hour");
  device.runtime = {json.contains("runtime_bytes") ? bytesFrom(json["runtime_bytes"], "runtime_bytes") : kCudaRuntime};
  return device;
}

}  // namespace

std::vector<Device> commonDevices() {
  std::vector<Device> devices;
  for (const Listed& listed : kListed) {
    PerPrecision flops = listed.teraflops;
    for (double& figure : flops) figure *= 1e12;
    devices.push_back({.name = listed.name,
                       .memory = {listed.gibibytes * kGiB},
                       .bytesPerSecond = listed.gigabytesPerSecond * 1e9,
                       .flops = flops,
                       .pricePerHour = listed.pricePerHour,
                       .runtime = {kCudaRuntime}});
  }
  return devices;
}

Result<std::vector<Device>> devicesFromJson(std::string_view text) {
  if (const auto place = jsonFault(text)) {
    return fail(Errc::format,
                MASU_TEXT("core", "The list of devices is not JSON from line {0}, column {1} on. Correct it there."),
                {std::to_string(place->line), std::to_string(place->column)});
  }
  const auto list = nlohmann::json::parse(text);
  if (!list.is_array()) {
    return fail(Errc::format, MASU_TEXT("core", "The list of devices must be JSON of the form [{…}, {…}]."));
  }
  std::vector<Device> devices;
  try {
    for (const auto& json : list) devices.push_back(deviceFrom(json));
  } catch (const DeviceFault& fault) {
    return fail(Errc::format, fault.sentence, {std::to_string(devices.size() + 1), fault.word});
  }
  return devices;
}

std::vector<Device> merged(std::vector<Device> own, const std::vector<Device>& common) {
  for (const Device& device : common) {
    if (std::ranges::find(own, device.name, &Device::name) == own.end()) own.push_back(device);
  }
  return own;
}

Device foundCard(const std::string& name, Bytes memory, const std::vector<Device>& known) {
  Device card{.name = name, .memory = memory, .runtime = {kCudaRuntime}};
  const std::vector<std::string> reported = wordsOf(name);
  double closest = std::numeric_limits<double>::infinity();
  for (const Device& device : known) {
    if (device.pricePerHour > 0) continue;  // an instance, not a card
    const auto isReported = [&](const std::string& word) { return std::ranges::count(reported, word) > 0; };
    const double apart = std::abs(static_cast<double>(device.memory.value) - static_cast<double>(memory.value));
    if (!std::ranges::all_of(wordsOf(device.name), isReported) || apart >= closest) continue;
    closest = apart;
    card.bytesPerSecond = device.bytesPerSecond;
    card.flops = device.flops;
  }
  return card;
}

double transferSeconds(Bytes bytes, double bitsPerSecond) {
  return 8 * static_cast<double>(bytes.value) / bitsPerSecond;
}

}  // namespace masu::estimate
