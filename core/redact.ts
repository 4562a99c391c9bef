// The one redactor: what is logged, stored of a stranger's answer, or printed goes through it. It knows secrets by their shape
// and, where the caller has one in hand, by any twelve characters of it: in upper or lower case, percent-encoded, escaped, as hex
// or base64 (which may be cut off), and nested.

const HIDDEN = '[redacted]'

/** No secret of a machine is shorter than this. */
const SHORTEST_KNOWN = 8
/** … and no secret that a person types is shorter than this. Found only as it was typed. */
const SHORTEST_TYPED = 4
/** As much of a longer secret as must not be seen. */
const WINDOW = 12
const SHAPES: readonly (readonly [RegExp, string])[] = [
  [/app_live_[0-9a-z_-]{6,}/gi, HIDDEN],
  [/eyJ[\w-]{5,}\.[\w-]{5,}\.[\w-]*/gi, HIDDEN],
  // A UUID or a digest may begin with EA, too.
  [/\b(?:IG|EA(?![0-9a-f-]+(?![\w-])))[a-z0-9_-]{20,}/gi, HIDDEN],
  [
    /(access_token|client_secret|fb_exchange_token|appsecret_proof)(\\?["']?\s*[=:]\s*\\?["']?)[^&\s"'\\,}]+/gi,
    `$1$2${HIDDEN}`,
  ],
  [/\b(code)=[^&\s"']+/gi, `$1=${HIDDEN}`],
  [/\b(Bearer|OAuth|Basic)\s+[^\s"'\\]+/gi, `$1 ${HIDDEN}`],
  [/#t=[\w-]+/g, `#t=${HIDDEN}`],
]
/** Long enough to hold a secret in another spelling. */
const RUN = /[A-Za-z0-9+/_%-]{16,}={0,2}/g
const IN_RUN = /[A-Za-z0-9+/_%=-]/
const HEX = /[0-9a-f]{24,}/gi
/** What may be written with escapes: all but what stands between texts. */
const WORD = /[^\s"<>?&=,;#{}[\]]{12,}/g
const ESCAPE = /%([0-9a-f]{2})|\\u([0-9a-f]{4})|\\u\{([0-9a-f]{1,5})\}|\\x([0-9a-f]{2})|\\([^ux])/gi
const DEEPEST = 3

export function redacted(text: string, known: readonly string[] = []): string {
  const typed = known.filter(({ length }) => length >= SHORTEST_TYPED)
  const spelled = typed.flatMap((secret) => [secret, encodeURIComponent(secret.toWellFormed())])
  const long = known.filter(({ length }) => length >= SHORTEST_KNOWN).flatMap(inBytes)
  const windows = new Set(long.filter(({ length }) => length > WINDOW).flatMap(windowsOf))
  const inText = { whole: spelled.map(inAnyCase), windows }
  const nested = { whole: long.map(inAnyCase), windows }
  return withoutHidden(plainly(text, inText), nested, DEEPEST)
}

interface Secrets {
  readonly whole: readonly RegExp[]
  readonly windows: ReadonlySet<string>
}

/** Takes out of a text what hides a secret in another spelling. */
function withoutHidden(text: string, secrets: Secrets, depth: number): string {
  if (depth === 0) return text
  const hides = (spelled: string) => withoutHidden(plainly(spelled, secrets), secrets, depth - 1) !== spelled
  return text
    .replaceAll(WORD, (word) => (hasEscape(word) && hides(unescaped(word)) ? HIDDEN : word))
    .replaceAll(RUN, (run) => (decodings(run).some(hides) ? HIDDEN : run))
}

declare const checked: unique symbol

/**
 * A text that `safeText` made: short, and without what opens anything. Failures, warnings, step logs and the log take no
 * other text that a stranger (the platform, the Worker, a bucket, a runtime's error) has a part in.
 */
export type SafeText = string & { readonly [checked]: true }

/** Before it is redacted. */
const LONGEST_READ = 5_000
const LONGEST_EXCERPT = 300
const LONGEST_SENTENCE = 1_000

/** The only maker of a SafeText. `known`: secrets in hand, found in every spelling in which they may come back. */
export function safeText(text: string, known: readonly string[] = [], longest = LONGEST_EXCERPT): SafeText {
  // A stranger may send half an emoji, and cutting makes one; strict clients refuse an answer that has it.
  return redacted(beginningOf(text), known).slice(0, longest).toWellFormed() as SafeText
}

/** A sentence of Nightpost, which may quote a stranger. */
export function safeSentence(text: string, known: readonly string[] = []): SafeText {
  return safeText(text, known, LONGEST_SENTENCE)
}

/** For use in a sentence of Nightpost. */
export function withoutFullStop(text: SafeText): SafeText {
  return text.replace(/\.$/, '') as SafeText
}

/** Ends where a word does: a secret that is cut in two is not recognised. */
function beginningOf(text: string): string {
  if (text.length <= LONGEST_READ) return text
  let end = LONGEST_READ
  while (end > 0 && IN_RUN.test(text.charAt(end - 1))) end -= 1
  return text.slice(0, end === 0 ? LONGEST_READ : end)
}

function plainly(text: string, { whole, windows }: Secrets): string {
  const without = whole.reduce((rest, secret) => rest.replaceAll(secret, HIDDEN), text)
  return SHAPES.reduce(
    (rest, [shape, instead]) => rest.replaceAll(shape, instead),
    withoutWindows(without, windows),
  )
}

function inAnyCase(secret: string): RegExp {
  return new RegExp(secret.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'gi')
}

/** Each encoding below gives bytes, a character for each. */
function inBytes(secret: string): string[] {
  const bytes = Array.from(new TextEncoder().encode(secret), (byte) => String.fromCharCode(byte)).join('')
  return bytes === secret ? [secret] : [secret, bytes]
}

/** An id that stands in a secret, as that of the app before its secret, is none. */
const ID = /(?<![a-z0-9])\d{12,}(?![a-z0-9])/g

function windowsOf(secret: string): string[] {
  const folded = inLowerCase(secret)
  const open = folded.replaceAll(ID, (id) => (id === folded ? id : ' '.repeat(id.length)))
  return Array.from({ length: folded.length - WINDOW + 1 }, (_, at) => at)
    .filter((at) => open.slice(at, at + WINDOW).trim() !== '')
    .map((at) => folded.slice(at, at + WINDOW))
}

/** One step for each character, however many secrets there are. */
function withoutWindows(text: string, windows: ReadonlySet<string>): string {
  if (windows.size === 0) return text
  const folded = inLowerCase(text)
  let [seen, done] = ['', 0]
  for (let at = 0; at + WINDOW <= text.length; at += 1) {
    if (!windows.has(folded.slice(at, at + WINDOW))) continue
    let end = at + WINDOW
    while (windows.has(folded.slice(end - WINDOW + 1, end + 1))) end += 1
    seen += text.slice(done, at) + HIDDEN
    done = end
    at = end - 1
  }
  return seen + text.slice(done)
}

/** Of ASCII alone, so that each character keeps its place. */
function inLowerCase(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (capitals) => capitals.toLowerCase())
}

/** Texts that a run may encode. Base64 may begin in it behind a slash, or at any of four places; hex at any of two. */
function decodings(run: string): string[] {
  const pieces = run.includes('/') ? [run, ...run.split('/')] : [run]
  const base64 = pieces.flatMap((piece) => [0, 1, 2, 3].map((at) => base64Decoded(piece.slice(at))))
  const hex = [...run.matchAll(HEX)].flatMap(([digits]) => [hexDecoded(digits), hexDecoded(digits.slice(1))])
  return [...base64, ...hex].filter((text) => text.length >= SHORTEST_KNOWN)
}

function hasEscape(word: string): boolean {
  return word.includes('%') || word.includes('\\')
}

function unescaped(word: string): string {
  return word.replaceAll(
    ESCAPE,
    (_whole, ...[percent, short, long, byte, character]: (string | undefined)[]) => {
      const digits = percent ?? short ?? long ?? byte
      return digits === undefined ? (character ?? '') : String.fromCodePoint(parseInt(digits, 16))
    },
  )
}

function hexDecoded(digits: string): string {
  return digits.replaceAll(/([0-9a-f]{2})|./gi, (_whole, pair: string | undefined) =>
    pair === undefined ? '' : String.fromCharCode(parseInt(pair, 16)),
  )
}

/** Empty for what is not base64, in either alphabet. */
function base64Decoded(text: string): string {
  const standard = text.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '')
  if (!/^[A-Za-z0-9+/]+$/.test(standard)) return ''
  return atob(standard.slice(0, standard.length - (standard.length % 4 === 1 ? 1 : 0)))
}
