"""decode_hdr.py: reads HdrHistogram V2 texts, one a line, and prints for each its total count, and "value:count" of each
counter that is not 0, by the layout that its own header declares. Written from the format, not from the encoder."""
import base64
import math
import struct
import sys
import zlib


def zigzag_numbers(data):
    at = 0
    while at < len(data):
        value = shift = 0
        for place in range(9):
            byte = data[at]
            at += 1
            if place == 8:
                value |= byte << 56
                break
            value |= (byte & 0x7F) << shift
            shift += 7
            if not byte & 0x80:
                break
        yield (value >> 1) ^ -(value & 1)


def decode(text):
    packed = base64.b64decode(text, validate=True)
    cookie, length = struct.unpack_from(">ii", packed)
    assert cookie & ~0xF0 == 0x1C849304, hex(cookie)
    assert length == len(packed) - 8
    plain = zlib.decompress(packed[8:])
    cookie, length, offset, digits, lowest, highest, ratio = struct.unpack_from(">iiiiqqd", plain)
    assert cookie & ~0xF0 == 0x1C849303 and offset == 0 and ratio == 1.0
    assert length == len(plain) - 40
    sub_buckets = 2 ** math.ceil(math.log2(2 * 10**digits))
    unit = int(math.log2(lowest))
    half = sub_buckets // 2
    index = 0
    counters = []
    for number in zigzag_numbers(plain[40:]):
        if number < 0:
            index += -number
            continue
        if number:
            bucket = index // half - 1
            inside = index % half + half
            if bucket < 0:
                bucket, inside = 0, inside - half
            value = inside << (bucket + unit)
            assert value <= highest, (value, highest)
            counters.append((value, number))
        index += 1
    return counters


for line in sys.stdin:
    counters = decode(line.strip())
    print(sum(count for _, count in counters), *(f"{value}:{count}" for value, count in counters))
