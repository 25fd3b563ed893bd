# SPDX-License-Identifier: GPL-3.0-or-later
"""Commands of masu by keyword arguments: each becomes an option of the same name and is checked as that is."""

import functools
import glob as _glob
import os
import re
import sys
import warnings
from typing import NamedTuple

from . import _loader


class Progress(NamedTuple):
    """Progress of a task, reported about twenty times a second."""

    stage: str
    done: int  # units of this stage
    total: int  # 0: not known
    unit: str  # bytes, samples or steps
    rejected: int  # records so far


class _Bars:
    """A bar of tqdm for each stage."""

    def __init__(self):
        try:
            from tqdm.auto import tqdm
        except ImportError:
            raise _loader.Error(
                "progress=True shows bars of tqdm, which is not installed: install it, or pass a function that takes "
                "a masu.Progress.") from None
        self._tqdm = tqdm
        self._bar = None
        self._at = None

    def __call__(self, at):
        begun = self._at is None or (at.stage, at.total) != (self._at.stage, self._at.total) or at.done < self._at.done
        if begun:
            self.close()
            unit = "B" if at.unit == "bytes" else f" {at.unit}"
            self._bar = self._tqdm(desc=at.stage, total=at.total or None, unit=unit, unit_scale=True)
        self._bar.update(at.done - self._bar.n)
        self._at = at

    def close(self):
        if self._bar is not None:
            self._bar.close()
            self._bar = None


@functools.lru_cache(maxsize=None)
def _options(command):
    """{name in Python: (name on the command line, what it takes, all of its names)}"""
    from . import _tasks
    options = {}
    for names, takes in _tasks.options(command):
        for name in names:
            options[name.replace("-", "_")] = (name, takes, frozenset(each.replace("-", "_") for each in names))
    return options


def _text(name, value):
    """A value as a word of the command line."""
    if isinstance(value, bool) or not isinstance(value, (str, int, float, os.PathLike)):
        try:
            return _text(name, value.item())  # a number of numpy
        except (AttributeError, TypeError, ValueError):
            raise TypeError(f"{name} takes a text or a number, not {value!r}") from None
    if isinstance(value, float):
        return float.__repr__(value)  # those of numpy have another
    text = os.fspath(value) if isinstance(value, (str, os.PathLike)) else int.__repr__(value)
    if isinstance(text, bytes) or "\0" in text:
        raise TypeError(f"{name} takes a text without null characters, not {value!r}")
    try:
        _bytes_of(text)
    except UnicodeEncodeError:
        raise TypeError(f"{name} takes text that can be encoded as UTF-8, not {value!r}") from None
    return text


def file_name(name, path):
    """The path as a str, or TypeError."""
    if isinstance(path, (str, bytes, os.PathLike)):
        text = os.fsdecode(path)
        if text and "\0" not in text:
            return text
    raise TypeError(f"{name} is the name of a file, not {path!r}")


def flag(name, value):
    """True or False, also of numpy."""
    if isinstance(value, bool) or type(value).__name__ in ("bool_", "bool"):
        return bool(value)
    raise TypeError(f"{name} is True or False, not {value!r}")


def _bytes_of(text):
    """Of a name of a file, too, which need not be UTF-8."""
    return text.encode("utf-8", "surrogateescape")


def _not_empty(name, values):
    if not values:
        raise _loader.Error(f"{name} is empty: leave it out, or give at least one value.")
    return values


def _values(name, value):
    """A list where several were given, and a dictionary as COLUMN=VALUE."""
    if isinstance(value, dict):
        return [f"{_text(name, key)}={_text(name, one)}" for key, one in _not_empty(name, value).items()]
    if isinstance(value, (set, frozenset)):
        value = sorted(value)
    elif not isinstance(value, str) and hasattr(value, "__iter__") and getattr(value, "shape", None) != ():
        value = list(value)
    else:
        return [_text(name, value)]
    texts = [_text(name, one) for one in _not_empty(name, value)]
    return [_quoted(text) for text in texts] if name == "na" else texts


def _quoted(marker):
    """Of the markers of missing cells, which commas separate on the command line."""
    return '"' + marker.replace('"', '""') + '"' if "," in marker or '"' in marker else marker


def _pairs(name, value):
    pairs = value.items() if isinstance(value, dict) else value
    try:
        return _not_empty(name, [(_text(name, old), _text(name, new)) for old, new in pairs])
    except (TypeError, ValueError):
        raise TypeError(f"{name} takes a dictionary, or a list of pairs, not {value!r}") from None


def _option_words(function, command, options, own):
    """--name=value for every option that is not None or False. `own` are arguments that the function takes itself."""
    known = _options(command)
    taken = frozenset().union(*(known[name][2] for name in own if name in known)) | frozenset(own)
    words = []
    for name, value in options.items():
        plain = name.rstrip("_")  # as_ is Python's spelling of --as
        if plain not in known or plain in taken:
            raise TypeError(f"{function}() has no option {name!r}")
        spelled, takes, _ = known[plain]
        if value is None:
            continue
        if takes == "nothing":
            opposite = plain[3:] if plain.startswith("no_") else f"no_{plain}"
            if not flag(name, value) and known.get(opposite, ("", ""))[1] == "nothing":
                spelled, value = known[opposite][0], True
            words += [f"--{spelled}"] if value else []
        elif takes == "pair":
            for old, new in _pairs(name, value):
                words += [f"--{spelled}={old}", new] if old else [f"--{spelled}", old, new]
        else:
            for one in _values(name, value):
                words += [f"--{spelled}={one}"] if one else [f"--{spelled}", one]
    return words


def _in_python(command, sentence):
    """--no-group is no_group=True here, and --shard-size shard_size."""
    def renamed(found):
        option = _options(command).get(found[1].replace("-", "_"))
        if option is None or option[0] != found[1]:
            return found[0]
        name = found[1].replace("-", "_") + ("_" if found[1] == "as" else "")
        return name + "=True" if option[1] == "nothing" else name
    return re.sub(r"(?<![\w/-])--([a-z][a-z-]*[a-z])(?![\w-])", renamed, sentence)


def _file_word(path):
    text = _text("a file", path)
    return os.path.join(os.curdir, text) if text.startswith("-") else text


def _name_word(name):
    text = _text("a name", name)
    if text.startswith("-"):
        raise _loader.Error(f"A manifest whose name begins with a dash cannot be named here: {text}.")
    return text


def sources_of(sources):
    """Files and folders, with what * and ? stand for in order of their names."""
    found = []
    if not isinstance(sources, (str, bytes, os.PathLike)) and not hasattr(sources, "__iter__"):
        raise TypeError(f"sources are names of files and folders, not {sources!r}")
    for source in [sources] if isinstance(sources, (str, bytes, os.PathLike)) else list(sources):
        text = file_name("a source", source)
        if any(mark in text for mark in "*?[") and not os.path.lexists(text):
            matches = sorted(_glob.glob(text, recursive=True))
            if not matches:
                error = _loader.DataError(f"There is no file {text}.")
                error.code = "not_found"
                raise error
            found += matches
        else:
            found.append(text)
    if not found:
        raise _loader.Error("There are no sources: name at least one file or folder.")
    return found


def check_options(function, command, options, own):
    """Raises TypeError for what call() would refuse."""
    _option_words(function, command, options, own)


def call(function, command, files, options, *, names=(), own=(), shared=(), progress=None, **given):
    """Runs a command and returns what it prints as JSON.

    function: what to call it in errors; files, names: what the command takes by place; options: those of the caller, of
    which `own` are refused, as `given` says them; shared: another command, whose words stay as they are. Raises
    TypeError for an option that is not there, and masu.Error.
    """
    from . import _tasks
    words = [command, *map(_file_word, files), *map(_name_word, names)]
    words += _option_words(function, command, given, ())
    words += _option_words(function, command, options, {*own, *given})
    words += ["--", *(_text("command", word) for word in shared)] if shared else []
    bars = _Bars() if progress is True else None
    if not (progress is None or isinstance(progress, bool) or callable(progress)):
        raise TypeError(f"progress is True, or a function that takes a masu.Progress, not {progress!r}")
    show = bars or progress or None
    settled = []
    try:
        return _tasks.call([_bytes_of(word) for word in words], show and (lambda *at: show(Progress(*at))), settled)
    except _loader.Error as error:
        error.args = (_in_python(command, str(error)),)
        raise
    finally:
        if bars:
            bars.close()
        for sentence in settled:
            warnings.warn(_in_python(command, sentence), stacklevel=_callers_level())


def _callers_level():
    """Of the line outside this package from which the function that calls this was called, for warnings.warn()."""
    level, frame = 1, sys._getframe(1)
    while frame.f_back and frame.f_globals.get("__package__") == __package__:
        level, frame = level + 1, frame.f_back
    return level


def path_of(file, same_labels=True):
    """The name of a file, also of a dataset that is open. Raises as Dataset._file() does."""
    return file._file(same_labels) if hasattr(file, "_file") else getattr(file, "path", file)
