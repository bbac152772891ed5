// Reads HdrHistogram's V2 format, compressed, in base64. Resolves to its counters that are not 0, upwards: the lowest
// value, the highest, in nanoseconds, and the count.
async function decodeHistogram(text) {
  const packed = Uint8Array.from(atob(text), (each) => each.charCodeAt(0));
  if ((new DataView(packed.buffer).getInt32(0) & ~0xf0) !== 0x1c849304) throw new Error("this is no HdrHistogram");
  const stream = new Blob([packed.subarray(8)]).stream().pipeThrough(new DecompressionStream("deflate"));
  const plain = new Uint8Array(await new Response(stream).arrayBuffer());
  const head = new DataView(plain.buffer);
  if ((head.getInt32(0) & ~0xf0) !== 0x1c849303) throw new Error("this is no HdrHistogram of version 2");
  const half = 2 ** Math.ceil(Math.log2(2 * 10 ** head.getInt32(12))) / 2;
  const unit = Math.floor(Math.log2(Number(head.getBigInt64(16))));
  return readCounters(plain.subarray(40), half, unit);
}

// Numbers are ZigZag LEB128, whose ninth byte has eight bits; a negative one is so many counters that are 0.
function readCounters(bytes, half, unit) {
  const counters = [];
  let index = 0;
  for (let at = 0; at < bytes.length;) {
    let coded = 0;
    for (let place = 0; place < 9; place += 1) {
      const byte = bytes[at];
      at += 1;
      coded += (place === 8 ? byte : byte & 0x7f) * 2 ** (7 * place);
      if (place < 8 && byte < 0x80) break;
    }
    if (coded % 2 === 1) {
      index += (coded + 1) / 2;
      continue;
    }
    if (coded > 0) {
      const bucket = Math.max(0, Math.floor(index / half) - 1);
      const width = 2 ** (bucket + unit);
      const lowest = (index - bucket * half) * width;
      counters.push({ lowest, highest: lowest + width - 1, count: coded / 2 });
    }
    index += 1;
  }
  return counters;
}

function mergeCounters(parts) {
  const all = new Map();
  for (const each of parts.flat()) {
    const known = all.get(each.lowest);
    if (known) known.count += each.count;
    else all.set(each.lowest, { ...each });
  }
  return [...all.values()].sort((a, b) => a.lowest - b.lowest);
}

function countOf(counters) {
  return counters.reduce((sum, each) => sum + each.count, 0);
}

// What the slowest 1/x of all exceeded, for each x upwards from 1, in ms; null where there are too few to tell.
function spectrumOf(counters, xs, longestMs) {
  const total = countOf(counters);
  let at = 0;
  let below = 0;
  return xs.map((x) => {
    if (x > total * 1.000001) return null;
    const rank = Math.max(1, Math.ceil(total * (1 - 1 / x) * (1 - 1e-12)));
    while (below + counters[at].count < rank) {
      below += counters[at].count;
      at += 1;
    }
    return Math.min(counters[at].highest / 1e6, longestMs);
  });
}
