// Ids as the platform gives them: numbers beyond 2^53 in decimal, so a client that parses them as numbers corrupts them.

/** Gives `first`, then each time the next number, starting after the ids that are taken when it is first asked. */
export function createIdSequence(first: bigint, taken: () => Iterable<string>): () => string {
  let next: bigint | undefined
  return () => {
    next ??= Array.from(taken(), BigInt).reduce((free, id) => (id >= free ? id + 1n : free), first)
    return String(next++)
  }
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** The id's number in base 64, which is what a permalink shows instead of it. */
export function shortcodeOf(id: string): string {
  let rest = BigInt(id)
  let code = ''
  do {
    code = ALPHABET.charAt(Number(rest % 64n)) + code
    rest /= 64n
  } while (rest > 0n)
  return code
}

/** The shorter number of earlier interfaces (`ig_id`), which opens nothing any more. */
export function legacyIdOf(id: string): string {
  return String(BigInt(id) % 10_000_000_000n)
}
