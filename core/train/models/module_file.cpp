// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/models/module_file.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <caffe2/serialize/inline_container.h>
#include <caffe2/serialize/read_adapter_interface.h>
#include <torch/csrc/jit/api/compilation_unit.h>
#include <torch/csrc/jit/api/function_impl.h>
#include <torch/csrc/jit/runtime/print_handler.h>
#include <torch/csrc/jit/serialization/export.h>
#include <torch/csrc/jit/serialization/import.h>
#include <torch/script.h>
#include <torch/version.h>

#include "core/io/atomic_file.h"
#include "core/io/file.h"
#include "core/train/models/guarded.h"
#include "core/train/models/model_limits.h"
#include "core/train/models/module_code.h"

namespace masu::train {

namespace {

/// A file that Masu has opened: LibTorch would open it itself, which a confined thread cannot.
class FileAdapter final : public caffe2::serialize::ReadAdapterInterface {
 public:
  FileAdapter(io::File file, std::uint64_t size) : m_file(std::move(file)), m_size(size) {}

  std::size_t size() const override { return m_size; }
  std::size_t read(std::uint64_t offset, void* out, std::size_t bytes, const char*) const override {
    if (offset >= m_size) return 0;
    bytes = std::min<std::uint64_t>(bytes, m_size - offset);
    return m_file.readAt(offset, std::span(static_cast<std::byte*>(out), bytes)) ? bytes : 0;
  }

 private:
  io::File m_file;
  std::uint64_t m_size;
};

Error refusal(const std::string& path, const std::string& name) {
  return {Errc::unsupported,
          MASU_TEXT("core",
                    "The model {0} uses the operator {1}, which reads or writes files or reaches other machines: Masu "
                    "does not run it. Take it out, and save the model again."),
          {path, name},
          {path, 0, 0}};
}

/// Operators that take the name of a file, or that call another process.
bool isRefused(const torch::jit::Node& node) {
  const std::string_view name = node.kind().toQualString();
  constexpr std::array<std::string_view, 2> kFiles = {"aten::save", "aten::from_file"};
  if (std::ranges::find(kFiles, name) != kFiles.end()) return true;
  if (name.starts_with("prim::rpc_") || name.starts_with("c10d::") || name.starts_with("rpc::")) return true;
  const c10::FunctionSchema* schema = node.maybeSchema();
  return schema != nullptr && std::ranges::any_of(schema->arguments(), [](const c10::Argument& argument) {
           return argument.name() == "filename" || argument.name() == "file_name" || argument.name() == "path";
         });
}

std::optional<std::string> refusedIn(const torch::jit::Block& block) {
  for (const torch::jit::Node* node : block.nodes()) {
    if (isRefused(*node)) return node->kind().toQualString();
    for (const torch::jit::Block* inner : node->blocks()) {
      if (auto name = refusedIn(*inner)) return name;
    }
    if (node->hasAttribute(c10::attr::Subgraph)) {
      if (auto name = refusedIn(*node->g(c10::attr::Subgraph)->block())) return name;
    }
  }
  return std::nullopt;
}

/// Everything that a file defines is in its one compilation unit: methods of modules and of other classes, functions.
std::optional<std::string> refusedIn(const torch::jit::Module& module) {
  for (torch::jit::Function* function : module._ivalue()->compilation_unit()->get_functions()) {
    auto* graphed = torch::jit::tryToGraphFunction(*function);
    if (graphed == nullptr) continue;
    if (auto name = refusedIn(*graphed->graph()->block())) return name;
  }
  return std::nullopt;
}

/// Loading runs one method, in which objects take back their state, and what that calls: all code of a file that has
/// such a method is looked at before that.
std::optional<std::string> refusedOnLoading(const std::shared_ptr<FileAdapter>& file) {
  caffe2::serialize::PyTorchStreamReader archive(file);
  std::vector<std::string> codes;
  for (const std::string& record : archive.getAllRecords()) {
    if (!record.ends_with(".py")) continue;
    const auto [memory, bytes] = archive.getRecord(record);
    codes.emplace_back(static_cast<const char*>(memory.get()), bytes);
  }
  const auto runs = [](const std::string& code) { return code.find("__setstate__") != std::string::npos; };
  if (std::ranges::none_of(codes, runs)) return std::nullopt;
  for (const std::string& code : codes) {
    if (auto name = fileOperatorIn(code)) return name;
  }
  return std::nullopt;
}

Error notLoaded(const std::string& path, const std::exception& thrown) {
  if (isOutOfMemory(thrown)) {
    return {Errc::outOfMemory,
            MASU_TEXT("core", "Reading the model {0} asks for more memory than there is."),
            {path},
            {path, 0, 0}};
  }
  const std::string reason = firstErrorLine(thrown.what());
  if (reason.find("ersion") != std::string::npos) {
    return {Errc::unsupported,
            MASU_TEXT("core",
                      "{0} was written by a later PyTorch than LibTorch {1} here can read: save it again "
                      "with that release."),
            {path, TORCH_VERSION},
            {path, 0, 0}};
  }
  return {Errc::format,
          MASU_TEXT("core", "{0} is not a TorchScript file as torch.jit.save writes it: {1}."),
          {path, reason},
          {path, 0, 0}};
}

/// A processor that reads 20 MB a second is none that trains.
std::chrono::milliseconds timeToRead(std::uint64_t bytes) {
  return std::chrono::milliseconds(bytes / 20'000);
}

/// What a module prints would mix with what this program prints on its stdout.
void printOnStderr(const std::string& text) {
  std::fputs(text.c_str(), stderr);
}

}  // namespace

ModuleFile::ModuleFile(std::unique_ptr<torch::jit::Module> read, std::string left)
    : module(std::move(read)), note(std::move(left)) {}
ModuleFile::ModuleFile(ModuleFile&&) noexcept = default;
ModuleFile& ModuleFile::operator=(ModuleFile&&) noexcept = default;
ModuleFile::~ModuleFile() = default;

Result<ModuleFile> readModule(const std::string& path, Device device) {
  std::error_code unknown;  // a path that cannot be followed is openRead()'s to say
  const std::filesystem::file_status status = std::filesystem::status(path, unknown);
  if (status.type() != std::filesystem::file_type::none && !std::filesystem::is_regular_file(status)) {
    return fail(Errc::notFound, MASU_TEXT("core", "There is no model file {0}."), {path}, {path, 0, 0});
  }
  MASU_TRY(io::File file, io::File::openRead(path));
  MASU_TRY(const std::uint64_t size, file.size());
  torch::jit::setPrintHandler(printOnStderr);
  const auto opened = std::make_shared<FileAdapter>(std::move(file), size);
  limitModelMemory();
  // Loading may run a method of the file's; see refusedOnLoading().
  const TimeLimit limit(timeFor(0) + timeToRead(size),
                        {Errc::unsupported,
                         MASU_TEXT("core", "Reading the model {0} does not end: a __setstate__ of it may loop."),
                         {path},
                         {path, 0, 0}});
  try {
    if (const auto name = refusedOnLoading(opened)) return fail(refusal(path, *name));
    torch::jit::ExtraFilesMap extra = {{"masu.json", ""}};
    auto module = std::make_unique<torch::jit::Module>(torch::jit::load(opened, torchDevice(device), extra));
    if (const auto name = refusedIn(*module)) return fail(refusal(path, *name));
    return ModuleFile(std::move(module), std::move(extra["masu.json"]));
  } catch (const std::exception& thrown) {
    return fail(notLoaded(path, thrown));
  }
}

Result<void> writeModule(const torch::jit::Module& module, const std::filesystem::path& file, const std::string& note) {
  MASU_TRY(io::AtomicFile target, io::AtomicFile::create(file, io::Overwrite::yes));
  Result<void> written;
  // The archive writer ends the process when it learns of a failure while another is on its way: it learns of none, and
  // the file's own error is what counts.
  const auto append = [&](const void* data, std::size_t size) -> std::size_t {
    if (written) written = target.append(std::span(static_cast<const std::byte*>(data), size));
    return size;
  };
  try {
    torch::jit::ExportModule(module, append, {{"masu.json", note}});
  } catch (const std::exception& thrown) {
    return fail(thrownError(thrown, MASU_TEXT("core", "The checkpoint could not be written: {0}.")));
  }
  MASU_CHECK(written);
  return target.commit();
}

}  // namespace masu::train
