// Files that were sound before some of their bits flipped. The same chance, the same files.
import type { Chance } from './chance.ts'

type Mutation = (bytes: Buffer, chance: Chance, other: Buffer) => Buffer

const EXTREMES = [0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff]

const MUTATIONS: readonly Mutation[] = [
  function flipBytes(bytes, chance) {
    const copy = Buffer.from(bytes)
    for (let n = chance.between(1, 20); n > 0; n -= 1) {
      const at = chance.between(0, copy.length - 1)
      copy[at] = (copy[at] ?? 0) ^ chance.between(1, 255)
    }
    return copy
  },
  function setNumbers(bytes, chance) {
    const copy = Buffer.from(bytes)
    for (let n = chance.between(1, 3); n > 0; n -= 1) {
      const value = EXTREMES[chance.between(0, EXTREMES.length - 1)] ?? 0
      copy.writeUInt32BE(value, chance.between(0, copy.length - 4))
    }
    return copy
  },
  // Heads are where sizes stand.
  function setNumbersInHead(bytes, chance) {
    const copy = Buffer.from(bytes)
    const value = EXTREMES[chance.between(0, EXTREMES.length - 1)] ?? 0
    copy.writeUInt32LE(value, chance.between(0, Math.min(400, copy.length - 4)))
    return copy
  },
  function cut(bytes, chance) {
    return bytes.subarray(0, chance.between(1, bytes.length))
  },
  function leaveOut(bytes, chance) {
    const at = chance.between(0, bytes.length - 1)
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + chance.between(1, 400))])
  },
  function repeat(bytes, chance) {
    const [at, length] = [chance.between(0, bytes.length - 1), chance.between(1, 2_000)]
    return Buffer.concat([bytes.subarray(0, at + length), bytes.subarray(at)])
  },
  function fill(bytes, chance) {
    const copy = Buffer.from(bytes)
    const at = chance.between(0, copy.length - 1)
    return copy.fill(chance.between(0, 255), at, Math.min(copy.length, at + chance.between(1, 1_000)))
  },
  function splice(bytes, chance, other) {
    const [a, b] = [chance.between(0, bytes.length - 1), chance.between(0, other.length - 1)]
    return Buffer.concat([bytes.subarray(0, a), other.subarray(b)])
  },
]

export function mutated(seeds: readonly Buffer[], chance: Chance): Buffer {
  const pick = () => seeds[chance.between(0, seeds.length - 1)] ?? Buffer.alloc(4)
  const mutation = MUTATIONS[chance.between(0, MUTATIONS.length - 1)]
  return mutation?.(pick(), chance, pick()) ?? pick()
}
