// The one redactor: what is logged, stored of a stranger's answer, or printed goes through it. It knows secrets by their shape
// and, where the caller has one in hand, by itself; in any case, percent-encoded, as base64, and one inside the other.

const HIDDEN = '[redacted]'

/** Nothing shorter than this is a secret of anybody's. */
const SHORTEST_KNOWN = 8
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
const DEEPEST = 3

export function redacted(text: string, known: readonly string[] = []): string {
  const secrets = known.filter((secret) => secret.length >= SHORTEST_KNOWN).map(inAnyCase)
  return plainly(text, secrets).replaceAll(RUN, (run) => (hides(run, secrets, DEEPEST) ? HIDDEN : run))
}

/** Before it is redacted: a secret must not be cut into something unrecognisable. */
const LONGEST_READ = 5_000
const LONGEST_EXCERPT = 300

/** A stranger's words, kept short, and without what we know to be secret in whatever spelling it comes back. */
export function redactedExcerpt(text: string, known: readonly string[], longest = LONGEST_EXCERPT): string {
  return redacted(text.slice(0, LONGEST_READ), known).slice(0, longest)
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

/**
 * Texts of which a run may be another spelling. Where base64 begins in it is unknown: behind a slash, or at any of four
 * places.
 */
function spellings(run: string): string[] {
  const decoded = percentDecoded(run)
  const pieces = run.includes('/') ? [run, ...run.split('/')] : [run]
  const binary = pieces.flatMap((piece) => [0, 1, 2, 3].map((at) => base64Decoded(piece.slice(at))))
  return [...(decoded === run ? [] : [decoded]), ...binary.filter((text) => text.length >= SHORTEST_KNOWN)]
}

function percentDecoded(text: string): string {
  return text.replaceAll(/%([0-9a-f]{2})/gi, (_whole, hex: string) => String.fromCharCode(parseInt(hex, 16)))
}

/** Empty for what is no base64, in either alphabet. */
function base64Decoded(text: string): string {
  const standard = text.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '')
  if (!/^[A-Za-z0-9+/]+$/.test(standard)) return ''
  return atob(standard.slice(0, standard.length - (standard.length % 4 === 1 ? 1 : 0)))
}
