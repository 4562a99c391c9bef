// The second copy, used while the object does not answer: read from KV, which it keeps up to date. It may be a minute
// old, so nothing is decided by it, and what it does not have is unknown, not absent.
import type { KvMirror } from '../../ports/cloud/kv-mirror.ts'
import { parseIso, type Instant } from '../../time.ts'
import { ENVELOPE_VERSION, type JobView, type WorkerStatus } from '../protocol/protocol.ts'
import { CRON_KEY, jobKey, resultKey, viewOfMirror } from './mirror-entries.ts'

export interface SecondCopyDeps {
  readonly kv: KvMirror
  readonly version: string
  /** Null without a usable encryption key. */
  keyId(): Promise<string | null>
}

/** Each is one KV read. */
const RECENT = 20

/** Null when it does not know the job. */
export async function jobFromSecondCopy({ kv }: SecondCopyDeps, jobId: string): Promise<JobView | null> {
  return viewOfMirror(await kv.get(resultKey(jobId))) ?? viewOfMirror(await kv.get(jobKey(jobId)))
}

/** A single list call, however many there are: the free plan has a thousand a day. */
export async function statusFromSecondCopy(deps: SecondCopyDeps, now: Instant): Promise<WorkerStatus> {
  const { kv, version } = deps
  const { names } = await kv.list('')
  const [waiting, ended] = [jobKey(''), resultKey('')].map((prefix) =>
    names.filter((name) => name.startsWith(prefix)),
  )
  const views = await Promise.all(
    [...(ended ?? []), ...(waiting ?? [])]
      .slice(0, RECENT)
      .map(async (key) => viewOfMirror(await kv.get(key))),
  )
  const jobs = views.flatMap((view) => view ?? []).toSorted((a, b) => b.publishAt - a.publishAt)
  const failed = jobs.filter(({ state }) => state === 'failed').length
  return {
    version,
    envelopeVersion: ENVELOPE_VERSION,
    keyId: await deps.keyId(),
    lastCronRun: parseIso((await kv.get(CRON_KEY)) ?? ''),
    cron: null,
    counts: {
      scheduled: waiting?.length ?? 0,
      completed: (ended?.length ?? 0) - failed,
      failed,
      unknownVersion: 0,
      repostConfigs: 0,
      pendingReposts: 0,
    },
    recentJobs: jobs.map(({ jobId, postId, state, publishAt }) => ({ jobId, postId, state, publishAt })),
    timestamp: now,
    secondCopy: true,
  }
}
