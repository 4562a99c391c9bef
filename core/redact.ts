// The one redactor: what is logged, stored of a stranger's answer, or printed goes through it. It knows secrets by their shape
// and, where the caller has one in hand, by its text: in upper or lower case, percent-encoded, as base64, and nested.

const HIDDEN = '[redacted]'

/** No secret of a machine is shorter than this. */
const SHORTEST_KNOWN = 8
/** … and no secret that a person types is shorter than this. Found only as it was typed. */
const SHORTEST_TYPED = 4
const SHAPES: readonly (readonly [RegExp, string])[] = [
  [/app_live_[0-9a-z_-]{6,}/gi, HIDDEN],
  [/eyJ[\w-]{5,}\.[\w-]{5,}\.[\w-]*/gi, HIDDEN],
  [/\b(?:IG|EA)[a-z0-9_-]{20,}/gi, HIDDEN],
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
const DEEPEST = 3

export function redacted(text: string, known: readonly string[] = []): string {
  const typed = known.filter(({ length }) => length >= SHORTEST_TYPED)
  const spelled = typed.flatMap((secret) => [secret, encodeURIComponent(secret.toWellFormed())])
  const secrets = known.filter(({ length }) => length >= SHORTEST_KNOWN).map(inAnyCase)
  return plainly(text, spelled.map(inAnyCase)).replaceAll(RUN, (run) =>
    hides(run, secrets, DEEPEST) ? HIDDEN : run,
  )
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

/** The only maker of a SafeText. `known`: secrets in hand, found in whatever spelling they come back. */
export function safeText(text: string, known: readonly string[] = [], longest = LONGEST_EXCERPT): SafeText {
  return redacted(beginningOf(text), known).slice(0, longest) as SafeText
}

/** A sentence of ours, which may quote a stranger. */
export function safeSentence(text: string, known: readonly string[] = []): SafeText {
  return safeText(text, known, LONGEST_SENTENCE)
}

/** For use in a sentence of ours. */
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

function plainly(text: string, secrets: readonly RegExp[]): string {
  const without = secrets.reduce((rest, secret) => rest.replaceAll(secret, HIDDEN), text)
  return SHAPES.reduce((rest, [shape, instead]) => rest.replaceAll(shape, instead), without)
}

function inAnyCase(secret: string): RegExp {
  return new RegExp(secret.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'gi')
}

function hides(run: string, secrets: readonly RegExp[], depth: number): boolean {
  return spellings(run).some(
    (text) => plainly(text, secrets) !== text || (depth > 1 && hides(text, secrets, depth - 1)),
  )
}

/** Texts that a run may encode. Base64 may begin in it behind a slash, or at any of four places. */
function spellings(run: string): string[] {
  const decoded = percentDecoded(run)
  const pieces = run.includes('/') ? [run, ...run.split('/')] : [run]
  const binary = pieces.flatMap((piece) => [0, 1, 2, 3].map((at) => base64Decoded(piece.slice(at))))
  return [...(decoded === run ? [] : [decoded]), ...binary.filter((text) => text.length >= SHORTEST_KNOWN)]
}

function percentDecoded(text: string): string {
  return text.replaceAll(/%([0-9a-f]{2})/gi, (_whole, hex: string) => String.fromCharCode(parseInt(hex, 16)))
}

/** Empty for what is not base64, in either alphabet. */
function base64Decoded(text: string): string {
  const standard = text.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '')
  if (!/^[A-Za-z0-9+/]+$/.test(standard)) return ''
  return atob(standard.slice(0, standard.length - (standard.length % 4 === 1 ? 1 : 0)))
}
