// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loader/batch/stream_fields.h"

namespace masu::loader {

Result<StreamFields> StreamFields::of(const store::Dataset& dataset) {
  StreamFields fields;
  fields.m_objects = {dataset.find("features"), dataset.find("categories"), dataset.find("labels"),
                      dataset.find("weights")};
  fields.m_classLabels = dataset.meta().target == store::Target::classes;
  if (fields.object(Field::features) != nullptr || fields.object(Field::categories) != nullptr) return fields;
  return fail(Errc::noSamples,
              MASU_TEXT("core", "{0} has neither numbers nor categories to stream; import columns as features."),
              {dataset.path().string()}, {dataset.path().string()});
}

const store::ObjectInfo& StreamFields::primary() const {
  const store::ObjectInfo* features = object(Field::features);
  return features != nullptr ? *features : *object(Field::categories);
}

BatchShape StreamFields::shape(std::uint64_t samples) const {
  BatchShape shape;
  shape.samples = samples;
  if (const auto* features = object(Field::features)) {
    shape.values = features->valuesPerSample();
    shape.narrow = m_narrow ? table::sizeOf(features->dtype) : 0;
  }
  if (const auto* categories = object(Field::categories)) shape.categories = categories->valuesPerSample();
  const auto* labels = object(Field::labels);
  shape.labels = labels != nullptr && m_classLabels;
  shape.targets = labels != nullptr && !m_classLabels ? labels->valuesPerSample() : 0;
  shape.weights = object(Field::weights) != nullptr || m_addedWeights;
  return shape;
}

}  // namespace masu::loader
