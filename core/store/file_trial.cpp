#include "core/store/file_trial.h"

#include <optional>

#include "core/io/limited_child.h"
#include "core/store/hdf5_handle.h"
#include "core/store/layout.h"

namespace masu::store {

Result<void> tryFile(const std::filesystem::path& path, const std::function<Result<void>()>& read) {
  constexpr io::ChildLimits kLimits{.processorSeconds = 10, .seconds = 30};
  std::error_code ignored;
  if (std::filesystem::exists(layout::splitsPath(path), ignored)) return {};
  std::optional<io::LimitedChild> child;
  {
    // The one lock that the child takes, and holds from its beginning.
    const hdf5::Lock lock;
    MASU_TRY(io::LimitedChild started, io::LimitedChild::start(path.string(), read, kLimits));
    child.emplace(std::move(started));
  }
  return child->wait();
}

}  // namespace masu::store
