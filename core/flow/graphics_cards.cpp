// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/flow/machine.h"

#include <array>
#include <memory>

#include <dlfcn.h>

namespace masu::flow {

namespace {

/// Of NVIDIA's Management Library (docs.nvidia.com/deploy/nvml-api), what is called here: every function gives 0 where
/// it went well.
struct MemoryInfo {
  unsigned long long total = 0;
  unsigned long long free = 0;
  unsigned long long used = 0;
};
using Begin = int (*)();
using Count = int (*)(unsigned*);
using HandleOf = int (*)(unsigned, void**);
using NameOf = int (*)(void*, char*, unsigned);
using MemoryOf = int (*)(void*, MemoryInfo*);

struct Close {
  void operator()(void* library) const { dlclose(library); }
};
using Library = std::unique_ptr<void, Close>;

template <class Function>
Function symbol(const Library& library, const char* name) {
  return reinterpret_cast<Function>(dlsym(library.get(), name));
}

}  // namespace

std::vector<GraphicsCard> graphicsCards(const char* library) {
  std::vector<GraphicsCard> cards;
  const Library driver(dlopen(library, RTLD_LAZY | RTLD_LOCAL));
  if (driver == nullptr) return cards;
  const auto begin = symbol<Begin>(driver, "nvmlInit_v2");
  const auto end = symbol<Begin>(driver, "nvmlShutdown");
  const auto count = symbol<Count>(driver, "nvmlDeviceGetCount_v2");
  const auto handleOf = symbol<HandleOf>(driver, "nvmlDeviceGetHandleByIndex_v2");
  const auto nameOf = symbol<NameOf>(driver, "nvmlDeviceGetName");
  const auto memoryOf = symbol<MemoryOf>(driver, "nvmlDeviceGetMemoryInfo");
  const bool known = begin != nullptr && end != nullptr && count != nullptr && handleOf != nullptr;
  if (!known || nameOf == nullptr || memoryOf == nullptr || begin() != 0) return cards;
  unsigned all = 0;
  if (count(&all) != 0) all = 0;
  for (unsigned i = 0; i < all; ++i) {
    void* handle = nullptr;
    std::array<char, 128> name = {};
    MemoryInfo memory;
    // A card that has fallen off its bus is still counted.
    if (handleOf(i, &handle) != 0 || nameOf(handle, name.data(), name.size() - 1) != 0) continue;
    if (memoryOf(handle, &memory) != 0) continue;
    cards.push_back({name.data(), {memory.total}});
  }
  end();
  return cards;
}

}  // namespace masu::flow
