# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes a small good recording of every format that an import reads, knowing nothing of Masu.

make_recordings.py FOLDER
"""

import ctypes
import gzip
import os
import struct
import sys
import zipfile

import h5py
import numpy as np
import scipy.io

FRAMES = 1500
RNG = np.random.default_rng(1)
INTEGERS = (1000 * RNG.standard_normal((FRAMES, 2))).astype(np.int16)

# libsndfile's numbers for (container, encoding).
SOUNDS = {
    "s16.wav": 0x010002, "u8.wav": 0x010005, "s24.wav": 0x010003, "s32.wav": 0x010004, "f32.wav": 0x010006,
    "f64.wav": 0x010007, "ulaw.wav": 0x010010, "ima.wav": 0x010012, "msadpcm.wav": 0x010013, "ext.wav": 0x130002,
    "rifx.wav": 0x20010002, "a.aiff": 0x020002, "b.au": 0x030002, "c.w64": 0x0B0002, "d.rf64": 0x220002,
    "e.caf": 0x180002, "alac.caf": 0x180070, "f.flac": 0x170002, "g.flac": 0x170003, "h.ogg": 0x200060,
}


class SoundInfo(ctypes.Structure):
    _fields_ = [("frames", ctypes.c_int64)] + [
        (name, ctypes.c_int) for name in ("samplerate", "channels", "format", "sections", "seekable")]


def sound(library, path, encoding):
    info = SoundInfo(0, 8000, 2, encoding, 0, 0)
    handle = library.sf_open(path.encode(), 0x20, ctypes.byref(info))
    assert handle, path
    time = np.arange(FRAMES * 2) / 2
    values = (0.4 * np.sin(time / 9) + 0.1 * RNG.standard_normal(FRAMES * 2)).astype(np.float32)
    assert library.sf_writef_float(handle, values.ctypes.data_as(ctypes.c_void_p), FRAMES) == FRAMES
    library.sf_close(handle)


def sounds(folder):
    library = ctypes.CDLL("libsndfile.so.1")
    library.sf_open.restype = ctypes.c_void_p
    library.sf_open.argtypes = [ctypes.c_char_p, ctypes.c_int, ctypes.c_void_p]
    library.sf_writef_float.restype = ctypes.c_int64
    library.sf_writef_float.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64]
    library.sf_close.argtypes = [ctypes.c_void_p]
    for name, encoding in SOUNDS.items():
        sound(library, os.path.join(folder, name), encoding)


def edf_header(bdf, plus, records, frames):
    signals = len(frames)
    kind = "BDF" if bdf else "EDF"
    largest = 0x7FFFFF if bdf else 0x7FFF
    labels = ["EEG Fp1", "EEG Fp2", kind + " Annotations"][:signals]
    header = b"\xffBIOSEMI" if bdf else b"0".ljust(8)
    for text, width in (("X X X X", 80), ("Startdate X X X X", 80), ("01.01.20", 8), ("00.00.00", 8),
                        (256 * (signals + 1), 8), (kind + plus if plus else "", 44), (records, 8), ("0.5", 8),
                        (signals, 4)):
        header += str(text).encode().ljust(width)
    same = [("", 80), ("uV", 8), (-100, 8), (100, 8), (-largest - 1, 8), (largest, 8), ("", 80)]
    columns = [(labels, 16)] + [([value] * signals, width) for value, width in same]
    columns += [(frames, 8), ([""] * signals, 32)]
    for values, width in columns:
        header += b"".join(str(value).encode().ljust(width) for value in values)
    return header


def edf(path, bdf=False, plus=""):
    """Two channels of different rates; `plus` is +C, or +D with ten seconds missing after the sixth record."""
    width = 3 if bdf else 2
    frames = [50, 25] + ([20] if plus else [])
    data = edf_header(bdf, plus, 12, frames)
    for record in range(12):
        for channel in range(2):
            values = (1000 * np.sin(np.arange(frames[channel]) / 5 + record)).astype(int)
            data += b"".join(int(value).to_bytes(width, "little", signed=True) for value in values)
        onset = 0.5 * record + (10 if plus == "+D" and record > 5 else 0)
        notes = f"+{onset:g}\x14\x14\x00".encode() + {2: b"+1.2\x150.4\x14blink\x14\x00",
                                                      4: b"+2.1\x14note\x14\x00"}.get(record, b"")
        data += notes.ljust(20 * width, b"\0") if plus else b""
    with open(path, "wb") as out:
        out.write(data)


def matlab(folder):
    decimals = INTEGERS.astype(float)
    bearing = {"b": {"sr": 8000.0, "gs": decimals[:, :1]}}
    scipy.io.savemat(os.path.join(folder, "v4.mat"), {"x": decimals, "y": decimals[:, 0]}, format="4")
    cells = np.array([1, "a"], dtype=object)
    scipy.io.savemat(os.path.join(folder, "v5.mat"), {**bearing, "n": "text", "cells": cells})
    scipy.io.savemat(os.path.join(folder, "v7.mat"), bearing, do_compression=True)
    path = os.path.join(folder, "v73.mat")
    with h5py.File(path, "w", userblock_size=512) as out:
        out.create_dataset("x", data=decimals, chunks=(100, 2), compression="gzip")
        out["x"].attrs["MATLAB_class"] = np.bytes_("double")
    with open(path, "r+b") as out:
        out.write(b"MATLAB 7.3 MAT-file".ljust(116) + b"\0" * 8 + b"\x00\x02IM")


def arrays(folder):
    with h5py.File(os.path.join(folder, "z.h5"), "w") as out:
        out["x"] = INTEGERS
        out["g/y"] = INTEGERS[:, :1]
    np.save(os.path.join(folder, "fortran.npy"), np.asfortranarray(INTEGERS.astype(">f8")))
    for version in (1, 2, 3):
        with open(os.path.join(folder, f"n{version}.npy"), "wb") as out:
            np.lib.format.write_array(out, INTEGERS, version=(version, 0))
    named = {"DE": INTEGERS[:, :1].astype(float), "FE": INTEGERS[:, 1:].astype(float)}
    np.savez(os.path.join(folder, "o.npz"), **named)
    np.savez_compressed(os.path.join(folder, "packed.npz"), **named)
    pixels = RNG.integers(0, 255, 20 * 28 * 28).astype(np.uint8)
    images = struct.pack(">HBBIII", 0, 8, 3, 20, 28, 28) + pixels.tobytes()
    with open(os.path.join(folder, "t-images-idx3-ubyte"), "wb") as out:
        out.write(images)
    with gzip.open(os.path.join(folder, "u-images-idx3-ubyte.gz"), "wb") as out:
        out.write(images)


def texts(folder):
    lines = "".join(f"{i * 0.001:.3f},{x},{y}\n" for i, (x, y) in enumerate(INTEGERS[:400]))
    with open(os.path.join(folder, "r.csv"), "w") as out:
        out.write("t,x,y\n" + lines)
    with gzip.open(os.path.join(folder, "s.csv.gz"), "wt") as out:
        out.write("t,x,y\n" + lines)


def archives(folder):
    with zipfile.ZipFile(os.path.join(folder, "w.zip"), "w", zipfile.ZIP_DEFLATED) as out:
        for name in ("s16.wav", "f.flac", "u8.wav"):
            out.write(os.path.join(folder, name), name)
    with zipfile.ZipFile(os.path.join(folder, "x.zip"), "w", zipfile.ZIP_STORED) as out:
        for name in ("s16.wav", "u8.wav"):
            out.write(os.path.join(folder, name), "d/" + name)


def main(folder):
    os.makedirs(folder)
    sounds(folder)
    edf(os.path.join(folder, "p.edf"))
    edf(os.path.join(folder, "q.bdf"), bdf=True)
    edf(os.path.join(folder, "plusc.edf"), plus="+C")
    edf(os.path.join(folder, "plusd.edf"), plus="+D")
    edf(os.path.join(folder, "plusd.bdf"), bdf=True, plus="+D")
    matlab(folder)
    arrays(folder)
    texts(folder)
    archives(folder)


main(sys.argv[1])
