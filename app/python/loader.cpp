// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/python/loader.h"

#include <algorithm>

#include <pybind11/stl.h>
#include <unistd.h>

#include "app/python/errors.h"
#include "app/python/signals.h"
#include "app/python/slots.h"
#include "app/python/values.h"
#include "core/base/hash.h"
#include "core/loader/stream/split_index.h"
#include "core/loader/stream/stream_plan.h"
#include "core/loader/transform/widening.h"

namespace py = pybind11;

namespace masu::python {

namespace {

/// Epochs of a stream that a loader never comes to the end of.
constexpr std::uint32_t kEndless = std::uint32_t{1} << 30;

std::vector<std::int64_t> featureShape(const store::Dataset& dataset, const loader::StreamOptions& options,
                                       std::uint64_t values) {
  if (options.oneHot) return {static_cast<std::int64_t>(values)};
  const auto shape = dataset.sampleShape();
  return {shape.begin(), shape.end()};
}

Result<loader::StreamSpec> plan(const std::shared_ptr<const store::Dataset>& dataset,
                                const loader::StreamOptions& options) {
  return interruptible([&](const std::stop_token& stop) -> Result<loader::StreamSpec> {
    MASU_TRY(const store::Assignment assignment, loader::assignmentOf(*dataset, options));
    return loader::planStream(dataset, options.split ? &assignment : nullptr, options, stop);
  });
}

/// The choice of that name, or a sentence with those that there are.
template <class Choice>
Choice chosen(const std::string& option, const std::string& word,
              std::initializer_list<std::pair<const char*, Choice>> choices) {
  std::string names;
  for (const auto& [name, choice] : choices) {
    if (word == name) return choice;
    names += (names.empty() ? "\"" : ", \"") + std::string(name) + "\"";
  }
  raise(Error(Errc::invalidArgument, "{0} is one of {1}, not \"{2}\".", {option, names, word}));
}

template <class Value>
void set(const py::dict& given, const char* name, Value& value) {
  if (given.contains(name) && !given[name].is_none()) value = given[name].cast<Value>();
}

loader::StreamOptions optionsOf(const py::dict& given) {
  loader::StreamOptions options;
  std::string word = "train";
  set(given, "split", word);
  options.split = splitOf(word);
  word = "blocks";
  set(given, "shuffle", word);
  using loader::Shuffle;
  options.shuffle = chosen<Shuffle>("shuffle", word,
                                    {{"none", Shuffle::none},
                                     {"blocks", Shuffle::blocks},
                                     {"exact", Shuffle::exact},
                                     {"queue", Shuffle::queue},
                                     {"balanced", Shuffle::balanced}});
  word = "keep";
  set(given, "last", word);
  using loader::LastBatch;
  options.last = chosen<LastBatch>(
      "last", word, {{"keep", LastBatch::kept}, {"drop", LastBatch::dropped}, {"pad", LastBatch::padded}});
  std::string augment;
  set(given, "augment", augment);
  options.augment = valueOf(loader::AugmentSpec::parse(augment));
  set(given, "manifest", options.manifest);
  set(given, "batch", options.batch);
  set(given, "seed", options.seed);
  set(given, "rank", options.rank);
  set(given, "world_size", options.world);
  set(given, "blocks", options.blocks);
  set(given, "capacity", options.capacity);
  if (given.contains("min_left") && !given["min_left"].is_none()) {
    options.minimumLeft = given["min_left"].cast<std::uint64_t>();
  }
  set(given, "normalise", options.normalise);
  set(given, "narrow", options.narrow);
  set(given, "one_hot", options.oneHot);
  set(given, "threads", options.resources.threads);
  set(given, "memory", options.resources.memoryBytes);
  set(given, "simulated_batch_seconds", options.simulatedBatchSeconds);  // for tests of waiting
  options.epochs = kEndless;
  return options;
}

/// Raises where something was asked of features that they cannot have.
void checkFeatures(const store::Dataset& dataset, const loader::StreamOptions& options) {
  if (!options.normalise && !options.narrow) return;
  const std::string path = dataset.path().string();
  const store::ObjectInfo* features = dataset.find("features");
  if (features == nullptr) {
    raise(Error(Errc::invalidArgument, "{0} has no numbers for features, so that {1} has no effect; leave it out.",
                {path, options.normalise ? "normalise" : "narrow"}));
  }
  if (options.narrow && options.normalise && features->dtype == table::DType::f32) {
    raise(Error(Errc::invalidArgument,
                "The features of {0} are stored as f32, which narrow gives as they are stored and normalise does not; "
                "leave one of the two out.",
                {path}));
  }
  if (!options.narrow || features->dtype == table::DType::f32 || loader::canStayNarrow(features->dtype)) return;
  raise(Error(Errc::invalidArgument,
              "The features of {0} are stored as {1}, which batches have as f32 in any case, so that narrow has no "
              "effect; leave it out, or convert the dataset to i8, u8, i16 or f16.",
              {path, std::string(table::name(features->dtype))}));
}

}  // namespace

std::optional<store::Split> splitOf(const std::string& word) {
  using store::Split;
  return chosen<std::optional<Split>>(
      "split", word, {{"train", Split::train}, {"validation", Split::validation}, {"test", Split::test}, {"all", {}}});
}

PyLoader::PyLoader(const PyDataset& dataset, const loader::StreamOptions& options, Output output,
                   std::shared_ptr<Pinning> pinning)
    : m_dataset(dataset.dataset), m_options(options), m_pinning(std::move(pinning)), m_process(getpid()) {
  if (m_pinning) {
    m_options.beforeFree = Pinning::beforeFree(m_pinning);
    m_options.lingering = Pinning::kMostLeaving;
  }
  checkFeatures(*m_dataset, m_options);
  const loader::StreamSpec spec = valueOf(plan(m_dataset, m_options));
  if (Result<void> fits = spec.demand.check(); !fits) raise(std::move(fits).error());
  if (m_pinning) {
    m_options.lingering = spec.lingering;
    m_pinning->limit(spec.lingering);
  }
  m_start = spec.start;
  m_batches = spec.batchesPerEpoch;
  const loader::BatchShape shape = spec.batchTransform.shape(spec.source.fields.shape(1));
  m_form =
      std::make_shared<const BatchForm>(BatchForm{Exporter(output), featureShape(*m_dataset, m_options, shape.values),
                                                  m_dataset, std::ranges::any_of(m_dataset->objects(), isKept)});
}

PyLoader::~PyLoader() {
  if (m_pinning) m_pinning->finish();
}

loader::StreamState PyLoader::stateAt(const Position& position) const {
  loader::StreamState state = m_start;
  state.epoch = position.epoch;
  state.number = position.number;
  return state;
}

std::string PyLoader::state() const {
  return stateAt(m_position).text();
}

void PyLoader::load(const std::string& text) {
  check();
  loader::StreamOptions options = m_options;
  options.resume = text;
  const loader::StreamSpec spec = valueOf(plan(m_dataset, options), About::state);
  if (spec.start.epoch >= kEndless)
    raise(Error(Errc::invalidArgument, "The epoch of the state is out of range."), About::state);
  m_start = spec.start;
  moveTo({spec.start.epoch, spec.start.number});
}

/// The stream that is kept may shuffle other blocks together than the state says.
void PyLoader::moveTo(const Position& position) {
  left(std::exchange(m_idle, nullptr));
  m_position = position;
  m_resumes = true;
  ++m_moves;
}

void PyLoader::setEpoch(std::uint32_t epoch) {
  if (epoch >= kEndless) raise("The epoch is out of range.");
  moveTo({epoch, 0});
}

/// An epoch that was left in the middle is not begun again.
Position PyLoader::begin() const {
  return m_resumes || m_position.number == 0 ? m_position : Position{m_position.epoch + 1, 0};
}

std::shared_ptr<PyIterator> PyLoader::iterate() {
  check();
  std::erase_if(m_iterators, [](const std::weak_ptr<PyIterator>& one) { return one.expired(); });
  auto iterator = std::make_shared<PyIterator>(shared_from_this(), begin(), m_moves);
  m_iterators.push_back(iterator);
  return iterator;
}

void PyLoader::check() const {
  Running::check();
  if (m_closed) raise("The loader is closed; make another one.");
  if (m_process == getpid()) return;
  raise(
      "This loader was made before the process was forked, and its threads stayed in the other one. Make it in the "
      "process that uses it; a DataLoader takes num_workers=0, as Masu reads ahead on threads of its own.");
}

std::shared_ptr<RunningStream> PyLoader::take(const Position& position, const std::stop_token& stop) {
  if (m_idle && m_idle->position() == position) return std::exchange(m_idle, nullptr);
  left(std::exchange(m_idle, nullptr));  // before another one takes as much memory
  loader::StreamOptions options = m_options;
  options.resume = stateAt(position).text();
  const auto open = [&](const std::stop_token& token) { return loader::BatchStream::open(m_dataset, options, token); };
  auto opened = interruptible(open, stop);
  if (!opened) check();  // whether it was closed meanwhile
  auto stream = RunningStream::of(valueOf(std::move(opened), About::state), position);
  check();
  return stream;
}

void PyLoader::giveBack(std::shared_ptr<RunningStream> stream, std::uint64_t move) {
  if (m_closed || move != m_moves) return left(stream);
  m_idle = std::move(stream);
}

void PyLoader::handedOut(const std::shared_ptr<RunningStream>& stream, std::uint64_t move) {
  m_current = stream;
  if (move != m_moves) return;
  m_position = stream->position();
  m_resumes = false;
}

void PyLoader::left(const std::shared_ptr<RunningStream>& stream) {
  if (stream && stream == m_current.lock() && m_process == getpid()) m_report = stream->report();
}

loader::BatchPtr PyLoader::pinned(loader::BatchPtr batch) const {
  return m_pinning ? m_pinning->pinned(batch) : std::move(batch);
}

py::dict PyLoader::report() const {
  const auto current = m_current.lock();
  const loader::StreamReport report = current && m_process == getpid() ? current->report() : m_report;
  py::dict figures;
  if (report.batches == 0) return figures;
  figures["samples"] = report.samples;
  figures["batches"] = report.batches;
  figures["seconds"] = report.seconds;
  figures["starved_fraction"] = report.starvedFraction;
  figures["order_hash"] = hex64(report.orderHash);
  figures["design_effect"] = report.designEffect;
  figures["blocks"] = report.blocks;
  figures["chunks"] = report.chunks;
  figures["passes"] = report.passes;
  figures["workers"] = report.setting.workers;
  figures["batches_ahead"] = report.setting.ahead;
  figures["bottleneck"] = std::string(loader::name(report.bottleneck));
  return figures;
}

void PyLoader::close() {
  m_closed = true;
  for (const std::weak_ptr<PyIterator>& one : std::exchange(m_iterators, {})) {
    const auto iterator = one.lock();
    if (iterator && m_process == getpid()) iterator->close();
  }
  left(std::exchange(m_idle, nullptr));
  if (m_pinning) m_pinning->finish();
}

void PyIterator::close() {
  m_closed.request_stop();
  if (m_stream) m_stream->stop();
  if (!m_waiting) leave();  // else next() does
}

void PyIterator::leave() {
  const auto stream = std::exchange(m_stream, nullptr);
  m_loader->left(stream);
}

PyBatch PyIterator::next() {
  m_loader->check();
  if (m_over) throw py::stop_iteration();
  if (m_waiting) raise("Another thread waits for the next batch of this iterator; make an iterator for each thread.");
  struct Waiting {
    PyIterator& iterator;
    explicit Waiting(PyIterator& waiting) : iterator(waiting) { iterator.m_waiting = true; }
    ~Waiting() {
      iterator.m_waiting = false;
      if (iterator.m_closed.stop_requested()) iterator.leave();
    }
  } const waiting(*this);
  if (!m_stream) m_stream = m_loader->take(m_begin, m_closed.get_token());
  const Position before = m_stream->position();
  loader::BatchPtr batch = m_stream->next();
  if (!batch) {
    m_over = true;
    leave();
    m_loader->check();
    throw py::stop_iteration();
  }
  try {
    batch = m_loader->pinned(std::move(batch));
  } catch (...) {  // the next call hands it out
    m_begin = before;
    leave();
    throw;
  }
  m_loader->handedOut(m_stream, m_move);
  if (batch->lastOfEpoch) {
    m_over = true;
    m_loader->giveBack(std::move(m_stream), m_move);
  }
  return {std::move(batch), m_loader->form()};
}

void addLoader(py::module_& module) {
  py::class_<PyIterator, std::shared_ptr<PyIterator>> iterator(module, "Iterator");
  iterator.def("__iter__", [](const std::shared_ptr<PyIterator>& self) { return self; })
      .def("__next__", &PyIterator::next);
  addNext(iterator);
  py::class_<PyLoader, std::shared_ptr<PyLoader>>(module, "Stream")
      .def(py::init([](const PyDataset& dataset, const py::dict& options, const std::string& output,
                       const py::object& cuda) {
             const auto as = chosen<Output>("output", output,
                                            {{"torch", Output::torch},
                                             {"numpy", Output::numpy},
                                             {"jax", Output::jax},
                                             {"memoryview", Output::memoryview},
                                             {"dlpack", Output::dlpack}});
             return std::make_shared<PyLoader>(dataset, optionsOf(options), as,
                                               cuda.is_none() ? nullptr : Pinning::of(cuda));
           }),
           py::arg("dataset"), py::arg("options"), py::arg("output"), py::arg("cuda") = py::none())
      .def("__iter__", &PyLoader::iterate)
      .def("__len__", &PyLoader::batchesPerEpoch)
      .def("state", &PyLoader::state)
      .def("load", &PyLoader::load, py::arg("state"))
      .def("set_epoch", &PyLoader::setEpoch, py::arg("epoch"))
      .def_property_readonly("epoch", &PyLoader::epoch)
      .def("report", &PyLoader::report)
      .def("close", &PyLoader::close);
}

}  // namespace masu::python
