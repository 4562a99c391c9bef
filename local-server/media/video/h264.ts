// The part of H.264 that says in which order pictures are shown: the sequence parameters and the first fields of
// a slice (ITU-T H.264, 7.3.2.1.1 and 7.3.3). AVI says nothing about it.

export interface SequenceParameters {
  /** The profile as codec strings name it: profile, constraints and level, `640028`. */
  readonly profile: string
  /** 0 for grey, 1 for 4:2:0, 2 for 4:2:2, 3 for 4:4:4. */
  readonly chroma: number
  /** Bits of a value of brightness or colour, whichever has more. */
  readonly bitDepth: number
  readonly separateColourPlanes: boolean
  readonly frameNumberBits: number
  /** Bits of the picture order in each slice; null where pictures are shown as they are coded. */
  readonly orderBits: number | null
  readonly framesOnly: boolean
}

export interface Slice {
  /** Instantaneous refresh: nothing before it is needed, and the order begins again. */
  readonly isRefresh: boolean
  /** True when later pictures may be made from it. */
  readonly isReference: boolean
  /** The low bits of the picture order; 0 where there are none. */
  readonly order: number
}

const SLICE = 1
const REFRESH_SLICE = 5
export const SEQUENCE_PARAMETERS = 7
const HIGH_PROFILES: ReadonlySet<number> = new Set([
  100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135,
])

export function nalType(unit: Uint8Array): number {
  return (unit[0] ?? 0) & 31
}

/** Null when it is of a kind that orders pictures by a rule of its own, which no camera writes. */
export function readSequenceParameters(unit: Uint8Array): SequenceParameters | null {
  const bits = new BitReader(unit)
  const [profileId, constraints, level] = [bits.take(8), bits.take(8), bits.take(8)]
  const profile = [profileId, constraints, level].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  bits.golomb()
  const colours = HIGH_PROFILES.has(profileId) ? readColours(bits) : PLAIN_COLOURS
  const frameNumberBits = bits.golomb() + 4
  const orderKind = bits.golomb()
  if (orderKind === 1 || orderKind > 2) return null
  const orderBits = orderKind === 0 ? bits.golomb() + 4 : null
  // Reference frames, whether numbers may be missing, width and height.
  bits.golomb()
  bits.take(1)
  bits.golomb()
  bits.golomb()
  const framesOnly = bits.take(1) === 1
  return { profile, ...colours, frameNumberBits, orderBits, framesOnly }
}

type Colours = Pick<SequenceParameters, 'chroma' | 'bitDepth' | 'separateColourPlanes'>

const PLAIN_COLOURS: Colours = { chroma: 1, bitDepth: 8, separateColourPlanes: false }

/** Reads chroma and bit depth, and passes over the scaling that follows. */
function readColours(bits: BitReader): Colours {
  const chroma = bits.golomb()
  const separateColourPlanes = chroma === 3 && bits.take(1) === 1
  const bitDepth = 8 + Math.max(bits.golomb(), bits.golomb())
  bits.take(1)
  const hasMatrix = bits.take(1) === 1
  for (let list = 0; hasMatrix && list < (chroma === 3 ? 12 : 8); list++) {
    if (bits.take(1) === 1) skipScalingList(bits, list < 6 ? 16 : 64)
  }
  return { chroma, bitDepth, separateColourPlanes }
}

function skipScalingList(bits: BitReader, size: number): void {
  let [last, next] = [8, 8]
  for (let entry = 0; entry < size; entry++) {
    if (next !== 0) next = (last + bits.signedGolomb() + 256) % 256
    last = next === 0 ? last : next
  }
}

/** Null for units that are not a slice. Throws for pictures that are coded as two fields. */
export function readSlice(unit: Uint8Array, sequence: SequenceParameters): Slice | null {
  const type = nalType(unit)
  if (type !== SLICE && type !== REFRESH_SLICE) return null
  const bits = new BitReader(unit)
  // First macroblock, kind of slice, picture parameters.
  for (let field = 0; field < 3; field++) bits.golomb()
  if (sequence.separateColourPlanes) bits.take(2)
  bits.take(sequence.frameNumberBits)
  if (!sequence.framesOnly && bits.take(1) === 1) throw new Error('pictures are coded as fields')
  const isRefresh = type === REFRESH_SLICE
  const isReference = ((unit[0] ?? 0) & 0x60) !== 0
  if (isRefresh) bits.golomb()
  return { isRefresh, isReference, order: sequence.orderBits === null ? 0 : bits.take(sequence.orderBits) }
}

/** Bits of a unit behind its first byte, without the bytes that keep start codes out of it. Reads no further than asked. */
class BitReader {
  readonly #unit: Uint8Array
  #at = 1
  #zeros = 0
  #byte = 0
  #bitsLeft = 0

  constructor(unit: Uint8Array) {
    this.#unit = unit
  }

  take(count: number): number {
    let value = 0
    for (let bit = 0; bit < count; bit++) {
      if (this.#bitsLeft === 0) [this.#byte, this.#bitsLeft] = [this.#nextByte(), 8]
      this.#bitsLeft -= 1
      value = value * 2 + ((this.#byte >> this.#bitsLeft) & 1)
    }
    return value
  }

  #nextByte(): number {
    const isGuard = this.#zeros >= 2 && this.#unit[this.#at] === 3
    if (isGuard) [this.#at, this.#zeros] = [this.#at + 1, 0]
    const byte = this.#unit[this.#at]
    if (byte === undefined) throw new Error('the header ends too early')
    this.#at += 1
    this.#zeros = byte === 0 ? this.#zeros + 1 : 0
    return byte
  }

  golomb(): number {
    let zeros = 0
    while (this.take(1) === 0) {
      zeros += 1
      if (zeros > 31) throw new Error('the header makes no sense')
    }
    return 2 ** zeros - 1 + this.take(zeros)
  }

  signedGolomb(): number {
    const code = this.golomb()
    return code % 2 === 1 ? (code + 1) / 2 : -code / 2
  }
}

/** The units of a packet that separates them by start codes (Annex B). */
export function* unitsByStartCode(packet: Uint8Array): Generator<Uint8Array> {
  let begin = -1
  for (let at = packet.indexOf(0); at !== -1 && at + 2 < packet.length; at = packet.indexOf(0, at + 1)) {
    if (packet[at + 1] !== 0 || packet[at + 2] !== 1) continue
    if (begin !== -1) yield packet.subarray(begin, at)
    begin = at + 3
  }
  if (begin !== -1) yield packet.subarray(begin)
}

/** The units of a packet that puts a four-byte length before each (as in MP4). */
export function* unitsByLength(packet: Uint8Array): Generator<Uint8Array> {
  const view = new DataView(packet.buffer, packet.byteOffset, packet.byteLength)
  for (let at = 0; at + 4 < packet.length;) {
    const length = view.getUint32(at)
    yield packet.subarray(at + 4, at + 4 + length)
    at += 4 + length
  }
}

/** The place of each picture when shown, from 0, for the pictures of a stream in the order they are coded. */
export function displayOrder(slices: readonly Slice[], orderBits: number | null): number[] {
  if (orderBits === null) return slices.map((_, index) => index)
  const cycle = 2 ** orderBits
  let [group, high, low] = [0, 0, 0]
  const keys = slices.map(({ isRefresh, isReference, order }, index) => {
    if (isRefresh) [group, high, low] = [group + 1, 0, 0]
    // The low bits wrap: half a cycle or more from the last reference picture is a step over the edge (8.2.1.1).
    let ownHigh = high
    if (order < low && low - order >= cycle / 2) ownHigh += cycle
    else if (order > low && order - low > cycle / 2) ownHigh -= cycle
    if (isReference) [high, low] = [ownHigh, order]
    return { index, group, order: ownHigh + order }
  })
  const shown = keys.toSorted((a, b) => a.group - b.group || a.order - b.order)
  const places = Array.from<number>({ length: slices.length })
  for (const [place, { index }] of shown.entries()) places[index] = place
  return places
}
