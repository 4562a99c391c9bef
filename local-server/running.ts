// How a second start, or `npm run key`, finds the server that already runs on this data folder. Being able to read the
// folder is the proof of identity: what it holds is traded for a launch token.
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { writeFileDurably } from './disk/write-file-durably.ts'
import { readFolderSecret } from './secrets.ts'

const Running = z.object({ origin: z.string(), pid: z.int() })
export type Running = z.infer<typeof Running>

const fileIn = (dataDir: string) => join(dataDir, 'running.json')

export function announceRunning(dataDir: string, running: Running): void {
  writeFileDurably(fileIn(dataDir), JSON.stringify(running))
}

export function withdrawRunning(dataDir: string): void {
  rmSync(fileIn(dataDir), { force: true })
}

/** The server of this folder, should one have announced itself; it may be gone. */
export function readRunning(dataDir: string): Running | null {
  try {
    return Running.parse(JSON.parse(readFileSync(fileIn(dataDir), 'utf8')))
  } catch {
    return null
  }
}

/** A server that hangs is given up after this long. */
export const ANSWER_MS = 3_000

const Launch = z.object({ t: z.string() })

/** A fresh launch token of the running server, or null when it does not answer. */
export async function askForLaunchToken(dataDir: string, { origin }: Running): Promise<string | null> {
  try {
    const response = await fetch(`${origin}/api/auth/launch`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ secret: readFolderSecret(dataDir) }),
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    return response.ok ? Launch.parse(await response.json()).t : null
  } catch {
    return null
  }
}
