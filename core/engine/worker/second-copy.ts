// The second copy, used while the object does not answer: read from KV, which it keeps up to date. It may be a minute
// old, so nothing is decided by it, and what it does not have is unknown, not absent.
import type { KvMirror } from '../../ports/cloud/kv-mirror.ts'
import { parseIso, type Instant } from '../../time.ts'
import { ENVELOPE_VERSION, type JobView, type WorkerStatus } from './protocol.ts'
import { CRON_KEY, documentKey, jobKey, resultKey, viewOfMirror, viewsOfDocument } from './mirror-entries.ts'

export interface SecondCopyDeps {
  readonly kv: KvMirror
  readonly version: string
  /** Null without a usable encryption key. */
  keyId(): Promise<string | null>
}

/** Each is one KV read. */
const RECENT = 20

/** Null when it does not know the job. A job that changed together with many others is found by its account. */
export async function jobFromSecondCopy(
  { kv }: SecondCopyDeps,
  { jobId, accountId }: { readonly jobId: string; readonly accountId: string | null },
  now: Instant,
): Promise<JobView | null> {
  const result = viewOfMirror(await kv.get(resultKey(jobId)))
  if (result || accountId === null) return result ?? viewOfMirror(await kv.get(jobKey(jobId)))
  const gathered = viewsOfDocument(await kv.get(documentKey(accountId)), now)
  return gathered.find((job) => job.jobId === jobId) ?? viewOfMirror(await kv.get(jobKey(jobId)))
}

/** A single list call, however many there are: the free plan has a thousand a day. */
export async function statusFromSecondCopy(deps: SecondCopyDeps, now: Instant): Promise<WorkerStatus> {
  const { kv, version } = deps
  const { names } = await kv.list('')
  const [documents = [], ended = [], waiting = []] = [documentKey(''), resultKey(''), jobKey('')].map(
    (prefix) => names.filter((name) => name.startsWith(prefix)),
  )
  const gathered = (
    await Promise.all(documents.slice(0, RECENT).map(async (key) => viewsOfDocument(await kv.get(key), now)))
  ).flat()
  const views = await Promise.all(
    [...ended, ...waiting].slice(0, RECENT).map(async (key) => viewOfMirror(await kv.get(key))),
  )
  const jobs = [...views.flatMap((view) => view ?? []), ...gathered]
    .toSorted((a, b) => b.publishAt - a.publishAt)
    .filter(({ jobId }, index, all) => all.findIndex((one) => one.jobId === jobId) === index)
  const failed = jobs.filter(({ state }) => state === 'failed').length
  const isOpen = ({ jobId }: JobView) => !ended.includes(resultKey(jobId)) && !waiting.includes(jobKey(jobId))
  return {
    version,
    envelopeVersion: ENVELOPE_VERSION,
    keyId: await deps.keyId(),
    lastCronRun: parseIso((await kv.get(CRON_KEY)) ?? ''),
    cron: null,
    counts: {
      scheduled: waiting.length + gathered.filter(isOpen).length,
      completed: ended.length - failed,
      failed,
      unknownVersion: 0,
      repostConfigs: 0,
      pendingReposts: 0,
    },
    recentJobs: jobs
      .slice(0, RECENT)
      .map(({ jobId, postId, state, publishAt }) => ({ jobId, postId, state, publishAt })),
    timestamp: now,
    secondCopy: true,
  }
}
