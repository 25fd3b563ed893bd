// SPDX-License-Identifier: GPL-3.0-or-later
// A driver's library that knows of three cards, one of which does not answer.
#include <cstring>

extern "C" {
struct Memory {
  unsigned long long total, free, used;
};
static int begun = 0;
int nvmlInit_v2() {
  ++begun;
  return 0;
}
int nvmlShutdown() {
  return begun-- > 0 ? 0 : 1;
}
int nvmlDeviceGetCount_v2(unsigned* count) {
  *count = 3;
  return begun > 0 ? 0 : 1;
}
int nvmlDeviceGetHandleByIndex_v2(unsigned index, void** handle) {
  static int cards[3];
  *handle = &cards[index];
  return index == 1 ? 15 : 0;
}
int nvmlDeviceGetName(void*, char* name, unsigned length) {
  std::strncpy(name, "NVIDIA GeForce RTX 4060", length);
  return 0;
}
int nvmlDeviceGetMemoryInfo(void*, Memory* memory) {
  *memory = {8'585'740'288, 8'000'000'000, 585'740'288};
  return 0;
}
}
