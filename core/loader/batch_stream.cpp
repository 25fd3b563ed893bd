#include "core/loader/batch_stream.h"

#include "core/loader/open_stream.h"
#include "core/loader/pooled_stream.h"
#include "core/loader/split_index.h"
#include "core/loader/stream_plan.h"

namespace masu::loader {

std::string_view name(Shuffle shuffle) {
  switch (shuffle) {
    case Shuffle::none:
      return "none";
    case Shuffle::blocks:
      return "blocks";
    case Shuffle::queue:
      return "queue";
    case Shuffle::balanced:
      return "balanced";
    case Shuffle::exact:
      break;
  }
  return "exact";
}

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

std::string_view name(LastBatch last) {
  switch (last) {
    case LastBatch::dropped:
      return "dropped";
    case LastBatch::padded:
      return "padded";
    case LastBatch::kept:
      break;
  }
  return "kept";
}

Result<std::unique_ptr<BatchStream>> openStream(std::shared_ptr<const store::Dataset> dataset,
                                                const store::Assignment* assignment, const StreamOptions& options) {
  MASU_TRY(StreamSpec spec, planStream(std::move(dataset), assignment, options));
  return std::unique_ptr<BatchStream>(std::make_unique<PooledStream>(std::move(spec)));
}

Result<std::unique_ptr<BatchStream>> BatchStream::open(std::shared_ptr<const store::Dataset> dataset,
                                                       const StreamOptions& options) {
  MASU_TRY(const store::Assignment assignment, assignmentOf(*dataset, options));
  return openStream(std::move(dataset), options.split ? &assignment : nullptr, options);
}

}  // namespace masu::loader
