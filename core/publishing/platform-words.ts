// A failure's message is our sentence, then the platform's own words and number. Pure, so that the page can take it apart.

interface FailureWords {
  /** What it means and what to do. */
  readonly advice: string
  /** Null when the platform said nothing. */
  readonly platformSaid: string | null
  /** The platform's number, where it gave one. */
  readonly code: number | null
  readonly subcode: number | null
}

const SAID = ' Instagram said: '

export function withPlatformWords(advice: string, platformSaid: string): string {
  return `${advice}${SAID}${platformSaid}`
}

export function failureWordsOf(message: string): FailureWords {
  const at = message.indexOf(SAID)
  if (at < 0) return { advice: message, platformSaid: null, code: null, subcode: null }
  const platformSaid = message.slice(at + SAID.length)
  const [, code, subcode] = /\((-?\d+)(?:\/(\d+))?\)$/.exec(platformSaid) ?? []
  return {
    advice: message.slice(0, at),
    platformSaid,
    code: code === undefined ? null : Number(code),
    subcode: subcode === undefined ? null : Number(subcode),
  }
}
