// What can go wrong in a history. Each history first draws which kinds of fault it has at all, and how strong; whether one strikes
// at a place depends on its kind, the place, and how often the place was passed, and on nothing else that happens.
import type { Instant } from '../../core/time.ts'
import { dice, type Dice } from './dice.ts'
import { worldNow } from './machine.ts'

/** The highest probability at one place. */
const FAMILIES = {
  network: {
    'call refused': 0.12,
    'request lost': 0.1,
    'answer lost': 0.15,
    'call late': 0.15,
    'call twice': 0.08,
    'answer cut': 0.06,
    'request cut': 0.06,
    'link drops': 0.08,
    'call slow': 0.1,
    'network away': 1,
  },
  deaths: {
    'server dies at a call': 0.03,
    'server dies at a commit': 0.012,
    'server stays off': 0.5,
    'lid closed': 0.05,
    'object dies at a write': 0.004,
    'object dies at a call': 0.04,
    'object forgets': 0.05,
    'alarm lost': 0.15,
    'alarm late': 0.15,
    'alarm twice': 0.1,
    'cron away': 0.5,
    'cron twice': 0.3,
  },
  disks: {
    'disk full': 0.015,
    'disk busy': 0.01,
    'KV old': 0.5,
    'KV fails': 0.2,
    'bucket fails': 0.12,
  },
  clocks: {
    'clock wrong': 1,
    'clock jumps': 0.08,
    'platform clock wrong': 1,
  },
  platform: {
    'platform fails': 1,
    'status lags': 1,
    'list lags': 1,
    'limit filled': 1,
    'account blocked': 1,
  },
} as const
type Family = keyof typeof FAMILIES
type KindsOf<F> = F extends Family ? keyof (typeof FAMILIES)[F] : never
export type Kind = KindsOf<Family>
export const KINDS = Object.assign({}, ...Object.values(FAMILIES)) as Record<Kind, number>
export const ALL_KINDS = Object.keys(KINDS) as Kind[]

/** The strength of each kind that a history has. */
export type Mix = Readonly<Partial<Record<Kind, number>>>

/** Of kinds that leave little of a history as it would have been: it has them only when they are drawn strong. */
export const hasRarely = (mix: Mix, kind: 'limit filled' | 'account blocked'): boolean =>
  (mix[kind] ?? 0) > 0.7

export interface Struck {
  readonly place: string
  readonly at: Instant
}

export interface Faults {
  readonly mix: Mix
  /** Everything that has struck, in turn. */
  readonly struck: readonly Struck[]
  /** What decides how it strikes, or null when nothing does. `weight`: how much oftener it strikes here than elsewhere. */
  strike(kind: Kind, place: string, weight?: number): Dice | null
  /** From here on nothing goes wrong. */
  calm(): void
  isCalm(): boolean
}

export const kindsOf = (family: Family) => Object.keys(FAMILIES[family]) as Kind[]

export function drawMix(seed: number): Mix {
  const drawn = dice(seed, 'mix')
  const often = drawn.one([0.05, 0.2, 0.4, 0.4, 0.6])
  // Some have one family alone: what is wrong then has one cause, and more of it can be held against them.
  const family = drawn.chance(0.3) ? drawn.one(Object.keys(FAMILIES) as Family[]) : null
  const mix: Mix = Object.fromEntries(
    (family === null ? ALL_KINDS : kindsOf(family)).flatMap((kind) => {
      const [isThere, strength] = [drawn.chance(often), drawn.next()]
      return isThere ? [[kind, strength * KINDS[kind]]] : []
    }),
  )
  // Whoever starts again reads what a death has left in doubt, and learns it from the first answer unless the platform lags.
  const isDoubtful = 'server dies at a call' in mix && drawn.chance(0.6)
  return isDoubtful ? { 'status lags': 1, ...mix } : mix
}

/** However often a fault strikes, something must come through. */
const MOST = 0.5

/** `spared` are places at which nothing strikes, as `Struck` names them. */
export function createFaults(
  seed: number,
  mix: Mix,
  spared: ReadonlySet<string>,
  trace: (line: string) => void,
): Faults {
  const passed = new Map<string, number>()
  const struck: Struck[] = []
  let isCalm = false
  return {
    mix,
    struck,
    strike(kind, at, weight = 1) {
      const strength = mix[kind]
      if (isCalm || strength === undefined) return null
      const counted = `${kind}: ${at}`
      const nth = (passed.get(counted) ?? 0) + 1
      passed.set(counted, nth)
      const place = `${counted} #${nth}`
      const fate = dice(seed, place)
      if (!fate.chance(Math.min(strength * weight, MOST)) || spared.has(place)) return null
      struck.push({ place, at: worldNow() })
      trace(`! ${place}`)
      return fate
    },
    calm: () => void (isCalm = true),
    isCalm: () => isCalm,
  }
}
