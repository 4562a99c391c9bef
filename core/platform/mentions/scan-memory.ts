// Which conversations were read up to which change: a few thousand characters at most, kept with the configuration.
import * as z from 'zod'
import type { Instant } from '../../time.ts'

/** By conversation, when it had changed last. */
export type ReadThreads = ReadonlyMap<string, Instant>

/** More conversations than that in one day are read again, which costs calls and nothing else. */
const MOST = 200

const Stored = z.object({ v: z.literal(1), read: z.array(z.tuple([z.string(), z.number()])) })

/** What cannot be read counts as nothing: everything of the last day is then read once more. */
export function readScanMemory(text: string | null): ReadThreads {
  if (text === null) return new Map()
  try {
    return new Map(Stored.parse(JSON.parse(text)).read)
  } catch {
    return new Map()
  }
}

/** Forgets what is older than `since`: nobody asks about it any more. */
export function writeScanMemory(read: ReadThreads, since: Instant): string {
  const kept = [...read].filter(([, at]) => at > since).toSorted(([, one], [, other]) => other - one)
  return JSON.stringify({ v: 1, read: kept.slice(0, MOST) } satisfies z.input<typeof Stored>)
}
