// How long after its time the Worker's publish call reaches the platform when 500 accounts have a post at the same second, each
// of its own object. The Worker runs in workerd; the platform answers every call after 300 ms.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fromBase64Url } from '../../core/base64url.ts'
import { repositoryRoot } from '../../local-server/paths.ts'
import type { WorkerDetails } from '../../local-server/worker/worker-server.ts'
import { aJobEnvelope, anAccountEnvelope } from '../fakes/cloud/cloud-jobs.ts'
import { describeMachine, printTable, quantile, verdict } from './parts/measure.ts'
import { startSlowPlatform } from './parts/slow-platform.ts'

const ACCOUNTS = 500
const GOAL = 5_000
/** Enough to hand them all over, and to have every container ready. */
const AHEAD = 150_000
const PATIENCE = 120_000

const { url: graphUrl, publishedAt } = await startSlowPlatform()
const dataDir = mkdtempSync(join(tmpdir(), 'nightpost-bench-'))
const program = join(repositoryRoot, 'local-server', 'dist', 'cli', 'worker.js')
const child = spawn(process.execPath, [program, '--port', '0', '--data-dir', dataDir], {
  stdio: ['ignore', 'pipe', 'inherit'],
  env: { ...process.env, PLATFORM_GRAPH_URL: graphUrl },
})
process.once('exit', () => {
  child.kill('SIGTERM')
  rmSync(dataDir, { recursive: true, force: true })
})
const worker = await new Promise<WorkerDetails>((resolve, reject) => {
  child.stdout.setEncoding('utf8').once('data', (line: string) => resolve(JSON.parse(line) as WorkerDetails))
  child.once('exit', () => reject(new Error('the Worker ended before it was ready')))
})

async function put(path: string, body: unknown): Promise<void> {
  const response = await fetch(worker.workerUrl + path, {
    method: 'PUT',
    headers: { authorization: `Bearer ${worker.workerKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok)
    throw new Error(`PUT ${path} was answered with ${response.status}: ${await response.text()}`)
}

const publishAt = Date.now() + AHEAD
const key = fromBase64Url(worker.encryptionKey)
for (let n = 0; n < ACCOUNTS; n += 1) {
  const accountId = crypto.randomUUID()
  const igUserId = String(17_841_460_000_000_000n + BigInt(n))
  await put(
    `/accounts/${accountId}`,
    await anAccountEnvelope('demo', key, { accountId, igUserId, sandboxUrl: null }),
  )
  const job = aJobEnvelope({ accountId, publishAt, mediaBaseUrl: worker.bucket.publicUrl })
  await put(`/jobs/${job.jobId}`, job)
}
const left = publishAt - Date.now()
while (publishedAt.length < ACCOUNTS && Date.now() < publishAt + PATIENCE) await pause(200)

const late = publishedAt.map((at) => at - publishAt)
const p99 = late.length === ACCOUNTS ? quantile(late, 0.99) : Number.POSITIVE_INFINITY
console.log(
  `${describeMachine()}; ${ACCOUNTS} accounts with a picture each at one second, handed over ${Math.round(left / 1000)} s before; ms from that time to the publish call\n`,
)
const figures = [0, 0.5, 0.95, 0.99, 1].map((q) => quantile(late, q).toFixed(0))
printTable(
  ['published', 'min', 'p50', 'p95', 'p99', 'max', `goal p99 ≤ ${GOAL}`],
  [[`${late.length} of ${ACCOUNTS}`, ...figures, verdict(p99, GOAL)]],
)
process.exit(0)
