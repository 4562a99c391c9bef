// People without an account to publish to. They put up stories and send messages.

export interface Stranger {
  /** The app's number of the stranger, beyond 2^53. */
  readonly pk: string
  /** The only number that an app gets to see on the Graph hosts. */
  readonly scopedId: string
  readonly username: string
  readonly name: string
  /** Their stories are for their followers only: no one else may look, and a mention reaches no inbox. */
  readonly isPrivate: boolean
  /** They have exchanged messages with every account here before; what others write lands among the requests. */
  readonly isAcquainted: boolean
}

export const STRANGERS: readonly Stranger[] = [
  stranger('1', 'ilse.eats', 'Ilse Eats', { isAcquainted: true }),
  stranger('2', 'benno.bikes', 'Benno'),
  stranger('3', 'maya_makes', 'Maya Makes Pots'),
  stranger('4', 'old.town.walks', 'Old Town Walks', { isAcquainted: true }),
  stranger('5', 'quiet.quinn', 'Quinn', { isPrivate: true }),
  stranger('6', 'theo.tries.everything', 'Theo'),
]

export function strangerNamed(username: string): Stranger | null {
  return STRANGERS.find((one) => one.username === username) ?? null
}

export function strangerOf(pk: string): Stranger | null {
  return STRANGERS.find((one) => one.pk === pk) ?? null
}

function stranger(
  digit: string,
  username: string,
  name: string,
  traits: Partial<Pick<Stranger, 'isPrivate' | 'isAcquainted'>> = {},
): Stranger {
  return {
    pk: `9200000000012345${digit}`,
    scopedId: `2583100000045678${digit}`,
    username,
    name,
    isPrivate: false,
    isAcquainted: false,
    ...traits,
  }
}
