// SPDX-License-Identifier: GPL-3.0-or-later
// TorchScript files as LibTorch and Masu read them: any bytes, or a module that LibTorch wrote, in whose records bytes
// are replaced, with checksums that fit. A module or a sentence; and no module writes a file while it is read, which
// can run code of its own. LibTorch crashes on some, so that each is read in a child, as a worker would.
#include <algorithm>
#include <array>
#include <iterator>
#include <sstream>
#include <vector>

#include <caffe2/serialize/inline_container.h>
#include <torch/script.h>

#include "core/io/limited_child.h"
#include "core/train/models/module_file.h"
#include "tests/fuzz/child_reports.h"
#include "tests/fuzz/fuzz_input.h"

using namespace masu;

namespace {

struct Record {
  std::string name;
  std::string content;
};

/// A module as LibTorch writes it.
struct Template {
  std::vector<Record> records;
  bool loads = false;  ///< unchanged; else it is refused for what it does to files
};

const fuzz::ScratchFolder& folder() {
  static const fuzz::ScratchFolder made;
  return made;
}

Template made(const torch::jit::Module& module, bool loads) {
  std::stringstream file;
  module.save(file);
  caffe2::serialize::PyTorchStreamReader reader(&file);
  Template read{{}, loads};
  for (const std::string& name : reader.getAllRecords()) {
    if (name.ends_with("version")) continue;  // which the writer adds
    const auto [memory, bytes] = reader.getRecord(name);
    read.records.push_back({name, std::string(static_cast<const char*>(memory.get()), bytes)});
  }
  return read;
}

/// Predicts with a weight and a buffer, so that the file has tensors.
Template withTensors(const std::string& line, bool loads) {
  torch::jit::Module module("fuzzed");
  module.register_attribute("training", c10::BoolType::get(), true);
  module.register_parameter("weight", torch::ones({4, 2}), false);
  module.register_buffer("running_mean", torch::zeros({4}));
  module.define("def forward(self, x: Tensor) -> Tensor:\n" + line + "    return torch.matmul(x, self.weight)\n");
  return made(module, loads);
}

/// Runs a line when it is loaded.
Template withState(const std::string& line, bool loads) {
  torch::jit::Module module("fuzzed");
  module.register_attribute("training", c10::BoolType::get(), true);
  module.define(
      "def forward(self, x: Tensor) -> Tensor:\n    return x\n"
      "def __getstate__(self):\n    return self.training\n"
      "def __setstate__(self, state: bool):\n" +
      line + "    self.training = state\n");
  return made(module, loads);
}

const std::array<Template, 4>& templates() {
  static const std::array<Template, 4> all = {withTensors("", true),
                                              withTensors("    torch.save(x, 'written')\n", false), withState("", true),
                                              withState("    torch.save(torch.ones([1]), 'written')\n", false)};
  return all;
}

/// Of each edit the first byte says in which record, two say where, one how many bytes go, and one how many follow that
/// take their place.
void edit(std::vector<Record>& records, std::span<const std::uint8_t> input) {
  constexpr std::size_t kHead = 5;
  while (input.size() >= kHead) {
    std::string& content = records[input[0] % records.size()].content;
    const std::size_t at = static_cast<std::size_t>(input[1] + 256 * input[2]) % (content.size() + 1);
    const auto bytes = input.subspan(kHead, std::min<std::size_t>(input[4], input.size() - kHead));
    content.replace(at, input[3], reinterpret_cast<const char*>(bytes.data()), bytes.size());
    input = input.subspan(kHead + bytes.size());
  }
}

std::string archiveOf(const std::vector<Record>& records) {
  std::string file;
  caffe2::serialize::PyTorchStreamWriter writer([&file](const void* data, std::size_t size) {
    file.append(static_cast<const char*>(data), size);
    return size;
  });
  for (const Record& record : records) writer.writeRecord(record.name, record.content.data(), record.content.size());
  writer.writeEndOfFile();
  return file;
}

/// Reads it with the folder as the current one, which is where it would write.
Result<void> readInChild(std::span<const std::uint8_t> file) {
  const std::filesystem::path path = folder().write("fuzz.pt", file);
  const auto work = [&]() -> Result<void> {
    std::filesystem::current_path(folder().path());
    const auto module = train::readModule(path.string());
    if (!module) return fail(module.error());
    return {};
  };
  io::ChildLimits limits;
  limits.processorSeconds = 10;
  auto child = io::LimitedChild::start(path.string(), work, limits);
  fuzz::require(child.has_value());
  return child->wait();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::size_t kind = data[0] % (templates().size() + 1);  // LibTorch is ready before there are children
  fuzz::keepChildReports();
  folder().clear();
  std::span<const std::uint8_t> input(data + 1, size - 1);
  Result<void> read;
  if (kind == templates().size()) {
    read = readInChild(input);
  } else {
    std::vector<Record> records = templates()[kind].records;
    edit(records, input);
    const std::string file = archiveOf(records);
    read = readInChild({reinterpret_cast<const std::uint8_t*>(file.data()), file.size()});
    if (input.empty()) fuzz::require(read.has_value() == templates()[kind].loads);
  }
  if (!read) {
    const std::string sentence = read.error().message.english();
    fuzz::require(read.error().code != Errc::internal && sentence.find('\n') == std::string::npos);
    if (input.empty() && kind < templates().size()) fuzz::require(sentence.find("aten::save") != std::string::npos);
  }
  using Files = std::filesystem::directory_iterator;
  fuzz::require(std::distance(Files(folder().path()), Files()) == 1);
  fuzz::requireSoundChildren();
  return 0;
}
