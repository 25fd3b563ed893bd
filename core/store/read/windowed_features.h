// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "core/store/read/dataset_opening.h"

namespace masu::store {

/// Samples that are cut from /recordings [frames, C] by /windows [N] when they are read, as features [N, C, T]: windows
/// that overlap are in the file once. Frames of all recordings follow each other in the order of /meta/sources.
/// Threads: const calls are safe together. Lifetime: borrows the content it was made from.
class WindowedFeatures {
 public:
  /// Nothing where the dataset stores its samples. Errors: recordings without windows, or of another number of frames
  /// than the sources say; a window that is absurd.
  static Result<std::optional<WindowedFeatures>> of(const DatasetContent& content, const std::filesystem::path& path);

  /// What readers see as "features".
  const ObjectInfo& features() const { return m_features; }

  /// Reads samples [first, first + count) of a stored object into the bytes.
  using Read = std::function<Result<void>(const StoredObject&, std::uint64_t first, std::span<std::byte>)>;

  /// Cuts samples [first, …) as many as `out` holds, channels one after the other, padded with silence. Frames that
  /// windows share are read once. Errors: those of `read`; a window that leaves its recording.
  Result<void> cut(std::uint64_t first, std::span<std::byte> out, const Read& read) const;

  /// Errors: one of them, the windows of samples from `first` on, leaves its recording.
  Result<void> check(std::uint64_t first, std::span<const StoredWindow> windows) const;

 private:
  WindowedFeatures() = default;
  void fillSilent(std::span<std::byte> sample) const;
  std::uint64_t placeOf(const StoredWindow& window) const { return m_starts[window.recording] + window.start; }

  std::filesystem::path m_path;
  const StoredObject* m_recordings = nullptr;
  const StoredObject* m_windows = nullptr;
  ObjectInfo m_features;
  std::vector<std::uint64_t> m_starts;  ///< first frame of each recording, and the end of the last
  std::vector<std::byte> m_silence;     ///< one value a channel
};

}  // namespace masu::store
