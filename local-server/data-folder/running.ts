// How a second start, or `npm run key`, finds the server that already runs on this data folder. Both sides prove that
// they can read the folder; `core/features/sessions/launch-proof.ts` says how. The announcement of a killed server remains,
// and another program may listen on its port since: the lock shows whether a server runs, and its proof who listens
// there.
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Log } from '../../core/ports/log.ts'
import { webCryptoRandom as random } from '../../core/random.ts'
import { launchProofOf, newLaunchNonce, openLaunchToken } from '../../core/features/sessions/launch-proof.ts'
import { equalInConstantTime } from '../../core/sha256.ts'
import { readFolderSecret } from './secrets.ts'
import { createOutgoing } from '../undici/undici-fetch.ts'

const Running = z.object({
  origin: z.string(),
  pid: z.int(),
  life: z.string(),
  asService: z.boolean().default(false),
})
export type Running = z.infer<typeof Running>

const fileIn = (dataDir: string) => join(dataDir, 'running.json')

/**
 * Written as a whole, but not flushed: after a power cut it would name a server that is gone. On a full disk the server works
 * without it, but other programs cannot find it.
 */
export function announceRunning(dataDir: string, running: Omit<Running, 'pid'>, log: Log): void {
  const temporary = `${fileIn(dataDir)}.new`
  try {
    writeFileSync(temporary, JSON.stringify({ ...running, pid: process.pid }), { mode: 0o600 })
    renameSync(temporary, fileIn(dataDir))
  } catch (error) {
    log.warn('the address of the server could not be written to the data folder', { error })
  }
}

export function withdrawRunning(dataDir: string): void {
  rmSync(fileIn(dataDir), { force: true })
}

/** The server of this folder, if one has announced itself; it may be gone. */
export function readRunning(dataDir: string): Running | null {
  try {
    return Running.parse(JSON.parse(readFileSync(fileIn(dataDir), 'utf8')))
  } catch {
    return null
  }
}

/**
 * A server that hangs is given up after this long; a busy computer, or a server that has just started, may need
 * seconds.
 */
export const ANSWER_MS = 10_000

const Proven = z.object({ proof: z.string() })
const Granted = z.object({ sealed: z.string() })

/** A new launch token of the running server, or null when it does not answer, or another program does. */
export async function askForLaunchToken(dataDir: string, { origin, life }: Running): Promise<string | null> {
  const secret = readFolderSecret(dataDir)
  const exchange = { origin, life, nonce: newLaunchNonce(random) }
  const { nonce } = exchange
  try {
    const { proof } = Proven.parse(await post(`${origin}/api/auth/launch/challenge`, { nonce }))
    if (!equalInConstantTime(proof, await launchProofOf(secret, 'server', exchange))) return null
    const own = await launchProofOf(secret, 'caller', exchange)
    const { sealed } = Granted.parse(await post(`${origin}/api/auth/launch`, { nonce, proof: own }))
    return await openLaunchToken(secret, exchange, sealed, random)
  } catch {
    return null
  }
}

/** Any program may be listening there. */
async function post(url: string, body: unknown): Promise<unknown> {
  const outgoing = createOutgoing()
  try {
    const response = await outgoing.fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    return await response.json()
  } finally {
    await outgoing.close()
  }
}
