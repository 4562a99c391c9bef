// Waits for a Worker that was just uploaded: a new address may take minutes to answer, and for a while the previous
// version may answer.
import { z } from 'zod'
import { CodedError } from '../../../errors.ts'
import { readText } from '../../../engine/http-calls/call-json.ts'
import { deployRefusal } from '../../../rules/notices/deploy-refusals.ts'
import type { WorkerLink } from '../../../engine/worker/worker-link.ts'
import { safeText } from '../../../redact.ts'
import { MINUTE, SECOND, type Duration } from '../../../time.ts'
import { requireRightKeys } from '../connection/connect.ts'
import { DeployRefusal } from './deploy-refusal.ts'
import type { ProviderDeps } from './provider/provider-api.ts'

const PATIENCE = 5 * MINUTE
const LONGEST_PAUSE = 15 * SECOND
const KEY_PAUSES = [2 * SECOND, 4 * SECOND, 8 * SECOND, ...Array.from({ length: 6 }, () => LONGEST_PAUSE)]
const TIMEOUT = 10 * SECOND
const LARGEST_ANSWER = 100_000

const Health = z.object({ status: z.literal('healthy') })

/** Resolves once it answers. Throws WORKER_UNREACHABLE after five minutes of pauses. */
export async function awaitHealth(provider: ProviderDeps, workerUrl: string): Promise<void> {
  let waited: Duration = 0
  for (
    let pause = SECOND;
    !(await isHealthy(provider, workerUrl));
    pause = Math.min(2 * pause, LONGEST_PAUSE)
  ) {
    if (waited >= PATIENCE)
      throw new DeployRefusal(null, deployRefusal('WORKER_SILENT'), 'WORKER_UNREACHABLE')
    await provider.pause(pause)
    waited += pause
  }
}

async function isHealthy({ fetch }: ProviderDeps, workerUrl: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT)
    const response = await fetch(`${workerUrl}/health`, { redirect: 'manual', signal })
    const text = await readText(response, LARGEST_ANSWER)
    return response.ok && Health.safeParse(JSON.parse(text)).success
  } catch {
    return false
  }
}

export interface ExpectedWorker {
  readonly version: string
  readonly encryptionKey: string
}

/**
 * Resolves once this version shows that it holds our keys. Throws WORKER_UNREACHABLE, INVALID_WORKER_KEY or
 * ENCRYPTION_KEY_MISMATCH after two minutes of pauses.
 */
export async function awaitKeys(
  provider: ProviderDeps,
  link: WorkerLink,
  expected: ExpectedWorker,
): Promise<void> {
  for (const pause of KEY_PAUSES) {
    try {
      return await requireOurs(link, expected)
    } catch (error) {
      if (!(error instanceof CodedError)) throw error
      await provider.pause(pause)
    }
  }
  return requireOurs(link, expected)
}

async function requireOurs(link: WorkerLink, { version, encryptionKey }: ExpectedWorker): Promise<void> {
  const answering = await requireRightKeys(link, encryptionKey)
  if (answering === version) return
  const refusal = deployRefusal('OLD_VERSION_ANSWERS', { version: safeText(answering) })
  throw new DeployRefusal(null, refusal, 'WORKER_UNREACHABLE')
}
