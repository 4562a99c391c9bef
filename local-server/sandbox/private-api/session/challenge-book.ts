// Challenges that are open: who has to show that they are a person, and how far they are. Forgotten with the process.
import { toBase64Url } from '../../../../core/base64url.ts'
import type { Clock } from '../../../../core/ports/clock.ts'
import type { Random } from '../../../../core/ports/random.ts'
import { MINUTE, type Instant } from '../../../../core/time.ts'
import type { PrivateApiPerson } from '../practice.ts'
import type { PrivateApiScenario } from '../scenarios.ts'

/**
 * select   The person is to choose where the code goes.
 * code     It is on its way.
 * closed   It was right.
 */
export type ChallengeStage = 'select' | 'code' | 'closed'

export interface SandboxChallenge {
  readonly nonce: string
  readonly person: PrivateApiPerson
  readonly scenario: PrivateApiScenario
  readonly openedAt: Instant
  /** The device whose login was challenged; null: a call of a session was. */
  readonly guid: string | null
  readonly stage: ChallengeStage
  readonly sendsTo: 'email' | 'phone'
  readonly tries: number
}

export interface ChallengeBook {
  /** Returns the open one again when the person has one for the same reason and device. */
  open(person: PrivateApiPerson, scenario: PrivateApiScenario, guid: string | null): SandboxChallenge
  /** Null when there is none, or its time is over. */
  find(pk: string, nonce: string): SandboxChallenge | null
  move(next: SandboxChallenge): void
}

/** @NOTE Help pages say 5 to 10 minutes for a code; nothing is documented. */
const LIFE = 10 * MINUTE

export function createChallengeBook({ clock, random }: { clock: Clock; random: Random }): ChallengeBook {
  const challenges = new Map<string, SandboxChallenge>()
  const isOpen = ({ openedAt, stage }: SandboxChallenge) =>
    stage !== 'closed' && clock.now() - openedAt < LIFE
  return {
    open(person, scenario, guid) {
      const same = [...challenges.values()].find(
        (one) => one.person === person && one.scenario === scenario && one.guid === guid && isOpen(one),
      )
      if (same) return same
      const nonce = toBase64Url(random.bytes(9)).replaceAll(/[-_]/g, 'x')
      const openedAt = clock.now()
      const sendsTo = scenario === 'challenge_phone' ? 'phone' : 'email'
      const common = { nonce, person, scenario, openedAt, guid } as const
      const challenge = { ...common, stage: 'select', sendsTo, tries: 0 } as const
      challenges.set(nonce, challenge)
      return challenge
    },
    find(pk, nonce) {
      const challenge = challenges.get(nonce)
      return challenge?.person.pk === pk && isOpen(challenge) ? challenge : null
    },
    move: (next) => void challenges.set(next.nonce, next),
  }
}
