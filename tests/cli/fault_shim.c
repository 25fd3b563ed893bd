// SPDX-License-Identifier: GPL-3.0-or-later
// A file layer that fails on purpose, put in front of the C library by LD_PRELOAD. Only calls on files below a folder
// count, and only in the program that is named; whatever it forks goes undisturbed.
//
//   MASU_FAULT_ROOT=FOLDER     the folder
//   MASU_FAULT_PROGRAM=NAME    the program (default: masu)
//   MASU_FAULT=KIND@N          what happens at the Nth counted call (from 1):
//     full    from that call on the disk is full: writing and creating fail with ENOSPC
//     broken  that write, sync, rename or truncation fails with EIO
//     unread  that read fails with EIO
//     short   from that call on reads and writes move half of what was asked, and every third is interrupted (EINTR)
//     named   a file system that makes no files without names, such as NFS and FAT; N means nothing
//     interrupt  at that read the process gets SIGINT, and from it on every read takes a second
//     cut     somebody else truncates a file there: MASU_FAULT_CUT=BYTES:FILE, FILE by its name in the folder
//     crop    somebody else truncates the file that the Nth write went to, to half of what it has then
//     kill    the process ends there; what it wrote is kept
//     power   the process ends there, and of what no fsync has confirmed only a part remains: each folder keeps the first
//             of its unsynced names; each file, as S is even or odd, the first of its unsynced writes, the last one torn,
//             or some pages of any of them, as a disk may write later ones first
//     leave   as power, when the process ends by itself; N is the seed of what remains
//   MASU_FAULT_SEED=S          chooses what remains (default: N)
//   MASU_FAULT_FIRST=M         besides, the Mth call that changes something fails, as with broken@M
//   MASU_FAULT_FROM=NAME       calls count from the one on that gives a file this name (default: all)
//   MASU_FAULT_COUNT=FILE      on exit, receives the number of calls that would count: changes, reads, all for `cut`, writes
//
// `unread` and `interrupt` count reads, `cut` counts reads, mappings and changes, `crop` writes, everything else counts
// calls that change something. Not seen: changes through a mapping.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum Kind { kNone, kFull, kBroken, kUnread, kShort, kKill, kPower, kLeave, kNamed, kInterrupt, kCut, kCrop };

// What an unsynced change has to be taken back with. Writes belong to a file (dev, ino); names to the folder's.
struct Change {
  struct Change* older;
  dev_t dev;
  ino_t ino;
  enum { kData, kSize, kCreated, kRenamed, kRemoved } what;
  int fd;          // of our own, on the file
  off_t offset;    // kData: where; kSize: the new size
  off_t oldSize;   // of the file before
  size_t length;   // kData
  char* fresh;     // kData: the bytes written
  char* old;       // the bytes before from `offset` on, as far as the file reached
  size_t oldLength;
  char* path;      // names: the new name
  char* from;      // kRenamed: the old name
  dev_t fromDev;   // kRenamed: of the old name's folder, as the next
  ino_t fromIno;
  int left;        // kRenamed: that folder was synced, so that the old name is gone for good
  char* backup;    // what the name stood for before; null: nothing
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static enum Kind kind = kNone;
static long fatalCall = 0, firstCall = 0, changes = 0, reads = 0, mappings = 0, writes = 0, transfers = 0;
static const char* since = NULL;  // the name from which on calls count; null: they do
static unsigned long seed = 0;
static char root[PATH_MAX];
static int countFile = -1;  // open from the start: who ends confined can open nothing any more
static int cutFile = -1;  // `cut`: what is truncated, and where
static off_t cutSize = 0;
static pid_t owner = 0;
static int backups = 0;
static struct Change* newest = NULL;

static void dropPowerless(void);

__attribute__((constructor)) static void begin(void) {
  const char* const program = getenv("MASU_FAULT_PROGRAM");
  const char* const folder = getenv("MASU_FAULT_ROOT");
  const char* const fault = getenv("MASU_FAULT");
  const char* const count = getenv("MASU_FAULT_COUNT");
  const char* const first = getenv("MASU_FAULT_FIRST");
  since = getenv("MASU_FAULT_FROM");
  if (first != NULL) firstCall = atol(first);
  if (strcmp(program_invocation_short_name, program != NULL ? program : "masu") != 0) return;
  if (folder == NULL || realpath(folder, root) == NULL) return;
  if (count != NULL)
    countFile = (int)syscall(SYS_openat, AT_FDCWD, count, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  owner = getpid();
  if (fault == NULL) return;
  static const char* const names[] = {"none", "full",  "broken", "unread", "short",
                                      "kill", "power", "leave",  "named",  "interrupt", "cut",  "crop"};
  for (int i = 1; i < 12; ++i) {
    const size_t length = strlen(names[i]);
    if (strncmp(fault, names[i], length) == 0 && fault[length] == '@') {
      kind = (enum Kind)i;
      fatalCall = atol(fault + length + 1);
    }
  }
  if (kind == kNone) {
    dprintf(2, "fault_shim: MASU_FAULT=%s is not KIND@N\n", fault);
    _exit(98);
  }
  const char* const cut = getenv("MASU_FAULT_CUT");
  if (kind == kCut && cut != NULL && strchr(cut, ':') != NULL) {
    char name[2 * PATH_MAX];
    snprintf(name, sizeof name, "%s/%s", root, strchr(cut, ':') + 1);
    // That very file, whatever has its name by then.
    cutFile = (int)syscall(SYS_openat, AT_FDCWD, name, O_WRONLY | O_CLOEXEC);
    cutSize = atol(cut);
  }
  if (kind == kCut && cutFile < 0) {
    dprintf(2, "fault_shim: MASU_FAULT_CUT is not BYTES:FILE\n");
    _exit(98);
  }
  const char* const chosen = getenv("MASU_FAULT_SEED");
  seed = chosen != NULL ? strtoul(chosen, NULL, 10) : (unsigned long)fatalCall;
}

static int watching(void) { return owner != 0 && owner == getpid(); }
static int keepsChanges(void) { return kind == kPower || kind == kLeave; }

static int below(const char* path) {
  const size_t length = strlen(root);
  return strncmp(path, root, length) == 0 && (path[length] == '/' || path[length] == '\0');
}

/// The path of a name that a call was given, its folder resolved; false where it is not below the root.
static int pathOf(int at, const char* name, char* out) {
  char folder[PATH_MAX], resolved[PATH_MAX];
  if (name[0] == '/' || at == AT_FDCWD) {
    snprintf(folder, sizeof folder, "%s", name);
  } else {
    char link[64], base[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", at);
    const ssize_t length = readlink(link, base, sizeof base - 1);
    if (length < 0) return 0;
    base[length] = '\0';
    if (snprintf(folder, sizeof folder, "%s/%s", base, name) >= (int)sizeof folder) return 0;
  }
  char* const slash = strrchr(folder, '/');
  const char* const last = slash != NULL ? slash + 1 : folder;
  char tail[NAME_MAX + 1];
  if (strlen(last) >= sizeof tail) return 0;
  memcpy(tail, last, strlen(last) + 1);
  if (slash != NULL) slash[slash == folder ? 1 : 0] = '\0';
  if (realpath(slash != NULL ? folder : ".", resolved) == NULL) return 0;
  if (snprintf(out, PATH_MAX, "%s/%s", resolved, tail) >= PATH_MAX) return 0;
  return below(out);
}

static int watchedFile(int fd) {
  if (!watching()) return 0;
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  const ssize_t length = readlink(link, path, sizeof path - 1);
  if (length <= 0) return 0;
  path[length] = '\0';
  return below(path);
}

static unsigned long mixed(unsigned long value) {
  value ^= value >> 33;
  value *= 0xff51afd7ed558ccdUL;
  value ^= value >> 33;
  value *= 0xc4ceb9fe1a85ec53UL;
  return value ^ (value >> 33);
}

/// From the name on that is waited for, calls count.
static void seeName(const char* path) {
  if (since != NULL && strcmp(strrchr(path, '/') + 1, since) == 0) since = NULL;
}

/// Called with the lock, when a call of any kind has been counted.
static void cutIfDue(void) {
  if (kind == kCut && changes + reads + mappings == fatalCall) syscall(SYS_ftruncate, cutFile, cutSize);
}

/// Counts a call; returns 0, or the error that it is to fail with. Ends the process where that is asked for.
static int fateOf(int reading, int creates) {
  if (since != NULL) return 0;
  const int error = errno;
  pthread_mutex_lock(&lock);
  const long call = reading ? ++reads : ++changes;
  const int hit = reading == (kind == kUnread) && call == fatalCall;
  cutIfDue();
  if (hit && kind == kPower) dropPowerless();
  if (hit && (kind == kKill || kind == kPower)) syscall(SYS_exit_group, 99);
  pthread_mutex_unlock(&lock);
  if (reading && kind == kInterrupt && call >= fatalCall) {
    if (call == fatalCall) kill(owner, SIGINT);
    sleep(1);
  }
  errno = error;
  if (hit && (kind == kBroken || kind == kUnread)) return EIO;
  if (!reading && call == firstCall) return EIO;
  if (!reading && kind == kFull && call >= fatalCall && creates) return ENOSPC;
  return 0;
}

/// How much of a transfer is done, in a run of short ones; −1: none, it is interrupted.
static ssize_t shortened(size_t length) {
  if (kind != kShort || length < 2) return (ssize_t)length;
  pthread_mutex_lock(&lock);
  const long turn = ++transfers;
  pthread_mutex_unlock(&lock);
  if (turn < fatalCall) return (ssize_t)length;
  return turn % 3 == 0 ? -1 : (ssize_t)(length / 2);
}

static struct Change* changeOf(int what, dev_t dev, ino_t ino) {
  struct Change* const change = calloc(1, sizeof *change);
  change->what = what;
  change->dev = dev;
  change->ino = ino;
  change->fd = -1;
  change->older = newest;
  newest = change;
  return change;
}

/// A descriptor of our own on an open file, through the page cache, shared by all changes of that file.
static int ownDescriptor(int fd, const struct stat* status) {
  for (const struct Change* c = newest; c != NULL; c = c->older) {
    if (c->fd >= 0 && c->dev == status->st_dev && c->ino == status->st_ino) return c->fd;
  }
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  return (int)syscall(SYS_openat, AT_FDCWD, link, O_RDWR | O_CLOEXEC);
}

/// What a file has from some place on, at most `length` bytes; how many there are goes to `found`.
static char* bytesOf(int fd, off_t offset, size_t length, size_t* found) {
  char* const bytes = malloc(length);
  const long count = fd >= 0 && bytes != NULL ? syscall(SYS_pread64, fd, bytes, length, offset) : -1;
  *found = count > 0 ? (size_t)count : 0;
  return bytes;
}

static void noteWrite(int fd, const void* bytes, off_t offset, size_t length) {
  if (!keepsChanges()) return;
  struct stat status;
  if (fstat(fd, &status) != 0 || !S_ISREG(status.st_mode)) return;
  pthread_mutex_lock(&lock);
  const int own = ownDescriptor(fd, &status);
  struct Change* const change = changeOf(kData, status.st_dev, status.st_ino);
  change->fd = own;
  change->offset = offset;
  change->length = length;
  change->oldSize = status.st_size;
  change->fresh = malloc(length);
  memcpy(change->fresh, bytes, length);
  if (offset < status.st_size) change->old = bytesOf(own, offset, length, &change->oldLength);
  pthread_mutex_unlock(&lock);
}

static void noteSize(int fd, off_t size) {
  if (!keepsChanges()) return;
  struct stat status;
  if (fstat(fd, &status) != 0) return;
  pthread_mutex_lock(&lock);
  const int own = ownDescriptor(fd, &status);
  struct Change* const change = changeOf(kSize, status.st_dev, status.st_ino);
  change->fd = own;
  change->offset = size;
  change->oldSize = status.st_size;
  if (size < status.st_size) change->old = bytesOf(own, size, (size_t)(status.st_size - size), &change->oldLength);
  pthread_mutex_unlock(&lock);
}

/// Keeps what a name stands for reachable under another, outside of the root.
static char* backupOf(const char* path) {
  struct stat status;
  if (lstat(path, &status) != 0 || S_ISDIR(status.st_mode)) return NULL;
  char name[PATH_MAX + 64];
  snprintf(name, sizeof name, "%s.fault-%d-%d", root, (int)owner, ++backups);
  return syscall(SYS_linkat, AT_FDCWD, path, AT_FDCWD, name, 0) == 0 ? strdup(name) : NULL;
}

static void noteName(int what, const char* from, const char* path, char* backup) {
  char folder[PATH_MAX];
  snprintf(folder, sizeof folder, "%s", path);
  *strrchr(folder, '/') = '\0';
  struct stat status;
  if (stat(folder, &status) != 0) return;
  struct Change* const change = changeOf(what, status.st_dev, status.st_ino);
  change->path = strdup(path);
  change->from = from != NULL ? strdup(from) : NULL;
  change->backup = backup;
  if (from == NULL) return;
  snprintf(folder, sizeof folder, "%s", from);
  *strrchr(folder, '/') = '\0';
  if (stat(folder, &status) != 0) return;
  change->fromDev = status.st_dev;
  change->fromIno = status.st_ino;
}

static void forget(dev_t dev, ino_t ino) {
  for (struct Change** at = &newest; *at != NULL;) {
    struct Change* const change = *at;
    if (change->dev == dev && change->ino == ino) {
      if (change->backup != NULL) syscall(SYS_unlink, change->backup);
      *at = change->older;
    } else {
      if (change->from != NULL && change->fromDev == dev && change->fromIno == ino) change->left = 1;
      at = &change->older;
    }
  }
}

static void takeBack(const struct Change* change, int torn) {
  switch (change->what) {
    case kData: {
      const size_t kept = torn ? change->length / 2 : 0;
      if (change->oldLength > kept) {
        syscall(SYS_pwrite64, change->fd, change->old + kept, change->oldLength - kept, change->offset + (off_t)kept);
      }
      const off_t end = change->offset + (off_t)kept;
      if (change->offset + (off_t)change->length > change->oldSize) {
        syscall(SYS_ftruncate, change->fd, end > change->oldSize ? end : change->oldSize);
      }
      break;
    }
    case kSize:
      syscall(SYS_ftruncate, change->fd, change->oldSize);
      if (change->oldLength > 0) syscall(SYS_pwrite64, change->fd, change->old, change->oldLength, change->offset);
      break;
    case kCreated:
      if (syscall(SYS_unlink, change->path) != 0) syscall(SYS_rmdir, change->path);
      break;
    case kRenamed:
      // The old name does not come back in a folder that was synced, or that kept a later file of this name.
      if (change->left || (syscall(SYS_renameat2, AT_FDCWD, change->path, AT_FDCWD, change->from, RENAME_NOREPLACE) != 0 &&
                           errno == EEXIST)) {
        syscall(SYS_unlink, change->path);
      }
      if (change->backup != NULL) syscall(SYS_rename, change->backup, change->path);
      break;
    case kRemoved:
      if (change->backup != NULL) syscall(SYS_rename, change->backup, change->path);
      break;
  }
}

static int isName(const struct Change* change) { return change->what != kData && change->what != kSize; }

/// Writes some of the pages of a write again.
static void bringBack(const struct Change* change, unsigned long chance) {
  enum { kPage = 4096 };
  if (change->what == kSize) {
    if (mixed(chance) % 4 != 0) syscall(SYS_ftruncate, change->fd, change->offset);
    return;
  }
  for (size_t from = 0; from < change->length;) {
    const off_t at = change->offset + (off_t)from;
    size_t size = (size_t)(kPage - at % kPage);
    if (size > change->length - from) size = change->length - from;
    if (mixed(chance ^ (unsigned long)at) % 4 != 0) syscall(SYS_pwrite64, change->fd, change->fresh + from, size, at);
    from += size;
  }
}

/// Takes back unsynced changes of files and folders, newest first; see `power`. Called with the lock.
static void dropPowerless(void) {
  const int anyOrder = seed % 2 == 1;
  for (struct Change* change = newest; change != NULL; change = change->older) {
    long rank = 0, count = 0;  // of this change among those of its file or folder, oldest first
    for (const struct Change* c = newest; c != NULL; c = c->older) {
      if (c->dev != change->dev || c->ino != change->ino) continue;
      ++count;
      if (rank == 0 && c == change) rank = -count;
    }
    rank = count + rank;
    long kept = (long)(mixed(seed * 1000003UL + (unsigned long)change->ino) % (unsigned long)(count + 1));
    if (anyOrder && !isName(change)) kept = -1;
    if (rank >= kept) takeBack(change, rank == kept);
  }
  if (!anyOrder) return;
  struct Change* oldest = NULL;  // The list turned round.
  while (newest != NULL) {
    struct Change* const change = newest;
    newest = change->older;
    change->older = oldest;
    oldest = change;
  }
  unsigned long number = 0;
  for (const struct Change* change = oldest; change != NULL; change = change->older) {
    if (!isName(change)) bringBack(change, mixed(seed * 1000003UL + (unsigned long)change->ino) + ++number);
  }
  newest = oldest;
}

__attribute__((destructor)) static void end(void) {
  if (!watching()) return;
  pthread_mutex_lock(&lock);
  if (kind == kLeave) dropPowerless();
  for (const struct Change* c = newest; c != NULL; c = c->older) {
    if (c->backup != NULL) syscall(SYS_unlink, c->backup);
  }
  pthread_mutex_unlock(&lock);
  if (countFile >= 0) dprintf(countFile, "%ld %ld %ld %ld\n", changes, reads, changes + reads + mappings, writes);
}

#define FAIL(reading, creates)                          \
  do {                                                  \
    const int fate = fateOf(reading, creates);          \
    if (fate != 0) {                                    \
      errno = fate;                                     \
      return -1;                                        \
    }                                                   \
  } while (0)

static int opened(int at, const char* name, int flags, mode_t mode) {
  char path[PATH_MAX];
  struct stat status;
  int creates = 0;
  if (kind == kNamed && (flags & O_TMPFILE) == O_TMPFILE && watching() && pathOf(at, name, path)) {
    errno = EOPNOTSUPP;
    return -1;
  }
  if (watching() && (flags & O_CREAT) != 0 && (flags & O_TMPFILE) != O_TMPFILE && pathOf(at, name, path)) {
    creates = lstat(path, &status) != 0;
    if (creates) FAIL(0, 1);
  }
  if ((flags & O_TRUNC) != 0 && keepsChanges() && !creates && watching() && pathOf(at, name, path)) {
    const int whole = (int)syscall(SYS_openat, at, name, flags & ~O_TRUNC, mode);
    if (whole >= 0 && fstat(whole, &status) == 0) {
      noteSize(whole, 0);
      syscall(SYS_ftruncate, whole, 0);
    }
    return whole;
  }
  const int fd = (int)syscall(SYS_openat, at, name, flags, mode);
  if (fd >= 0 && creates && keepsChanges()) {
    pthread_mutex_lock(&lock);
    noteName(kCreated, NULL, path, NULL);
    pthread_mutex_unlock(&lock);
  }
  return fd;
}

#define OPENS(name, parameters, at, path)                       \
  int name parameters {                                         \
    mode_t mode = 0;                                            \
    if ((flags & (O_CREAT | __O_TMPFILE)) != 0) {               \
      va_list more;                                             \
      va_start(more, flags);                                    \
      mode = va_arg(more, mode_t);                              \
      va_end(more);                                             \
    }                                                           \
    return opened(at, path, flags, mode);                       \
  }
OPENS(open, (const char* path, int flags, ...), AT_FDCWD, path)
OPENS(open64, (const char* path, int flags, ...), AT_FDCWD, path)
OPENS(openat, (int at, const char* path, int flags, ...), at, path)
OPENS(openat64, (int at, const char* path, int flags, ...), at, path)

/// Called after a write.
static void cropIfDue(int fd) {
  if (since != NULL) return;
  if (__atomic_add_fetch(&writes, 1, __ATOMIC_RELAXED) != fatalCall || kind != kCrop) return;
  const int error = errno;
  struct stat status;
  if (fstat(fd, &status) == 0 && S_ISREG(status.st_mode)) syscall(SYS_ftruncate, fd, status.st_size / 2);
  errno = error;
}

static ssize_t wrote(int fd, const void* bytes, size_t length, off_t offset, int positioned) {
  if (!watchedFile(fd)) return syscall(positioned ? SYS_pwrite64 : SYS_write, fd, bytes, length, offset);
  FAIL(0, 1);
  const ssize_t some = shortened(length);
  if (some < 0) {
    errno = EINTR;
    return -1;
  }
  noteWrite(fd, bytes, positioned ? offset : lseek(fd, 0, SEEK_CUR), (size_t)some);
  const ssize_t done = syscall(positioned ? SYS_pwrite64 : SYS_write, fd, bytes, some, offset);
  cropIfDue(fd);
  return done;
}
ssize_t write(int fd, const void* bytes, size_t length) { return wrote(fd, bytes, length, 0, 0); }
ssize_t pwrite(int fd, const void* bytes, size_t length, off_t offset) { return wrote(fd, bytes, length, offset, 1); }
ssize_t pwrite64(int fd, const void* bytes, size_t length, off_t offset) { return wrote(fd, bytes, length, offset, 1); }
ssize_t writev(int fd, const struct iovec* pieces, int count) {
  if (!watchedFile(fd)) return syscall(SYS_writev, fd, pieces, count);
  return count > 0 ? wrote(fd, pieces[0].iov_base, pieces[0].iov_len, 0, 0) : 0;
}

static ssize_t got(int fd, void* bytes, size_t length, off_t offset, int positioned) {
  if (!watchedFile(fd)) return syscall(positioned ? SYS_pread64 : SYS_read, fd, bytes, length, offset);
  FAIL(1, 0);
  const ssize_t some = shortened(length);
  if (some < 0) {
    errno = EINTR;
    return -1;
  }
  return syscall(positioned ? SYS_pread64 : SYS_read, fd, bytes, some, offset);
}
ssize_t read(int fd, void* bytes, size_t length) { return got(fd, bytes, length, 0, 0); }
ssize_t pread(int fd, void* bytes, size_t length, off_t offset) { return got(fd, bytes, length, offset, 1); }
ssize_t pread64(int fd, void* bytes, size_t length, off_t offset) { return got(fd, bytes, length, offset, 1); }

/// A file that is mapped is read without further calls.
void* mmap(void* place, size_t length, int protection, int flags, int fd, off_t offset) {
  const int error = errno;
  if (fd >= 0 && watchedFile(fd)) {
    pthread_mutex_lock(&lock);
    ++mappings;
    cutIfDue();
    pthread_mutex_unlock(&lock);
  }
  errno = error;
  return (void*)syscall(SYS_mmap, place, length, protection, flags, fd, offset);
}
void* mmap64(void* place, size_t length, int protection, int flags, int fd, off_t offset) {
  return mmap(place, length, protection, flags, fd, offset);
}

static int synced(int fd, long call) {
  if (!watchedFile(fd)) return (int)syscall(call, fd);
  FAIL(0, 0);
  struct stat status;
  if (keepsChanges() && fstat(fd, &status) == 0) {
    pthread_mutex_lock(&lock);
    forget(status.st_dev, status.st_ino);
    pthread_mutex_unlock(&lock);
  }
  return 0;  // The test has the page cache as its disk.
}
int fsync(int fd) { return synced(fd, SYS_fsync); }
int fdatasync(int fd) { return synced(fd, SYS_fdatasync); }

int ftruncate(int fd, off_t size) {
  if (watchedFile(fd)) {
    struct stat status;
    FAIL(0, fstat(fd, &status) == 0 && status.st_size < size);
    noteSize(fd, size);
  }
  return (int)syscall(SYS_ftruncate, fd, size);
}
int ftruncate64(int fd, off_t size) { return ftruncate(fd, size); }
int fallocate(int fd, int mode, off_t offset, off_t length) {
  if (watchedFile(fd)) FAIL(0, 1);
  return (int)syscall(SYS_fallocate, fd, mode, offset, length);
}
int fallocate64(int fd, int mode, off_t offset, off_t length) { return fallocate(fd, mode, offset, length); }

static int renamed(int fromAt, const char* from, int toAt, const char* to, unsigned int flags) {
  char source[PATH_MAX], target[PATH_MAX];
  if (!watching() || !pathOf(toAt, to, target) || !pathOf(fromAt, from, source)) {
    return (int)syscall(SYS_renameat2, fromAt, from, toAt, to, flags);
  }
  seeName(target);
  FAIL(0, 0);
  pthread_mutex_lock(&lock);
  char* const backup = keepsChanges() ? backupOf(target) : NULL;
  const int result = (int)syscall(SYS_renameat2, fromAt, from, toAt, to, flags);
  if (result == 0 && keepsChanges()) noteName(kRenamed, source, target, backup);
  else if (backup != NULL) syscall(SYS_unlink, backup);
  pthread_mutex_unlock(&lock);
  return result;
}
int rename(const char* from, const char* to) { return renamed(AT_FDCWD, from, AT_FDCWD, to, 0); }
int renameat(int fromAt, const char* from, int toAt, const char* to) { return renamed(fromAt, from, toAt, to, 0); }
int renameat2(int fromAt, const char* from, int toAt, const char* to, unsigned int flags) {
  return renamed(fromAt, from, toAt, to, flags);
}

/// Gives a further name to a file, or one to a file without a name.
int linkat(int fromAt, const char* from, int toAt, const char* to, int flags) {
  char target[PATH_MAX];
  const int counted = watching() && pathOf(toAt, to, target);
  if (counted) {
    seeName(target);
    FAIL(0, 1);
  }
  const int result = (int)syscall(SYS_linkat, fromAt, from, toAt, to, flags);
  if (result == 0 && counted && keepsChanges()) {
    pthread_mutex_lock(&lock);
    noteName(kCreated, NULL, target, NULL);
    pthread_mutex_unlock(&lock);
  }
  return result;
}
int link(const char* from, const char* to) { return linkat(AT_FDCWD, from, AT_FDCWD, to, 0); }

static int removed(int at, const char* name, int flags) {
  char path[PATH_MAX];
  if (!watching() || (flags & AT_REMOVEDIR) != 0 || !pathOf(at, name, path)) {
    return (int)syscall(SYS_unlinkat, at, name, flags);
  }
  FAIL(0, 0);
  pthread_mutex_lock(&lock);
  char* const backup = keepsChanges() ? backupOf(path) : NULL;
  const int result = (int)syscall(SYS_unlinkat, at, name, flags);
  if (result == 0 && keepsChanges()) noteName(kRemoved, NULL, path, backup);
  else if (backup != NULL) syscall(SYS_unlink, backup);
  pthread_mutex_unlock(&lock);
  return result;
}
int unlink(const char* name) { return removed(AT_FDCWD, name, 0); }
int unlinkat(int at, const char* name, int flags) { return removed(at, name, flags); }

int mkdir(const char* name, mode_t mode) {
  char path[PATH_MAX];
  const int counted = watching() && pathOf(AT_FDCWD, name, path);
  if (counted) FAIL(0, 1);
  const int result = (int)syscall(SYS_mkdir, name, mode);
  if (result == 0 && counted && keepsChanges()) {
    pthread_mutex_lock(&lock);
    noteName(kCreated, NULL, path, NULL);
    pthread_mutex_unlock(&lock);
  }
  return result;
}
