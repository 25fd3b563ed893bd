# SPDX-License-Identifier: GPL-3.0-or-later
"""What the fuzz targets begin with: a few small files of each format, in DIR/TARGET. The same on every run."""
import gzip
import io
import os
import struct
import sys
import zipfile
import zlib

import numpy as np

folder = sys.argv[1]


def seed(target, name, content):
    path = os.path.join(folder, target)
    os.makedirs(path, exist_ok=True)
    with open(os.path.join(path, name), "wb") as file:
        file.write(content.encode() if isinstance(content, str) else content)


def saved(write):
    file = io.BytesIO()
    write(file)
    return file.getvalue()


def table():
    # Four bytes of options stand before the text; see csv_fuzz.cpp.
    tables = {
        "plain": b"a,b\n1,2.5\nx,\"q\"\"q\"\n", "semicolon": b"a;b\n1,5;2\n3;4\n",
        "aligned": b"a    b\n1   22\n333  4\n", "title": b"A title\n# note\nx\ty\n1\t2\n",
        "declared": b"sep=|\r\nx|y\r\n1|\r\n", "open": b"a,b\n1,\"2\n3,4\n", "escaped": b"a,b\n'x\\'y',2\n",
        "long": b"a,b\n" + b"1," * 600 + b"\n2,3\n", "ends": b"a,b\r1,2\r3,4\r"}
    for name, text in tables.items():
        seed("csv_fuzz", name, b"\0\x40\0\0" + text)
        seed("csv_fuzz", name + "_stated", bytes([0xFF, 1, 8, 0]) + text)
    seed("csv_fuzz", "utf16", b"\0\0\0\1" + "x,y\n1,é\n".encode("utf-16-le"))
    seed("csv_fuzz", "cp932", b"\0\0\0\5" + "名,y\n枡,2\n".encode("cp932"))
    seed("csv_fuzz", "euc", b"\0\0\0\4" + "名,y\n枡,2\n".encode("euc_jp"))
    seed("json_lines_fuzz", "flat", b"\x03" + '{"a":1,"b":"x,\\n\\"q\\"é"}\r\n\r\n{"a":-0,"b":null}\n'.encode())
    seed("json_lines_fuzz", "nested", b"\x10" + b'{"a":{"b":[1,2.50,"\\u0041"]},"c":true}\r{"a":1,"a":2}\n[1]\n{"a":')
    arff = b"% c\n@relation r\n@attribute 'a b' real\n@ATTRIBUTE c {x,'y z'}\n@attribute d string\n@data\n"
    seed("tagged_fuzz", "arff", b"\x05" + arff + b"1,x,\"q\\\"q\"\r\n?,'y z',?\n%\n'open,1,2\n")
    seed("tagged_fuzz", "sparse", b"\x20" + arff + b"{0 5, 2 'w'}\n{}\n{9 1}\n{1 y")
    seed("tagged_fuzz", "series", b"\x83@problemName P\n@classLabel true a b\n@data\n\n1,2,?:a\n3,4:b\n")
    seed("tagged_fuzz", "dimensions", b"\xC0#\n@dimensions 2\n@seriesLength 2\n@targetLabel true\n@data\n1,2:3,4:0.5\n1:2,3,4:5")
    for i, text in enumerate(["-1.5e-300", "1,234.5", "9007199254740993", "0x1p3", "nan", "inf", "1e999", "2024-02-29",
                              "2024-02-29T23:59:59.999Z", "29/02/2024 12:30", "31.12.1999 23:59:60", "12:30",
                              "31.12.9999 23:59:60"]):
        seed("text_fuzz", str(i), text)
    for i, text in enumerate(['age >= 40 and (source contains "jackson" or not label in ("2", "3"))',
                              "`hours per week` > 40 or x is missing", 't >= "2024-03-01" and fare != missing',
                              "a starts with 'x' and not (b = 1 or c <> 2)"]):
        seed("filter_fuzz", str(i), text)
    seed("list_fuzz", "plain", "sample,source,position,label\n0,a.wav,0,left\n1,\"b,\"\"c\"\".wav\",1,\n")
    lists = ["sample,source,position,label\n0,day0/rec_0.wav,0,a\n4,\"a, \"\"quoted\"\" name.wav\",256,\n",
             "day0/rec_0.wav\nrec_3\n",
             '{"audio_filepath":"day0/rec_0.wav","duration":1}\n{"audio_filepath":"rec_2.wav","offset":0.032,"sample":7}\n'
             '{"audio_filepath":"/x/day0/rec_3.wav","position":256}\n']
    for number, text in enumerate(lists):
        seed("manifest_fuzz", str(number), bytes([number]) + text.encode())


def arrays():
    for name, array in (("f8", np.arange(6, dtype="<f8").reshape(3, 2)), ("i2", np.arange(4, dtype=">i2")),
                        ("fortran", np.asfortranarray(np.ones((2, 3, 4), "f4"))), ("bool", np.array([True, False]))):
        seed("npy_fuzz", name, saved(lambda file: np.save(file, array)))
    for pack in (np.savez, np.savez_compressed):
        seed("npz_fuzz", pack.__name__, saved(lambda file: pack(file, x=np.arange(8.0), y=np.arange(8), sr=8000)))
    seed("idx_fuzz", "images", struct.pack(">BBBBIII", 0, 0, 8, 3, 2, 2, 2) + bytes(range(8)))
    seed("idx_fuzz", "labels", struct.pack(">BBBBI", 0, 0, 8, 1, 4) + bytes(range(4)))
    v4 = struct.pack("<IIIII", 0, 4, 1, 0, 2) + b"x\0" + np.arange(4.0).tobytes()
    seed("mat_fuzz", "v4", v4)
    seed("raw_fuzz", "i16", bytes([5, 1, 0, 0]) + bytes(range(16)))
    seed("raw_fuzz", "f32", bytes([129, 0, 4, 0]) + bytes(range(20)))
    name = struct.pack("<II", 1, 1) + b"x".ljust(8, b"\0")
    values = np.arange(4.0).tobytes()
    body = (struct.pack("<IIII", 6, 8, 6, 0) + struct.pack("<IIii", 5, 8, 4, 1) + name +
            struct.pack("<II", 9, len(values)) + values)
    matrix = struct.pack("<II", 14, len(body)) + body
    head = b"MATLAB 5.0 MAT-file".ljust(124, b" ") + struct.pack("<H", 0x0100) + b"IM"
    seed("mat_fuzz", "v5", head + matrix)
    packed = zlib.compress(matrix)
    seed("mat_fuzz", "v7", head + struct.pack("<II", 15, len(packed)) + packed)


def edf(annotations):
    signals = 2 if annotations else 1
    head = b"0".ljust(8) + b"X X X X".ljust(80) + b"Startdate X X X X".ljust(80) + b"01.01.2401.01.01"
    head += str(256 * (1 + signals)).encode().ljust(8) + (b"EDF+C" if annotations else b"").ljust(44)
    head += b"2".ljust(8) + b"1".ljust(8) + str(signals).encode().ljust(4)
    labels = [b"EEG", b"EDF Annotations"][:signals]
    for width, values in ((16, labels), (80, [b""] * signals), (8, [b"uV"] * signals), (8, [b"-100"] * signals),
                          (8, [b"100"] * signals), (8, [b"-32768"] * signals), (8, [b"32767"] * signals),
                          (80, [b""] * signals), (8, [b"4", b"16"][:signals]), (32, [b""] * signals)):
        head += b"".join(value.ljust(width) for value in values)
    record = struct.pack("<4h", 1, -2, 3, 4)
    if annotations:
        record += b"+0\x14\x14\0+0.5\x151\x14Sleep\x14\0".ljust(32, b"\0")
    return head + 2 * record


def sound():
    for name, tag, channels, bits, align, extra in (("16", 1, 2, 16, 4, b""), ("8", 1, 1, 8, 1, b""),
                                                    ("24in4", 1, 1, 24, 4, b""), ("f32", 3, 1, 32, 4, b""),
                                                    ("alaw", 6, 1, 8, 1, b""),
                                                    ("wide", 0xFFFE, 1, 24, 4, struct.pack("<HHIH", 22, 24, 0, 1) +
                                                     bytes.fromhex("000000001000800000aa00389b71"))):
        form = struct.pack("<HHIIHH", tag, channels, 8000, 8000 * align, align, bits) + extra
        data = np.arange(8, dtype="<i4").tobytes()
        body = b"WAVEfmt " + struct.pack("<I", len(form)) + form + b"data" + struct.pack("<I", len(data)) + data
        seed("audio_fuzz", name, b"RIFF" + struct.pack("<I", len(body)) + body)
    desc = struct.pack(">d4sIIIII", 8000.0, b"lpcm", 0, 2, 1, 1, 16)
    seed("audio_fuzz", "caf", b"caff" + struct.pack(">HH", 1, 0) + b"desc" + struct.pack(">q", len(desc)) + desc +
         b"data" + struct.pack(">q", 12) + bytes(12))
    seed("audio_fuzz", "au", b".snd" + struct.pack(">IIIII", 24, 8, 3, 8000, 1) + bytes(8))
    comm = struct.pack(">hIh", 1, 4, 16) + bytes.fromhex("400bfa00000000000000")
    seed("audio_fuzz", "aiff", b"FORM" + struct.pack(">I", 62) + b"AIFFCOMM" + struct.pack(">I", 18) + comm +
         b"SSND" + struct.pack(">III", 16, 0, 0) + bytes(8))
    for fmt, size in ((8, 8), (16, 16), (24, 24), (32, 32), (61, 16), (80, 8), (160, 16), (212, 12), (310, 11), (311, 11)):
        head = f"r 2 360 8\nr.dat {fmt}+1 200(3)/mV 12 0 5 0 0 I\nr.dat {fmt}+1 200 12 0 0 0 0 II\n".encode()
        seed("wfdb_fuzz", str(fmt), struct.pack("<H", len(head)) + head + bytes(range(1, 2 * size + 4)))
    for name, head in (("rates", b"r 3 10/10(0) 2\nr.dat 212x4:1\nr.dat 212\nq.dat 8x2 1/V 0 0 0 0 0 II\n"),
                       ("open", b"# note\nr 1\r\nr.dat 16\r\n"), ("segments", b"r/2 2 360 9\na 4\nb 5\n")):
        seed("wfdb_fuzz", name, struct.pack("<H", len(head)) + head + bytes(range(40)))
    noted = struct.pack("<5H2s3H", 22 << 10, 28 << 10 | 5, 63 << 10 | 2, 0x4E28, 59 << 10, b"\1\0", 9, 5 << 10 | 2, 0)
    seed("wfdb_fuzz", "annotated", struct.pack("<H", 32768 | 16) + b"r 1 10\nr.dat 16\n" + noted)
    marks = (b"Brain Vision Data Exchange Marker File, Version 1.0\n[Marker Infos]\nMk1=New Segment,,1,1,0\n"
             b"Mk2=Stimulus,S  1,2,1,0\nMk3=New Segment,,3,1,0\nMk4=Comment,a\\1b,3,2,0\n;")
    for kind, width in (("INT_16", 2), ("INT_32", 4), ("IEEE_FLOAT_32", 4)):
        for order in ("MULTIPLEXED", "VECTORIZED"):
            head = (f"Brain Vision Data Exchange Header File Version 1.0\n[Common Infos]\nDataFile=$b.eeg\n"
                    f"MarkerFile=$b.vmrk\nDataFormat=BINARY\nDataOrientation={order}\nNumberOfChannels=2\n"
                    f"SamplingInterval=2000\n[Binary Infos]\nBinaryFormat={kind}\n[Channel Infos]\n"
                    f"Ch1=Fp1,,0.5,uV\nCh2=a\\1b,,,\n").encode()
            padded = marks + b" " * (-len(marks) % (2 * width))
            seed("brainvision_fuzz", f"{kind}{order}", struct.pack("<H", len(head)) + head + padded)
    seed("edf_fuzz", "plain", edf(False))
    seed("edf_fuzz", "annotated", edf(True))


def packed():
    import h5py
    text = b"x,y\n1,2\n" * 40
    # A frame of one stored block, as any encoder may write it.
    frame = b"\x28\xb5\x2f\xfd\x20" + bytes([len(text[:200])]) + struct.pack("<I", 200 << 3 | 1)[:3] + text[:200]
    for piece in (0, 3):
        seed("packed_fuzz", f"gzip{piece}", bytes([piece]) + gzip.compress(text, mtime=0))
        seed("packed_fuzz", f"twice{piece}", bytes([piece]) + 2 * gzip.compress(text[:99], mtime=0) + b"\0\0")
        seed("packed_fuzz", f"zstd{piece}", bytes([piece]) + 2 * frame)
    lz4 = struct.pack(">QII", 32, 32, 15) + b"\x1a\0\1\0\xb0" + bytes(11)
    for kind, stored in ((0, zlib.compress(bytes(32))), (1, lz4), (2, frame), (129, bytes(32)), (161, text)):
        seed("chunk_fuzz", str(kind), bytes([kind, 31]) + stored)

    def arrays(file):
        with h5py.File(file, "w", libver="earliest") as h5:
            h5["x"] = np.arange(8, dtype="f8").reshape(4, 2)
            h5["y"] = np.arange(4, dtype=">i2")
    content = saved(arrays)
    seed("arrays_fuzz", "plain", content)
    mark = b"MATLAB 7.3 MAT-file".ljust(124) + struct.pack("<H", 0x0200) + b"IM"
    seed("mat_fuzz", "v73", mark + bytes(384) + content)

    def chunked(file):
        with h5py.File(file, "w", libver="latest") as h5:
            h5.create_dataset("g/x", data=np.arange(64, dtype="i4"), chunks=(16,), compression="gzip", shuffle=True)
    seed("arrays_fuzz", "chunked", saved(chunked))
    # Edits to a dataset of samples (0) and of recordings (1), or to their splits (2 more), unchecked (4 more): what is
    # done, to which object, and with which bytes; see objects_fuzz.cpp.
    for begun in (0, 1, 2, 4, 5):
        seed("objects_fuzz", f"values{begun}", bytes([begun, 0, 2, 0, 0, 9, 0, 4, 1, 0, 200]))
        seed("objects_fuzz", f"document{begun}", bytes([begun, 1, 19, 9, 0]) + b'["a","b"]')
        seed("objects_fuzz", f"number{begun}", bytes([begun, 2, 1, 0xFF, 0, 0, 0, 0, 0, 0, 0]))
        seed("objects_fuzz", f"shapes{begun}", bytes([begun, 4, 0, 4, 2, 6, 3, 5, 3, 6, 7, 1, 2, 3, 2, 1]))
    seed("objects_fuzz", "windows", bytes([1, 0, 7, 0, 15]) + struct.pack("<QII", 2**63, 0, 5))


def archives():
    def pack(file):
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
            for name in ("a.csv", "folder/take..2.wav", "folder/"):
                packed.writestr(zipfile.ZipInfo(name), "x,y\n1,2\n")
    seed("archive_fuzz", "two", saved(pack))
    seed("archive_fuzz", "stored", saved(lambda file: zipfile.ZipFile(file, "w").writestr(zipfile.ZipInfo("a"), "b")))


def workbooks():
    rows = ('<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row><row><c s="1"><v>45351.5</v></c>'
            '<c t="b"><v>1</v></c><c t="e"><v>#N/A</v></c><c t="str"><f>A1</f><v>a&lt;_x000D_</v></c></row>'
            '<row r="9"><c r="XFD9" t="inlineStr"><is><r><t>in</t></r><rPh><t>no</t></rPh></is></c></row>')
    sheet = f'<worksheet><sheetData>{rows}</sheetData><mergeCells><mergeCell ref="A1:B2"/></mergeCells></worksheet>'
    shared = '<sst><si><t>text</t></si><si><r><t>é</t></r><r><t>,"</t></r></si></sst>'
    styles = ('<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm [h]"/></numFmts>'
              '<cellXfs><xf numFmtId="164"/><xf numFmtId="22"/></cellXfs></styleSheet>')
    book = ('<workbook xmlns:r="r"><workbookPr date1904="1"/><sheets><sheet name="A" r:id="r9"/>'
            '<sheet name="B" state="hidden" r:id="r0"/></sheets></workbook>')
    parts = [part.encode() for part in (sheet, shared, styles, book)]
    seed("xlsx_fuzz", "whole", b"\xFF".join(parts))
    seed("xlsx_fuzz", "plain", b"\xFF".join(parts[:3]))
    seed("xlsx_fuzz", "cut", parts[0][:200])
    seed("xlsx_fuzz", "entities", b'<!DOCTYPE w [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><worksheet>&b;</worksheet>')


def documents():
    texts = [
        '{"masu_recipe":1,"kind":"table","options":{},"target":"class","classes":["a"],"stored":"f32","table":{}}',
        '{"event":"started","run":0,"model":"mlp","parameters":9,"epochs":2,"steps_per_epoch":3,"learning_rate":0.1}',
        '{"dataset":"a.h5","models":["mlp"],"epochs":2,"batch":16,"out":"run"}',
        '{"columns":[{"name":"x","kind":"decimal","role":"feature"}]}',
        '{"masu_export":1,"format":"npy","files":[],"splits":[]}',
        '{"parts":[{"file":"a.part000.h5","bytes":1,"uuid":"0","content":"0"}],"objects":[]}',
        '{"checkpoint":"run","dataset":"a.h5","out":"p.csv"}', '{"samples":1}', '{"model":"mlp","tries":[]}',
        '{"model":"mlp","parameters":1}', '[{"name":"My card","memory_bytes":8e9}]', '{"epoch":1}',
        "noise=0.05,mixup=0.2,gain=0.5..2", ">i16,8,512",
        '{"key":1}\n', '{"key":"key"}\n{"shard":0,"path":"a","split":"train","samples":1,"files":[["a/b",1,"0",1]]}\n']
    for number, text in enumerate(texts):
        seed("document_fuzz", str(number), bytes([min(number, 14)]) + text.encode())


def cbor(value):
    """As RFC 8949 has it, the names of a map in order."""
    def head(kind, number):
        for size, mark, form in ((24, 0, None), (1 << 8, 24, ">B"), (1 << 16, 25, ">H"), (1 << 32, 26, ">I")):
            if number < size:
                return bytes([kind << 5 | (mark or number)]) + (struct.pack(form, number) if form else b"")
        return bytes([kind << 5 | 27]) + struct.pack(">Q", number)
    if isinstance(value, bool):
        return b"\xf5" if value else b"\xf4"
    if isinstance(value, int):
        return head(0, value)
    if isinstance(value, float):
        return b"\xfb" + struct.pack(">d", value)
    if isinstance(value, bytes):
        return head(2, len(value)) + value
    if isinstance(value, str):
        return head(3, len(value)) + value.encode()
    if isinstance(value, list):
        return head(4, len(value)) + b"".join(map(cbor, value))
    return head(5, len(value)) + b"".join(cbor(name) + cbor(value[name]) for name in sorted(value))


def runs():
    note = ('{"dataset_uuid":"u","sample_shape":[2],"stored_shape":[2],"stored":"f32","rate":0.0,"inputs":'
            '[{"name":"x","kind":"decimal"},{"name":"t","kind":"time","origin":1.5}],"category_columns":["c"],'
            '"category_codes":[3],"categories":[["a","b"]],"classes":["no","yes"],"targets":[],"table":true,"outputs":2,'
            '"manifest":"default","split_hash":"h","normalisation":{"of":"column","mean":[0.5,1],"deviation":[1,0]}}')
    seed("run_fuzz", "note", b"\0" + note.encode())
    seed("run_fuzz", "note_before_names", b"\0" + b'{"dataset_uuid":"u","sample_shape":[1],"category_codes":[],'
         b'"categories":[],"classes":[],"table":true,"outputs":1,"normalisation":{"mean":[0],"deviation":[1]}}')
    model = {"learner": b"weights", "classes": 2, "confusion": struct.pack("<4Q", 1, 2, 3, 4),
             "values": struct.pack("<5d", 1, 2, 3, 4, 5), "loss": 0.5, "weight": 8.0, "samples": 8, "correct": 4,
             "ranks": struct.pack("<2I", 1, 2), "best_loss": 0.25, "has_best": True, "without_better": 0,
             "resting": False}
    state = {"version": 2, "dataset": "u", "split": "h", "epoch": 2, "steps": 3, "stream": '{"epoch":2}',
             "logs": [10, 300, 70000], "entrants": [model]}
    seed("run_fuzz", "state", b"\1" + cbor(state))
    seed("run_fuzz", "spec", b'\2{"dataset":"a.h5","models":["mlp"],"epochs":2,"batch":16,"out":"run"}')
    seed("run_fuzz", "data", b'\2{"dataset":"a.h5","dataset_uuid":"u","split_hash":"h","classes":["a"]}')
    seed("run_fuzz", "events", b'\2{"event":"checkpoint","run":0,"epoch":1,"path":"last.pt"}\n'
         b'{"event":"finished","starved_fraction":0,"peak_memory_bytes":1,"loader_seconds":1,"seconds":2}\n')
    for number, names in enumerate((["-spec.json", "+last.pt", "+1-mlp/best.pt"], ["-2-mlp/last.pt", "+3-mlp/last.pt"],
                                    ["-../last.pt", "+notes.txt"])):
        seed("run_fuzz", f"renames{number}", b"\3" + b"".join(name.encode() + b"\0" for name in names))

    def texts(*values):
        return struct.pack("<Q", len(values)) + b"".join(struct.pack("<Q", len(v)) + v.encode() for v in values)

    def block(source, content):
        return struct.pack("<QQ", len(content), source) + content
    head = block(0, b"\1" + texts("a.csv", "b.csv") + texts("id") + texts("label"))
    record = struct.pack("<QB", 7, 1) + struct.pack("<Q", 0) + texts("12", "yes")
    seed("run_fuzz", "records", b"\4" + head + block(1, record + record) + block(0, record))
    complaints = ("The following operation failed in the TorchScript interpreter.\nTraceback:\n  File x\n"
                  "RuntimeError: mat1 and mat2 shapes cannot be multiplied\n",
                  "[enforce fail at inline_container.cc:157] . file not found: x\nframe #0: f\n", "\n")
    for number, text in enumerate(complaints):
        seed("run_fuzz", f"complaint{number}", b"\5" + text.encode())


def modules():
    # Modules that LibTorch writes, as they are and with edits to their records; see module_fuzz.cpp.
    for begun in range(4):
        seed("module_fuzz", f"sound{begun}", bytes([begun]))
        for record in range(6):
            seed("module_fuzz", f"edit{begun}{record}", bytes([begun, record, 40, 0, 2, 3]) + b"(X)")
        seed("module_fuzz", f"end{begun}", bytes([begun, 0, 9, 0, 255, 0]))
        seed("module_fuzz", f"tensor{begun}", bytes([begun, 0, 60, 0, 4, 8]) + struct.pack("<q", -1))
    seed("module_fuzz", "code", bytes([2, 1, 0, 0, 0, 70]) + b"from __torch__ import y\n" + b"op_version_set = 1\n" * 2)

    def pack(file):
        code = ("class M(Module):\n  __parameters__ = []\n  __buffers__ = []\n  training : bool\n"
                "  def forward(self: __torch__.M,\n    x: Tensor) -> Tensor:\n    return x\n")
        with zipfile.ZipFile(file, "w") as packed:
            for name, content in (("data.pkl", b"\x80\x02c__torch__\nM\n)\x81}(X\x08\0\0\0training\x88ub."),
                                  ("code/__torch__.py", code), ("constants.pkl", b"\x80\x02)."), ("version", "3\n")):
                packed.writestr(zipfile.ZipInfo("M/" + name), content)
    seed("module_fuzz", "file", b"\4" + saved(pack))


def datasets():
    import h5py

    def plain(file):
        with h5py.File(file, "w", libver="earliest") as h5:
            h5["features"] = np.arange(6, dtype="f4").reshape(3, 2)
            h5.attrs["uuid"] = "0"
    seed("dataset_fuzz", "plain", b"\0" + saved(plain))
    seed("dataset_fuzz", "splits", b"\1" + saved(plain))


for make in (table, arrays, sound, packed, archives, workbooks, documents, runs, modules, datasets):
    make()
