// The clouds of a person: mostly one, whose variables can be taken away; in some histories another Worker is put up, and used for a while.
import { SECOND } from '../../core/time.ts'
import { createCloud, type Cloud, type CloudLine, type CloudOptions } from './cloud.ts'
import { dice } from './dice.ts'
import { runOn } from './machine.ts'
import type { Network } from './network.ts'

export type Connected = 'none' | 'first' | 'other'

interface CloudsOptions extends Omit<CloudOptions, 'line' | 'clockAhead' | 'fetchOf'> {
  readonly seed: number
  readonly network: Network
  readonly hasCloud: boolean
  readonly hasOther: boolean
}

export interface Clouds extends Pick<Cloud, 'jobs' | 'close'> {
  /** By the variables that the next start reads. */
  connected(): Cloud | null
  connect(to: Connected): void
  /** The one that is not connected; null while nothing was ever given to another. */
  left(): Connected | null
}

const FIRST: CloudLine = { name: '', url: 'http://127.0.0.1:8787', secret: new Uint8Array(32).fill(7) }
const OTHER: CloudLine = { name: 'other ', url: 'http://127.0.0.1:8788', secret: new Uint8Array(32).fill(8) }

export function createClouds(options: CloudsOptions): Clouds {
  const { seed, network, hasCloud, hasOther } = options
  const open = (line: CloudLine) => {
    const clockAhead = dice(seed, `${line.name}worker clock`).between(-1, 1) * SECOND
    const fetchOf = network.fetchOf
    const cloud = runOn(undefined, () => createCloud({ ...options, line, clockAhead, fetchOf }))
    network.hosts.set(line.url, cloud)
    return cloud
  }
  const first = open(FIRST)
  // A second Worker may be given the key of the one before it.
  const { secret } = dice(seed, 'key of the other Worker').one([FIRST, OTHER])
  const other = hasOther ? open({ ...OTHER, secret }) : null
  const clouds = other ? [first, other] : [first]
  let current: Connected = 'first'
  let wasLeft = false
  return {
    connected() {
      if (!hasCloud || current === 'none') return null
      return current === 'other' ? other : first
    },
    connect(to) {
      current = to
      wasLeft ||= to === 'other'
    },
    left() {
      if (!wasLeft) return null
      return current === 'other' ? 'first' : 'other'
    },
    jobs: () => clouds.flatMap((cloud) => cloud.jobs()),
    close: () => clouds.forEach((cloud) => cloud.close()),
  }
}
