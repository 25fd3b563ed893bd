// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/format/meta.h"

namespace masu::store {

std::string_view name(SampleKind kind) {
  switch (kind) {
    case SampleKind::table:
      return "table";
    case SampleKind::waveform:
      return "waveform";
    case SampleKind::image:
      return "image";
  }
  return "table";
}

std::string_view name(Target target) {
  switch (target) {
    case Target::none:
      return "none";
    case Target::classes:
      return "classes";
    case Target::values:
      return "values";
  }
  return "none";
}

}  // namespace masu::store
