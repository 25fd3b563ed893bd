// SPDX-License-Identifier: GPL-3.0-or-later
#include "train_workers.h"

#include <csignal>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "core/metrics/receipt.h"

namespace masu::train {

namespace fs = std::filesystem;

Worker::Worker(const QByteArray& spec, const QProcessEnvironment& environment, const QString& command,
               const QStringList& starter) {
  QStringList words = starter;
  words << QStringLiteral(MASU_TRAIN_PROGRAM) << command;
  m_process.setProcessEnvironment(environment);
  m_process.start(words.first(), words.sliced(1));
  m_process.write(spec);
  m_process.waitForBytesWritten(kPatience);  // nothing else is done for it while another one is waited for
  m_process.closeWriteChannel();
}

Worker::~Worker() {
  m_process.kill();
  m_process.waitForFinished();
}

void Worker::signal(int number) {
  ::kill(static_cast<pid_t>(m_process.processId()), number);
}

bool Worker::awaitsFirstStep() {
  return awaits<metrics::StepDone>([](const metrics::StepDone& step) { return step.step > 0; });
}

int Worker::code() {
  if (m_process.state() != QProcess::NotRunning && !m_process.waitForFinished(kPatience)) return -1;
  read();
  return m_process.exitStatus() == QProcess::NormalExit ? m_process.exitCode() : -1;
}

QString Worker::sentence() const {
  const auto failures = m_list.all<metrics::Failed>();
  return failures.empty() ? QString() : QString::fromStdString(failures.back().error.message.english());
}

QString Worker::complaintUnless(const QString& words) {
  const int found = code();
  if (found == 1 && sentence().contains(words)) return {};
  return QString("exit code %1, \"%2\", where \"%3\" was to be said").arg(found).arg(sentence(), words);
}

void Worker::read() {
  m_output += m_process.readAllStandardOutput();
  for (qsizetype end = m_output.indexOf('\n'); end >= 0; end = m_output.indexOf('\n')) {
    if (const auto event = metrics::eventFromJsonLine(m_output.first(end).toStdString())) m_list(*event);
    m_output.remove(0, end + 1);
  }
}

int freePort() {
  const int probe = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  ::bind(probe, reinterpret_cast<const sockaddr*>(&address), size);
  ::getsockname(probe, reinterpret_cast<sockaddr*>(&address), &size);
  ::close(probe);
  return ntohs(address.sin_port);
}

QProcessEnvironment environmentOf(int rank, int world, int port, const QString& host) {
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  for (const char* name : {"RANK", "WORLD_SIZE", "LOCAL_RANK", "LOCAL_WORLD_SIZE", "MASTER_ADDR", "MASTER_PORT"})
    environment.remove(name);
  if (world < 2) return environment;
  environment.insert("RANK", QString::number(rank));
  environment.insert("WORLD_SIZE", QString::number(world));
  environment.insert("LOCAL_RANK", QString::number(rank));
  environment.insert("LOCAL_WORLD_SIZE", QString::number(world));
  environment.insert("MASTER_ADDR", host);
  environment.insert("MASTER_PORT", QString::number(port));
  return environment;
}

Workers started(const metrics::RunSpec& spec, int world) {
  const int port = freePort();
  Workers workers;
  for (int rank = 0; rank < world; ++rank) {
    workers.push_back(
        std::make_unique<Worker>(QByteArray::fromStdString(metrics::toJson(spec)), environmentOf(rank, world, port)));
  }
  return workers;
}

QString complaintOf(Workers& workers) {
  QString complaint;
  for (std::size_t rank = 0; rank < workers.size(); ++rank) {
    const int code = workers[rank]->code();
    if (code != 0 && complaint.isEmpty())
      complaint = QString("rank %1, exit code %2: %3").arg(rank).arg(code).arg(workers[rank]->sentence());
  }
  return complaint;
}

std::string figuresOf(const EventList& list) {
  std::string text;
  for (metrics::EpochDone epoch : list.all<metrics::EpochDone>()) {
    epoch.seconds = 0;
    text += metrics::toJsonLine(epoch) + "\n";
  }
  for (metrics::RunTested tested : list.all<metrics::RunTested>()) {
    tested.seconds = 0;
    tested.checkpoint.clear();
    text += metrics::toJsonLine(tested) + "\n";
  }
  return text;
}

std::string receiptOf(const fs::path& run) {
  const auto receipt = metrics::readReceipt(run);
  return receipt ? metrics::toJson(*receipt) : receipt.error().message.english();
}

void RunFolder::writeDatasets() const {
  SmallDataset{}.write(place("table.h5"));
  SmallDataset{.values = true, .weights = true}.write(place("values.h5"));
  SmallDataset{.sampleShape = {2, 16}}.write(place("waves.h5"));
  SmallDataset{.sampleShape = {1, 8, 8}}.write(place("images.h5"));
}

metrics::RunSpec RunFolder::specFor(const std::string& out, std::uint64_t slices) const {
  metrics::RunSpec spec;
  spec.dataset = place("table.h5");
  spec.models = {"mlp", "cnn1d"};
  spec.epochs = 2;
  spec.batch = 32;  // 360 train samples leave a last batch of 8, which has fewer slices
  spec.slices = slices;
  spec.threads = 1;
  spec.memoryBytes = 256 << 20;
  spec.timeoutSeconds = kTimeout;
  spec.out = place(out);
  return spec;
}

metrics::RunSpec RunFolder::longSpec(const std::string& out) const {
  metrics::RunSpec spec = specFor(out);
  spec.models = {"cnn1d"};
  spec.epochs = 5;
  spec.saveSeconds = 0;
  return spec;
}

metrics::RunSpec RunFolder::endlessSpec(const std::string& out) const {
  metrics::RunSpec spec = longSpec(out);
  spec.epochs = 100'000;
  return spec;
}

metrics::RunSpec RunFolder::again(const metrics::RunSpec& spec) {
  metrics::RunSpec resumed;
  resumed.out = spec.out;
  resumed.timeoutSeconds = kTimeout;
  resumed.resume = true;
  return resumed;
}

std::pair<std::string, std::string> RunFolder::undisturbed() {
  if (m_undisturbed.first.empty()) {
    Workers whole = started(longSpec("undisturbed"), 1);
    if (const QString complaint = complaintOf(whole); !complaint.isEmpty()) return {complaint.toStdString(), {}};
    m_undisturbed = {receiptOf(place("undisturbed")), figuresOf(whole[0]->events())};
  }
  return m_undisturbed;
}

}  // namespace masu::train
