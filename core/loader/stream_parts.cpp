#include "core/loader/stream_parts.h"

namespace masu::loader {

Result<StreamParts> StreamParts::of(const store::Dataset& dataset) {
  StreamParts parts;
  parts.m_objects = {dataset.find("features"), dataset.find("categories"), dataset.find("labels"),
                     dataset.find("weights")};
  parts.m_classLabels = dataset.meta().target == store::Target::classes;
  if (parts.object(Part::features) != nullptr || parts.object(Part::categories) != nullptr) return parts;
  return fail(Errc::noSamples,
              MASU_TEXT("core", "{0} has neither numbers nor categories to stream; import columns as features."),
              {dataset.path().string()}, {dataset.path().string()});
}

const store::ObjectInfo& StreamParts::primary() const {
  const store::ObjectInfo* features = object(Part::features);
  return features != nullptr ? *features : *object(Part::categories);
}

BatchShape StreamParts::shape(std::uint64_t samples) const {
  BatchShape shape;
  shape.samples = samples;
  if (const auto* features = object(Part::features)) {
    shape.values = features->valuesPerSample();
    shape.narrow = m_narrow ? table::sizeOf(features->dtype) : 0;
  }
  if (const auto* categories = object(Part::categories)) shape.categories = categories->valuesPerSample();
  const auto* labels = object(Part::labels);
  shape.labels = labels != nullptr && m_classLabels;
  shape.targets = labels != nullptr && !m_classLabels ? labels->valuesPerSample() : 0;
  shape.weights = object(Part::weights) != nullptr;
  return shape;
}

}  // namespace masu::loader
