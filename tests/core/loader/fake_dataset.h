// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <chrono>
#include <cstring>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "core/store/read/dataset.h"

/// A dataset in memory, with what tests need beside: how often chunks were read, chunks that fail, and reads that take
/// time.
class FakeDataset final : public masu::store::Dataset {
 public:
  explicit FakeDataset(std::uint64_t samples) : m_samples(samples) {}

  /// Adds an object of `values` numbers a sample; numbers.size() == samples × values.
  template <class Stored>
  void add(const std::string& name, masu::table::DType dtype, std::vector<std::uint64_t> shape,
           std::uint64_t chunkSamples, const std::vector<Stored>& numbers) {
    masu::store::ObjectInfo object;
    object.name = name;
    object.dtype = dtype;
    object.sampleShape = std::move(shape);
    object.samples = m_samples;
    object.chunkSamples = chunkSamples;
    m_objects.push_back(object);
    auto& bytes = m_bytes[name];
    bytes.resize(numbers.size() * sizeof(Stored));
    std::memcpy(bytes.data(), numbers.data(), bytes.size());
  }

  void addOrigins(const std::vector<masu::store::Origin>& origins) {
    add("origin", masu::table::DType::u8, {}, 1024, origins);
    m_objects.back().element = masu::store::Element::origin;
  }

  masu::store::DatasetMeta& editMeta() { return m_meta; }
  std::vector<masu::store::ObjectInfo>& editObjects() { return m_objects; }
  void failAt(std::string object, std::uint64_t chunk) {
    m_failObject = std::move(object);
    m_failChunk = chunk;
  }
  void lieAt(std::filesystem::path path) { m_path = std::move(path); }
  void takeTime(std::chrono::microseconds time) { m_time = time; }
  std::uint64_t chunkReads() const { return m_chunkReads; }

  const std::filesystem::path& path() const override { return m_path; }
  const std::string& uuid() const override { return m_meta.uuid; }
  std::uint64_t samples() const override { return m_samples; }
  const masu::store::DatasetMeta& meta() const override { return m_meta; }
  const std::vector<masu::store::ObjectInfo>& objects() const override { return m_objects; }
  std::uint64_t fileBytes() const override { return 0; }

  masu::Result<void> read(const masu::store::ObjectInfo& object, std::uint64_t first, std::uint64_t count,
                          std::span<std::byte> out) const override {
    if (object.name == m_failObject && first <= m_failChunk * object.chunkSamples &&
        first + count > m_failChunk * object.chunkSamples) {
      return masu::fail(masu::Errc::damaged, "The checksum differs.");
    }
    if (m_time.count() > 0) std::this_thread::sleep_for(m_time);
    const std::uint64_t row = m_bytes.at(object.name).size() / m_samples;
    if (out.size() != count * row || first + count > m_samples) {
      return masu::fail(masu::Errc::internal, "A read of the wrong size.");
    }
    std::memcpy(out.data(), m_bytes.at(object.name).data() + first * row, count * row);
    return {};
  }

  masu::Result<std::vector<std::string>> readTexts(std::string_view, std::uint64_t, std::uint64_t) const override {
    return masu::fail(masu::Errc::notFound, "No texts here.");
  }

  masu::Result<void> readChunk(const masu::store::ObjectInfo& object, std::uint64_t chunk,
                               std::span<std::byte> out) const override {
    ++m_chunkReads;
    const std::uint64_t first = chunk * object.chunkSamples;
    return read(object, first, std::min(object.chunkSamples, m_samples - first), out);
  }

  masu::Result<bool> chunkIntact(const masu::store::ObjectInfo&, std::uint64_t) const override { return true; }

 private:
  std::filesystem::path m_path = "fake.h5";
  std::uint64_t m_samples;
  masu::store::DatasetMeta m_meta;
  std::vector<masu::store::ObjectInfo> m_objects;
  std::map<std::string, std::vector<std::byte>> m_bytes;
  std::string m_failObject;
  std::uint64_t m_failChunk = 0;
  std::chrono::microseconds m_time{0};
  mutable std::atomic<std::uint64_t> m_chunkReads = 0;
};
