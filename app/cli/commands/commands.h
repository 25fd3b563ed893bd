// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "app/cli/console.h"

namespace masu::cli {

/// Each registers one command of `masu`: its options, and what it does when it is chosen.
/// `exitCode` receives what the process returns. Lifetime: both references outlive the parsing.
struct Registration {
  CLI::App& app;
  CommonOptions& common;
  int& exitCode;
};

/// Registers all of them, with the options that every command takes and the defaults that help shows.
void addCommands(const Registration& to);

/// To be called before a command that was read runs. Throws Conflict where its options conflict. Cleans up the datasets
/// that it names, see tasks::settleInterrupted(), and returns what was done about them, and which options have no
/// effect.
std::vector<std::string> prepare(const CLI::App& app);

/// Options that conflict, or an option that has no effect here: the process exits with 2.
class Conflict : public CLI::ParseError {
 public:
  explicit Conflict(std::string sentence)
      : ParseError("Conflict", std::move(sentence), CLI::ExitCodes::ExcludesError) {}
};

void addInspect(const Registration& to);
void addImport(const Registration& to);
void addAppend(const Registration& to);
void addInfo(const Registration& to);
void addHead(const Registration& to);
void addVerify(const Registration& to);
void addConvert(const Registration& to);
void addLabel(const Registration& to);
void addSplit(const Registration& to);
void addManifest(const Registration& to);
void addCheck(const Registration& to);
void addEstimate(const Registration& to);
void addStream(const Registration& to);
void addTrain(const Registration& to);
void addPredict(const Registration& to);
void addSeen(const Registration& to);
void addSuspects(const Registration& to);
void addRuns(const Registration& to);
void addReceipt(const Registration& to);
void addReport(const Registration& to);
void addExport(const Registration& to);
void addSample(const Registration& to);
void addCluster(const Registration& to);

}  // namespace masu::cli
