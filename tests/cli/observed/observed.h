// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QList>
#include <QMap>
#include <QString>
#include <QStringList>
#include <functional>
#include <set>
#include <string>
#include <vector>

namespace masu::test {

/// The same command without an option, or with another value of it, and with it. '@' names a file of the folder, also
/// in csv:@FILE.
struct ObservedRow {
  const char* option;
  QStringList without;
  QStringList with;
  QStringList before = {};  ///< a command to run first
};

/// Runs commands in a folder and gives all that one can see of them afterwards. What they make goes to "@made", which
/// is emptied before each. Threads: one.
class Observer {
 public:
  explicit Observer(QString folder) : m_folder(std::move(folder)) {}

  QString path(const QString& name) const { return m_folder + '/' + name; }
  /// With '@' and what follows in its place.
  QStringList placed(QStringList arguments) const;
  /// What '@' and this name stand for instead of a file.
  void define(const QString& name, const QString& text) { m_defined[name] = text; }
  /// A dataset whose manifests are looked at, too; those whose names begin with "new" are removed.
  void watch(const QString& dataset) { m_watched << dataset; }

  /// How the command ended, what it printed and what it made, without what differs from run to run.
  QByteArray after(const ObservedRow& row, const QStringList& arguments);
  /// The same, but of the first run where this command was run after the same one before: not run again.
  QByteArray known(const ObservedRow& row, const QStringList& arguments);

 private:
  QString m_folder;
  QMap<QString, QString> m_defined;
  QStringList m_watched;
  QMap<QList<QStringList>, QByteArray> m_known;  ///< by the command before, and the one itself
};

/// The columns "command" and "place" of a test's data, and a row for each of those in the tables of these commands.
void addObserved(const std::vector<std::string>& commands,
                 const std::function<std::vector<ObservedRow>(const std::string& command)>& rowsOf);

/// Fails the test where the option of this row of a table changes nothing that one can see, or what one sees changes by
/// itself, which would hide an option without effect; with `succeeds` also where the command without the option fails.
/// A command that several rows share is run once for all of them, and again after the last: if that is what was seen at
/// first, nothing changed by itself meanwhile. A row that changes what later commands see has its place at the end.
void compareObserved(Observer& observer, const std::vector<ObservedRow>& rows, int place, bool succeeds = false);

/// The first option of a command that is neither in a row nor among `others`; empty: there is none.
std::string optionWithoutRow(const std::string& command, const std::vector<ObservedRow>& rows,
                             const std::set<std::string>& others);

}  // namespace masu::test
