# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes and reads EDF and BDF by their published specification, knowing nothing of Masu.

edf_files.py make FOLDER       the files of the tests, each NAME with the values of signal i in NAME.i.f64
edf_files.py read FILE FOLDER  the values of signal i of FILE in FOLDER/i.f64, and a line of JSON
"""

import json
import os
import sys

import numpy as np


def field(text, width):
    raw = text if isinstance(text, bytes) else str(text).encode("ascii")
    assert len(raw) <= width, text
    return raw + b" " * (width - len(raw))


def tal(onset, texts, duration=None):
    stamp = ("%+.12g" % onset).encode()
    if duration is not None:
        stamp += b"\x15" + ("%.12g" % duration).encode()
    return stamp + b"\x14" + b"".join(t.encode("utf-8") + b"\x14" for t in texts) + b"\x00"


def write(path, kind, duration, starts, signals, notes=(), note_samples=(40,), records=None):
    """signals: dicts of label, unit, limits (pmin, pmax, dmin, dmax), stored (records × samples);
    notes: (record, annotation signal, onset, duration or None, texts)."""
    bdf = kind.startswith("BDF")
    width = 3 if bdf else 2
    count = len(starts)
    channels = [dict(s, samples=s["stored"].shape[1]) for s in signals]
    plus = "+" in kind
    for samples in note_samples if plus else ():
        channels.append(dict(label=("BDF" if bdf else "EDF") + " Annotations", unit="", samples=samples,
                             limits=(-1, 1, -(1 << (8 * width - 1)), (1 << (8 * width - 1)) - 1)))
    with open(path, "wb") as out:
        out.write(b"\xffBIOSEMI" if bdf else field("0", 8))
        out.write(field("X X X X", 80) + field("Startdate X X X X", 80) + b"01.02.0303.04.05")
        out.write(field(256 * (1 + len(channels)), 8) + field(kind if plus else "24BIT" if bdf else "", 44))
        out.write(field(count if records is None else records, 8) + field(duration, 8) + field(len(channels), 4))
        for key, size in (("label", 16), (None, 80), ("unit", 8)):
            for c in channels:
                out.write(field(c[key] if key else "", size))
        for i in range(4):
            for c in channels:
                out.write(field(c["limits"][i], 8))
        for key, size in ((None, 80), ("samples", 8), (None, 32)):
            for c in channels:
                out.write(field(c[key] if key else "", size))
        for r in range(count):
            for s in signals:
                raw = s["stored"][r].astype("<i4").view("u1").reshape(-1, 4)[:, :width]
                out.write(raw.tobytes())
            for place, samples in enumerate(note_samples if plus else ()):
                texts = tal(starts[r], [""]) if place == 0 else b""
                for record, where, onset, length, words in notes:
                    if (record, where) == (r, place):
                        texts += tal(onset, words, length)
                assert len(texts) <= samples * width
                out.write(texts.ljust(samples * width, b"\x00"))
    for i, s in enumerate(signals):
        pmin, pmax, dmin, dmax = map(limit_of, s["limits"])
        stored = s["stored"].reshape(-1).astype("f8")
        if np.isnan([pmin, pmax, dmin, dmax]).any() or pmin == pmax or dmin == dmax:
            values = stored
        else:
            values = (stored - dmin) * ((pmax - pmin) / (dmax - dmin)) + pmin
        values.astype("<f8").tofile("%s.%d.f64" % (path, i))


def limit_of(limit):
    """As people mean it: a comma is a point, nothing is unknown."""
    if isinstance(limit, bytes):
        limit = limit.split(b"\x00")[0].decode().strip().replace(",", ".") or "nan"
    return float(limit)


def make(folder):
    rng = np.random.default_rng(1)

    def noise(records, samples, bits=16):
        return rng.integers(-(1 << (bits - 1)), 1 << (bits - 1), (records, samples))

    def tone(records, samples, duration, hertz):
        t = np.arange(records * samples) * duration / samples
        return np.rint(20000 * np.sin(2 * np.pi * hertz * t)).astype(int).reshape(records, samples)

    full = (-32768, 32767)
    wide = (-8388608, 8388607)
    at = lambda name: os.path.join(folder, name)
    # Three runs: 0 to 2 s, 10 to 11.5 s, 11.75 to 12.75 s. Two signals of 200 Hz, one of 20 Hz in other units.
    starts = [0, 0.5, 1, 1.5, 10, 10.5, 11, 11.75, 12.25]
    n = len(starts)
    gaps = [dict(label="A", unit="uV", limits=(-500, 500) + full, stored=noise(n, 100)),
            dict(label="slow", unit="degC", limits=(20, 45.5) + full, stored=noise(n, 10)),
            dict(label="B", unit="mV", limits=(1, -1) + full, stored=noise(n, 100))]
    notes = [(0, 0, 0.25, None, ["begin"]), (1, 0, 1.75, 9, ["over the gap"]), (1, 1, 5, None, ["in the gap"]),
             (4, 0, 10.25, 0.5, ["two", "texts"]), (5, 1, 12.75, None, ["end", "終わり"]), (0, 1, 11.6, None, ["later"])]
    write(at("gaps.edf"), "EDF+D", "0.5", [s + 0.125 for s in starts], gaps,
          [(r, w, t + 0.125, d, x) for r, w, t, d, x in notes], (60, 30))
    write(at("gaps.bdf"), "BDF+D", "0.5", starts,
          [dict(s, limits=s["limits"][:2] + wide, stored=noise(n, s["stored"].shape[1], 24)) for s in gaps], notes,
          (40, 20))
    # Each run by itself, without gaps.
    for number, (first, last) in enumerate(((0, 4), (4, 7), (7, 9))):
        write(at("run%d.edf" % number), "EDF+C", "0.5", [0.5 * i for i in range(last - first)],
              [dict(s, stored=s["stored"][first:last]) for s in gaps])
    write(at("tones.edf"), "EDF", "2", [0] * 10,
          [dict(label="fast", unit="uV", limits=(-100, 100) + full, stored=tone(10, 400, 2, 3)),
           dict(label="slow", unit="uV", limits=(-100, 100) + full, stored=tone(10, 40, 2, 3)),
           dict(label="other", unit="uV", limits=(-100, 100) + full, stored=tone(10, 400, 2, 5)),
           dict(label="rare", unit="degC", limits=(30, 40) + full, stored=tone(10, 1, 2, 0.01))])
    write(at("plain.bdf"), "BDF", "1", [0] * 7,
          [dict(label="A1", unit="uV", limits=(-262144, 262143) + wide, stored=noise(7, 64, 24)),
           dict(label="Status", unit="Boolean", limits=wide + wide, stored=noise(7, 64, 24))])
    some = noise(5, 30)
    labels = [b"T8-P8", b"T8-P8", b"", b"\xb5-rhythm", b"T8-P8 (2)", "脳波".encode("cp932"), "温度".encode(), b"\x00junk"]
    limits = [(b"-1,5", b"+1,5") + full, (b"0", b"0") + full, (b"", b"", b"", b""), (-1, 1, 0, 0),
              (-1, 1, 32767, -32768), (b"-1e-3", b"1E-3") + full, (b" -5", b"5\x00xy") + full, (0, 1, b"-100.0", 100)]
    write(at("lax.edf"), "EDF", b"0,3\x00\x00", [0] * 5,
          [dict(label=a, unit=b"\xb5V", limits=b, stored=some) for a, b in zip(labels, limits)], records="-1")
    write(at("timeless.edf"), "EDF", "0", [0] * 5, [dict(label="A", unit="", limits=(-1, 1) + full, stored=some)])
    write(at("notes.edf"), "EDF+C", "0", [0], [], [(0, 0, 30, 60, ["Sleep stage W"])])


def read(path, folder):
    data = open(path, "rb").read()
    width = 3 if data[0] == 0xFF else 2
    count = int(data[252:256])
    at = 256
    columns = {}
    for name, size in (("label", 16), ("kind", 80), ("unit", 8), ("pmin", 8), ("pmax", 8), ("dmin", 8), ("dmax", 8),
                       ("filter", 80), ("samples", 8), ("more", 32)):
        columns[name] = [data[at + i * size : at + (i + 1) * size].decode("latin-1").strip() for i in range(count)]
        at += size * count
    samples = [int(s) for s in columns["samples"]]
    records = int(data[236:244])
    raw = np.frombuffer(data, "u1", offset=at, count=records * sum(samples) * width)
    raw = raw.reshape(records, sum(samples), width).astype("i4")
    sign = np.where(raw[:, :, -1] >= 128, -1, 0).astype("i4")
    values = sum(raw[:, :, i] << (8 * i) for i in range(width)) + (sign << (8 * width))
    channels = []
    begin = 0
    for i in range(count):
        own = values[:, begin : begin + samples[i]].reshape(-1).astype("f8")
        begin += samples[i]
        if columns["label"][i].endswith("Annotations"):
            continue
        pmin, pmax, dmin, dmax = (float(columns[k][i]) for k in ("pmin", "pmax", "dmin", "dmax"))
        own = (own - dmin) * ((pmax - pmin) / (dmax - dmin)) + pmin
        own.tofile(os.path.join(folder, "%d.f64" % len(channels)))
        channels.append(dict(label=columns["label"][i], unit=columns["unit"][i],
                             rate=samples[i] / float(data[244:252])))
    print(json.dumps(dict(records=records, channels=channels)))


if __name__ == "__main__":
    {"make": make, "read": read}[sys.argv[1]](*sys.argv[2:])
