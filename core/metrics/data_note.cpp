// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/data_note.h"

#include "core/io/file.h"
#include "core/metrics/run_json.h"

namespace masu::metrics {

std::string toJson(const DataNote& note) {
  Json json = {{"dataset", note.dataset}, {"dataset_uuid", note.uuid}, {"samples", note.samples},
               {"classes", note.classes}, {"manifest", note.manifest}, {"split_hash", note.splitHash},
               {"order", note.order},     {"train", note.train},       {"validation", note.validation},
               {"test", note.test}};
  if (!note.labels.empty()) {
    json["edition"] = note.edition;
    json["labels_hash"] = note.labels;
  }
  return json.dump(2, ' ', false, Json::error_handler_t::replace);
}

Result<DataNote> readDataNote(const std::filesystem::path& run) {
  const std::filesystem::path file = run / "data.json";
  MASU_TRY(const std::string text, io::readText(file));
  try {
    const Json json = Json::parse(text);
    DataNote note;
    json.at("dataset_uuid").get_to(note.uuid);
    json.at("split_hash").get_to(note.splitHash);
    note.order = json.value("order", std::string(DataNote::kFirstOrder));
    note.dataset = json.value("dataset", note.dataset);
    note.edition = json.value("edition", note.edition);
    note.labels = json.value("labels_hash", note.labels);
    note.samples = json.value("samples", note.samples);
    note.classes = json.value("classes", note.classes);
    note.manifest = json.value("manifest", note.manifest);
    note.train = json.value("train", note.train);
    note.validation = json.value("validation", note.validation);
    note.test = json.value("test", note.test);
    return note;
  } catch (const Json::exception&) {
    return fail(Errc::format,
                MASU_TEXT("core", "{0} is damaged: it does not say which dataset and split the run learned from."),
                {file.string()}, {file.string()});
  }
}

}  // namespace masu::metrics
