#include "core/loader/stream_report.h"

namespace masu::loader {

std::string_view name(Bottleneck bottleneck) {
  switch (bottleneck) {
    case Bottleneck::disk:
      return "disk";
    case Bottleneck::decode:
      return "decode";
    case Bottleneck::transform:
      return "transform";
    case Bottleneck::trainer:
      break;
  }
  return "trainer";
}

Bottleneck slowestStage(const StageSeconds& stages) {
  if (stages.disk >= stages.decode && stages.disk >= stages.transform) return Bottleneck::disk;
  return stages.decode >= stages.transform ? Bottleneck::decode : Bottleneck::transform;
}

}  // namespace masu::loader
