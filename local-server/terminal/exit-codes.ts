/** How a command ends, for scripts; the guide lists them. A server ends with 1 where it cannot start. */
export const EXIT_CODES = {
  /** Or not all of it was done, or nobody knows whether it was. */
  failed: 1,
  usage: 2,
  refused: 3,
  noServer: 4,
  /** It was accepted, and has to wait: repeating it would do it twice. */
  later: 5,
  wrongPassphrase: 6,
} as const

export type ExitCode = (typeof EXIT_CODES)[keyof typeof EXIT_CODES]
