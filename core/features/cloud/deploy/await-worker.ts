// Waits for a Worker that was just uploaded: a new address may take minutes to answer, and for a while the previous
// version may answer.
import { z } from 'zod'
import { CodedError } from '../../../coded-error.ts'
import { readText } from '../../../engine/http-calls/call-json.ts'
import { deployRefusal } from '../../../rules/notices/deploy-refusals.ts'
import type { WorkerLink } from '../../../engine/worker/worker-link.ts'
import { safeText } from '../../../redact.ts'
import { SECOND } from '../../../time.ts'
import { requireRightKeys } from '../connection/connect.ts'
import { DeployRefusal } from './deploy-refusal.ts'
import type { ProviderDeps } from './provider/provider-api.ts'

const LONGEST_PAUSE = 15 * SECOND
const growingPauses = (longest: number) => [
  2 * SECOND,
  4 * SECOND,
  8 * SECOND,
  ...Array.from({ length: longest }, () => LONGEST_PAUSE),
]
const HEALTH_PAUSES = [SECOND, ...growingPauses(19)]
const KEY_PAUSES = growingPauses(6)
const TIMEOUT = 10 * SECOND
const LARGEST_ANSWER = 100_000

const Health = z.object({ status: z.literal('healthy') })

/** Resolves once it answers. Throws WORKER_UNREACHABLE after five minutes of pauses. */
export async function awaitHealth(provider: ProviderDeps, workerUrl: string): Promise<void> {
  for (const pause of HEALTH_PAUSES) {
    if (await isHealthy(provider, workerUrl)) return
    await provider.pause(pause)
  }
  if (!(await isHealthy(provider, workerUrl)))
    throw new DeployRefusal(null, deployRefusal('WORKER_SILENT'), 'WORKER_UNREACHABLE')
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
  const { version: answering } = await requireRightKeys(link, encryptionKey)
  if (answering === version) return
  const refusal = deployRefusal('OLD_VERSION_ANSWERS', { version: safeText(answering) })
  throw new DeployRefusal(null, refusal, 'WORKER_UNREACHABLE')
}
