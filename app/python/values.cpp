// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/python/values.h"

#include <algorithm>
#include <cstring>
#include <numeric>

#include <pybind11/stl.h>

#include "core/store/format/layout.h"

namespace py = pybind11;

namespace masu::python {

namespace {

using store::layout::kKeptPrefix;

/// What is read between two checks for Ctrl+C, unless one sample is larger.
constexpr std::uint64_t kPieceValues = std::uint64_t{1} << 21;
constexpr std::uint64_t kPieceTexts = std::uint64_t{1} << 16;

/// Codes, and whole numbers that a double would not count.
bool isWhole(const store::Dataset& dataset, const store::ObjectInfo& object) {
  if (!table::isInteger(object.dtype)) return false;
  const bool classes = object.name == "labels" && dataset.meta().target == store::Target::classes;
  return classes || object.name == "categories" || object.name == "group" || object.dtype == table::DType::i64;
}

bool isWide(const store::ObjectInfo& object) {
  return object.dtype == table::DType::f64 || object.dtype == table::DType::i32 || object.dtype == table::DType::u32 ||
         isKept(object);
}

Result<std::vector<std::int64_t>> wholeValues(const store::Dataset& dataset, const store::ObjectInfo& object,
                                              std::uint64_t first, std::uint64_t count) {
  std::vector<std::byte> bytes(count * object.sampleBytes());
  MASU_CHECK(dataset.read(object, first, count, bytes));
  std::vector<std::int64_t> values(count * object.valuesPerSample());
  table::dispatch(object.dtype, [&]<class Stored>(Stored) {
    if constexpr (std::is_integral_v<Stored>) {
      for (std::size_t i = 0; i < values.size(); ++i) {
        Stored stored;
        std::memcpy(&stored, bytes.data() + i * sizeof(Stored), sizeof(Stored));
        values[i] = static_cast<std::int64_t>(stored);
      }
    }
  });
  return values;
}

/// Calls store(place, values) with what read(first, count) gives of pieces of [first, first + count), each of whole
/// chunks where it can be; `place` counts samples from `first`.
template <class Read, class Store>
void inPieces(const store::ObjectInfo& object, std::uint64_t first, std::uint64_t count, Read read, Store store) {
  const std::uint64_t most =
      object.isText() ? kPieceTexts
                      : std::max<std::uint64_t>(1, kPieceValues / std::max<std::uint64_t>(1, object.valuesPerSample()));
  for (std::uint64_t done = 0; done < count;) {
    std::uint64_t taken = std::min(count - done, most);
    const std::uint64_t beyond = object.chunkSamples == 0 ? 0 : (first + done + taken) % object.chunkSamples;
    if (taken < count - done && beyond < taken) taken -= beyond;
    store(done, reading([&] { return read(first + done, taken); }));
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    done += taken;
  }
}

/// Calls store(place, values, from) for each of the samples: its place among them, what read(first, count) gives of a
/// range with it, and where it is in the range.
template <class Read, class Store>
void inChunks(const store::ObjectInfo& object, std::span<const std::uint64_t> samples, Read read, Store store) {
  std::vector<std::size_t> order(samples.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t place) { return samples[place]; });
  const std::uint64_t chunkSamples = std::max<std::uint64_t>(1, object.chunkSamples);
  for (auto begin = order.begin(); begin != order.end();) {
    const std::uint64_t first = samples[*begin];
    const std::uint64_t after = (first / chunkSamples + 1) * chunkSamples;
    const auto end = std::find_if(begin, order.end(), [&](std::size_t place) { return samples[place] >= after; });
    const auto values = reading([&] { return read(first, samples[*std::prev(end)] - first + 1); });
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    for (; begin != end; ++begin) store(*begin, values, samples[*begin] - first);
  }
}

/// How an object's values are read, and into what: work(read, Value()) with the type that Python gets them as.
template <class Work>
py::object withReader(const store::Dataset& dataset, const store::ObjectInfo& object, Work work) {
  const auto doubles = [&](std::uint64_t first, std::uint64_t count) {
    return dataset.readValues(object, first, count);
  };
  const auto wholes = [&](std::uint64_t first, std::uint64_t count) {
    return wholeValues(dataset, object, first, count);
  };
  if (isWhole(dataset, object)) return work(wholes, std::int64_t());
  return isWide(object) ? work(doubles, double()) : work(doubles, float());
}

auto textReader(const store::Dataset& dataset, const store::ObjectInfo& object) {
  return [&dataset, name = keptName(object)](std::uint64_t first, std::uint64_t count) {
    return dataset.readTexts(name, first, count);
  };
}

}  // namespace

bool isKept(const store::ObjectInfo& object) {
  return object.name.starts_with(kKeptPrefix) && object.element != store::Element::textBytes;
}

std::string keptName(const store::ObjectInfo& object) {
  return object.name.substr(kKeptPrefix.size());
}

py::object valuesOf(const store::Dataset& dataset, const store::ObjectInfo& object, std::uint64_t first,
                    std::uint64_t count) {
  if (object.isText()) {
    py::list texts;
    inPieces(object, first, count, textReader(dataset, object),
             [&](std::uint64_t, const std::vector<std::string>& piece) {
               for (const std::string& text : piece) texts.append(text);
             });
    return texts;
  }
  return withReader(dataset, object, [&]<class Value>(auto read, Value) {
    const std::uint64_t width = object.valuesPerSample();
    AlignedVector<Value> values(count * width);
    inPieces(object, first, count, read, [&](std::uint64_t place, const auto& piece) {
      std::ranges::transform(piece, values.begin() + static_cast<std::ptrdiff_t>(place * width),
                             [](auto value) { return static_cast<Value>(value); });
    });
    return asArray(std::move(values), count, object.sampleShape);
  });
}

py::object valuesAt(const store::Dataset& dataset, const store::ObjectInfo& object,
                    std::span<const std::uint64_t> samples) {
  if (object.isText()) {
    std::vector<std::string> texts(samples.size());
    inChunks(object, samples, textReader(dataset, object),
             [&](std::size_t place, const std::vector<std::string>& range, std::uint64_t from) {
               texts[place] = range[from];
             });
    return py::cast(texts);
  }
  return withReader(dataset, object, [&]<class Value>(auto read, Value) {
    const std::uint64_t width = object.valuesPerSample();
    AlignedVector<Value> values(samples.size() * width);
    inChunks(object, samples, read, [&](std::size_t place, const auto& range, std::uint64_t from) {
      for (std::uint64_t i = 0; i < width; ++i) values[place * width + i] = static_cast<Value>(range[from * width + i]);
    });
    return asArray(std::move(values), samples.size(), object.sampleShape);
  });
}

}  // namespace masu::python
