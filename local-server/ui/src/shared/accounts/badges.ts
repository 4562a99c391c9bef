// The badge of an account: letters on a colour. The colour follows from the id, so it is the same for life, whichever accounts come
// and go; two accounts whose colours are the same have different letters. Pure.

/** As far from each other as twelve colours can be on which white letters are read, in both schemes. */
export const COLOURS = [
  '#4635bc',
  '#4d7800',
  '#c04201',
  '#02787d',
  '#c5256d',
  '#473b2c',
  '#716f82',
  '#0074c8',
  '#77011a',
  '#936907',
  '#034a2e',
  '#542c51',
] as const

export interface AccountBadgeFacts {
  readonly username: string
  /** Null for an account of the sandbox while that is switched off. */
  readonly colour: string | null
  readonly letters: string
}

interface Named {
  readonly id: string
  readonly username: string
}

export function badgesOf(accounts: readonly Named[]): Map<string, AccountBadgeFacts> {
  const alike = Map.groupBy(accounts, ({ id, username }) => `${colourOf(id)} ${initialOf(username)}`)
  const letters = new Map([...alike.values()].flatMap(lettersOf))
  return new Map(
    accounts.map(({ id, username }) => [
      id,
      { username, colour: colourOf(id), letters: letters.get(id) ?? initialOf(username) },
    ]),
  )
}

function colourOf(id: string): string {
  let sum = 0
  for (const letter of id) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_521
  return COLOURS[sum % COLOURS.length] ?? COLOURS[0]
}

const initialOf = (username: string) => username.charAt(0).toUpperCase()

/** One letter for the only one of its colour and initial; else a second that none of the others has, if possible from where their names differ. */
function lettersOf(alike: readonly Named[]): (readonly [id: string, letters: string])[] {
  if (alike.length === 1) return alike.map(({ id, username }) => [id, initialOf(username)])
  const taken = new Set<string>()
  const common = lengthInCommon(alike.map(({ username }) => username))
  return alike
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .map(({ id, username }) => {
      const own = (username.slice(common) + username.slice(1)).match(/[\p{L}\p{N}]/gu) ?? []
      // Names are alike beyond measure only where all of their letters are taken.
      const numbers = alike.map((_, index) => String(index + 1))
      const second = [...own, ...numbers].find((letter) => !taken.has(letter.toUpperCase())) ?? ''
      taken.add(second.toUpperCase())
      return [id, initialOf(username) + second.toUpperCase()]
    })
}

function lengthInCommon(names: readonly string[]): number {
  const [first = ''] = names
  const isShared = (at: number) =>
    at < first.length && names.every((name) => name.charAt(at) === first.charAt(at))
  let length = 1
  while (isShared(length)) length += 1
  return length
}
