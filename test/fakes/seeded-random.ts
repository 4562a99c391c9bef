// The same seed, the same values: a test that fails can be run again exactly. Not for secrets.
import { toHex } from '../../core/base64url.ts'
import type { Random } from '../../core/ports/random.ts'

export function createSeededRandom(seed = 1): Random {
  const next = mulberry32(seed)
  const bytes = (length: number) => Uint8Array.from({ length }, () => Math.floor(next() * 256))
  return { bytes, uuid: () => uuidFrom(bytes(16)) }
}

function uuidFrom(bytes: Uint8Array): string {
  const marked = bytes.with(6, ((bytes[6] ?? 0) & 0x0f) | 0x40).with(8, ((bytes[8] ?? 0) & 0x3f) | 0x80)
  return toHex(marked).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** A small generator with a full period of 2^32: values from 0 up to 1. */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
