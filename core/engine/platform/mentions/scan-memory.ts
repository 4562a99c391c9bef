// What a scan of the conversations remembers for the next one.
import { z } from 'zod'
import { parseJsonAs } from '../../../parse-json-as.ts'
import type { Instant } from '../../../time.ts'

/** What is stored with the configuration: a few thousand characters at most. */
export interface ScanMemory {
  /** The last change of each conversation that was read. */
  readonly read: ReadonlyMap<string, Instant>
  /** All that changed up to then was read, too. */
  readonly readUpTo: Instant
  /** The first change that was left unread. */
  readonly oldestLeft: Instant | null
  /** When something was last found to be lost unread. */
  readonly missedAt: Instant
  /** A conversation was read at some time. Before, nobody may be visible to the app. */
  readonly hasHeard: boolean
}

const MOST_KEPT = 200

const StoredMemory = z.object({
  v: z.literal(1),
  read: z.array(z.tuple([z.string(), z.number()])),
  readUpTo: z.number().default(0),
  oldestLeft: z.number().nullable().default(null),
  missedAt: z.number().default(0),
  hasHeard: z.boolean().default(false),
})

/** Reads the memory; an unreadable one counts as empty: everything of the last day is then read again. */
export function readScanMemory(text: string | null): ScanMemory {
  const { read, ...rest } = parseJsonAs(StoredMemory, text) ?? StoredMemory.parse({ v: 1, read: [] })
  return { ...rest, read: new Map(read) }
}

/**
 * Forgets what is older than `since`: no scan reads that far back. What changed first was read first, so one time
 * covers all that there is no room for.
 */
export function writeScanMemory(
  { read, readUpTo, oldestLeft, missedAt, hasHeard: heard }: ScanMemory,
  since: Instant,
): string {
  const kept = [...read].filter(([, at]) => at > since).toSorted(([, one], [, other]) => other - one)
  return JSON.stringify({
    v: 1,
    read: kept.slice(0, MOST_KEPT),
    readUpTo: kept[MOST_KEPT]?.[1] ?? readUpTo,
    oldestLeft,
    missedAt,
    hasHeard: heard || read.size > 0,
  } satisfies z.input<typeof StoredMemory>)
}

/** False also where the memory is of another source. */
export function hasHeard(memory: string | null): boolean {
  const { hasHeard: heard, read } = readScanMemory(memory)
  return heard || read.size > 0
}
