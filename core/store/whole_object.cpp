#include "core/store/whole_object.h"

namespace masu::store {

std::optional<ObjectInfo> wholeObject(const Dataset& dataset, std::string_view name) {
  std::optional<ObjectInfo> whole;
  for (const ObjectInfo& object : dataset.storedObjects()) {
    if (object.name != name || object.isText()) continue;
    if (!whole) whole = object;
    whole->samples = object.end();
  }
  return whole;
}

}  // namespace masu::store
