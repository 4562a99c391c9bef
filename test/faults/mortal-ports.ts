// Ports that die: from the point where the hand says so, every call throws and nothing acts any more.
import type { PartnerPages } from '../../core/ports/platform/partner-pages.ts'
import type { Platform } from '../../core/ports/platform/platform.ts'
import type { PublicationLedger } from '../../core/ports/posts/publication-ledger.ts'

export class Crash extends Error {}

type Act = keyof Platform | `page ${keyof PartnerPages}` | 'claim' | 'commit'
export type CrashPoint = `${'before' | 'after'} ${Act}`

/** Called at every point; true stops the process right there. */
export type Hand = (point: CrashPoint) => boolean

/**
 * The points, with their places, at which a death leaves something of its own behind: nothing happens between the end of one
 * act and the beginning of the next, unless a runner lays its work down and claims anew.
 */
export function distinctPoints<P extends string>(points: readonly P[]): (readonly [place: number, P])[] {
  return points
    .map((point, place) => [place, point] as const)
    .filter(([place, point]) => {
      const next = points[place + 1] ?? 'before claim'
      return !point.startsWith('after') || next.startsWith('after') || next === 'before claim'
    })
}

/** Each call of the port, `at` being told before and after it. */
export function mortalPort<T extends object>(port: T, at: (point: string) => void, prefix = ''): T {
  const calls = Object.entries(port).map(([name, act]: [string, unknown]) => {
    if (typeof act !== 'function') return [name, act] as const
    const around = async (...asked: unknown[]): Promise<unknown> => {
      at(`before ${prefix}${name}`)
      const result: unknown = await act(...asked)
      at(`after ${prefix}${name}`)
      return result
    }
    return [name, around] as const
  })
  return Object.fromEntries(calls) as T
}

interface Ports {
  readonly ledger: PublicationLedger
  readonly platform: Platform
  readonly partnerPages: PartnerPages
}

interface Mortal extends Ports {
  isDead(): boolean
}

export function mortal(hand: Hand, { ledger, platform, partnerPages }: Ports): Mortal {
  let dead = false
  const at = (point: string) => {
    if (!dead && hand(point as CrashPoint)) dead = true
    if (dead) throw new Crash(point)
  }
  const { claim, commit } = ledger
  return {
    isDead: () => dead,
    ledger: {
      ...ledger,
      ...mortalPort({ claim, commit }, at),
      release: async (...args) => {
        if (dead) throw new Crash('release')
        return ledger.release(...args)
      },
    },
    platform: mortalPort(platform, at),
    partnerPages: mortalPort(partnerPages, at, 'page '),
  }
}
