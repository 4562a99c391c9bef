// The bytes of a table as text. Spreadsheets write the encoding of their system: read as another one, the text would be published garbled.

export interface DecodedTable {
  readonly text: string
  /** Named where nothing in the file proves it, so that a person looks at the captions. */
  readonly guessed: 'Windows' | 'Mac' | null
}

export function decodeTable(bytes: Uint8Array): DecodedTable {
  const wide = wideEncodingOf(bytes)
  if (wide !== null) return { text: new TextDecoder(wide).decode(bytes), guessed: null }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), guessed: null }
  } catch {
    const guessed = looksLikeMac(bytes) ? 'Mac' : 'Windows'
    return {
      text: new TextDecoder(guessed === 'Mac' ? 'macintosh' : 'windows-1252').decode(bytes),
      guessed,
    }
  }
}

/** By its mark or, as some programs write it, without one: then every second byte of plain letters and commas is zero. */
function wideEncodingOf(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const beginning = bytes.subarray(0, 400)
  const zerosAt = (parity: number) =>
    beginning.filter((byte, index) => byte === 0 && index % 2 === parity).length
  if (zerosAt(1) > beginning.length / 4) return 'utf-16le'
  return zerosAt(0) > beginning.length / 4 ? 'utf-16be' : null
}

/** Punctuation of Windows, which may follow a letter: `…`, quotes, dashes, `™`. */
const WINDOWS_MARKS = new Set([0x85, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x99])

/** Excel for the Mac writes letters with accents where Windows has little but marks. */
function looksLikeMac(bytes: Uint8Array): boolean {
  let [mac, windows] = [0, 0]
  for (let at = 1; at < bytes.length; at += 1) {
    const [before = 0, byte = 0] = [bytes[at - 1], bytes[at]]
    const followsLetter = (before > 64 && before < 91) || (before > 96 && before < 123)
    if (followsLetter && byte >= 0xc0) windows += 1
    if (followsLetter && byte >= 0x80 && byte <= 0x9f && !WINDOWS_MARKS.has(byte)) mac += 1
  }
  return mac > windows
}
