import { stripVTControlCharacters } from 'node:util'

/** Something a person can fix: one line says what happened, the next what to do, and the evidence may follow. */
export class LaunchFailure extends Error {
  /**
   * @param {string} happened
   * @param {string} remedy
   * @param {string} [evidence] what the failing program itself said
   */
  constructor(happened, remedy, evidence = '') {
    super(happened)
    this.remedy = remedy
    this.evidence = evidence
  }
}

/**
 * An excerpt of what a failing program said: its beginning names the cause, its end often a log file.
 * @param {string} text
 */
export function excerpt(text, head = 14, tail = 3) {
  const lines = stripVTControlCharacters(text)
    .split('\n')
    .map((line) => line.trimEnd())
    .filter(Boolean)
  return lines.length <= head + tail
    ? lines.join('\n')
    : [...lines.slice(0, head), '…', ...lines.slice(-tail)].join('\n')
}
