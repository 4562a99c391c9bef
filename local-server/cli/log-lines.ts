// The log as people read it: its file has a line of JSON for each entry.
import { z } from 'zod'

export interface LogFlags {
  readonly dataDir: string
  readonly lines: number
  readonly follow?: true
  /** The lines as they are. */
  readonly json?: true
}

const Entry = z.object({
  '@timestamp': z.string(),
  level: z.string(),
  message: z.string(),
  properties: z.record(z.string(), z.unknown()).default({}),
})

/** `29 Nov 04:12:01  WARN  a post of a batch failed  postId=8e03…`; what is no entry stays as it is. */
export function readableLine(line: string): string {
  const entry = Entry.safeParse(jsonOf(line))
  if (!entry.success) return line
  const { '@timestamp': at, level, message, properties } = entry.data
  const day = { day: '2-digit', month: 'short' } as const
  const time = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const
  const when = new Date(at).toLocaleString('en-GB', { ...day, ...time }).replace(',', '')
  const facts = Object.entries(properties).map(([name, value]) => `${name}=${factOf(value)}`)
  return [when, level.toUpperCase().padEnd(5), message, ...facts].join('  ')
}

const factOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
