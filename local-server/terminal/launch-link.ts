// Where a link that signs in is printed: on a terminal, and into a pipe, whose reader has asked for it. Not where output is kept for
// months and read by others: in the journal of systemd and the log of a container.
import { fstatSync } from 'node:fs'
import { calledForLink } from './called-as.ts'
import { isTerminal } from './say.ts'
import type { Transcript } from './transcript.ts'

export interface LinkSettings {
  /** What the user wants; null: they have not said. */
  readonly link: 'on' | 'off' | null
  readonly serviceManager: object | null
  /** How systemd names the journal to its services, as `DEVICE:INODE`; null: it has started none of our parents. */
  readonly journalStream: string | null
}

interface Links extends LinkSettings {
  readonly origin: string
  readonly proxyOrigin: string | null
  readonly dataDir: string
  newLink(origin: string): Promise<string>
}

/** Prints where to sign in, and returns the link for this computer; null where none may be printed. */
export async function showLinks(links: Links, transcript: Transcript): Promise<string | null> {
  const { origin, proxyOrigin, dataDir, newLink } = links
  if (!printsLink(links)) {
    transcript.line(`\n  Open   ${withoutLink(origin, dataDir)}`)
    return null
  }
  const link = await newLink(origin)
  transcript.line(`\n  Open   ${link}     (signs this browser in, valid once)`)
  if (proxyOrigin !== null) await showPhoneLink(await newLink(proxyOrigin), transcript)
  return link
}

/** The words in the place of a link, for an output that others may read. */
export function withoutLink(origin: string, dataDir: string): string {
  return `${origin}     (${calledForLink(dataDir)} prints a link that signs in)`
}

async function showPhoneLink(link: string, transcript: Transcript): Promise<void> {
  // Only those who have a proxy wait for it.
  const { renderUnicodeCompact } = await import('uqr')
  transcript.line(`  Phone  ${link}     (signs a phone in, valid once)\n`)
  transcript.line(renderUnicodeCompact(link, { border: 2 }).replaceAll(/^/gm, '  '))
}

const OUTPUT = 1

export function printsLink({ link, serviceManager, journalStream }: LinkSettings): boolean {
  if (isTerminal()) return true
  if (link !== null) return link === 'on'
  return serviceManager === null && !isJournal(journalStream, OUTPUT)
}

/** The variable alone says little: every program that a service of the desktop starts inherits it, with other outputs. */
export function isJournal(journalStream: string | null, descriptor: number): boolean {
  if (journalStream === null) return false
  try {
    const { dev, ino } = fstatSync(descriptor, { bigint: true })
    return journalStream === `${dev}:${ino}`
  } catch {
    return false
  }
}
