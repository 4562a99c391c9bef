// The plan of a night, in which a test spoils what the check of the evening before has to find.
import { expect } from 'vitest'
import { createAttention } from '../../../../core/features/attention/attention.ts'
import type { JobView, WorkerStatus } from '../../../../core/engine/worker/protocol.ts'
import type { Handover } from '../../../../core/ports/cloud/handover-store.ts'
import type { WorkerLink, WorkerReply } from '../../../../core/engine/worker/worker-link.ts'
import { NO_ANSWER, type PlatformReply } from '../../../../core/ports/platform/platform.ts'
import type { PostRecord } from '../../../../core/ports/posts/post-store.ts'
import { safeText } from '../../../../core/redact.ts'
import { HOUR, MINUTE } from '../../../../core/time.ts'
import { aHandover, AT_WORKER } from '../../../contracts/handover-builders.ts'
import { aJob, aPost, START } from '../../../factories.ts'
import { createMemoryPlatform } from '../../../fakes/platform/memory-platform.ts'
import { createTestApp } from '../../../fakes/test-app.ts'
import type { AttentionDeps } from '../../../../core/features/attention/attention-deps.ts'

export const BUCKET = 'https://pictures.example'
export const EVENING = Date.UTC(2026, 10, 20, 18)
export const TOKEN_GONE = {
  kind: 'refused',
  refusal: {
    httpStatus: 400,
    code: 190,
    subcode: 463,
    message: safeText('expired'),
    title: null,
    traceId: null,
  },
  platformTime: null,
  facts: NO_ANSWER,
} as const satisfies PlatformReply<never>
const BLOCKED = { ...TOKEN_GONE, refusal: { ...TOKEN_GONE.refusal, code: 368, subcode: null } } as const
export const OFFLINE = {
  kind: 'unknown',
  reason: safeText('offline'),
  platformTime: null,
  facts: NO_ANSWER,
} as const

type Owned = PostRecord['handover']

/** Posts of four accounts in the Worker, of which nothing is wrong until the test spoils something. */
export async function aPlan(count: number) {
  const platform = createMemoryPlatform()
  const test = createTestApp({ platform })
  const accounts = await Promise.all(Array.from({ length: 4 }, () => test.anAccount()))
  const handovers = new Map<string, Handover>()
  const jobs = new Map<string, JobView>()
  const [calls, silent] = [[] as string[], new Set<string>()]
  const worker = { status: aStatus(), instead: null as WorkerReply<never> | null, isWhole: true }
  const refused = new Set<string>()
  const add = async (n: number, accountId = accounts[n % 4]?.id ?? '', handover: Owned = 'cloud') => {
    const image = await test.anImage()
    // Each account has one post in ten minutes at the most, and each has room.
    const scheduledFor = EVENING + HOUR + (n + 1) * 12 * MINUTE
    const scheduled = { status: 'SCHEDULED', sourceType: 'SCHEDULED', isScheduled: true } as const
    const post = aPost({
      ...scheduled,
      scheduledFor,
      platformAccountId: accountId,
      mediaFileIds: [image.id],
      handover,
    })
    await test.ports.ledger.accept(post, aJob(post, { runAt: scheduledFor, wakeAt: scheduledFor }))
    const there = aHandover(post, AT_WORKER)
    const files = there.files.map((file) => ({ ...file, uploaded: true }))
    handovers.set(post.id, { ...there, files })
    jobs.set(there.id, aJobOf(post, there))
    return post
  }
  for (const { id } of accounts)
    await test.ports.settings.put({ [`publishingLimit:${id}`]: { used: 0, allowed: 100, readAt: 0 } })
  const posts: PostRecord[] = []
  for (let n = 0; n < count; n += 1) posts.push(await add(n))
  const ok = <T>(value: T) => ({ kind: 'ok', value }) as const
  const link = {
    async status() {
      calls.push('worker status')
      return worker.instead ?? ok(worker.status(test.clock.now()))
    },
    async openJobs() {
      calls.push('worker jobs')
      return ok({ jobs: [...jobs.values()], isWhole: worker.isWhole })
    },
  } as unknown as WorkerLink
  const connected = {
    ...(await test.ports.cloudSetup.cloudState()),
    workerUrl: 'https://w.example',
    keyId: 'k',
    verifiedAt: EVENING,
  }
  const deps: AttentionDeps = {
    ...test.ports,
    platform: {
      async publishingQuota(access) {
        calls.push('quota')
        return refused.has(access.accountId) ? TOKEN_GONE : platform.publishingQuota(access)
      },
    },
    handovers: { open: async () => [...handovers.values()] },
    cloudSetup: {
      workerLink: async () => link,
      mediaBucket: async () => null,
      cloudState: async () => ({ ...connected, verifiedAt: test.clock.now(), bucket: A_BUCKET }),
    },
    async fetchPublic(input) {
      const url = new Request(input).url
      calls.push(url)
      if (silent.has(url)) return new Response('gone', { status: 404 })
      return new Response('x', { status: 206, headers: { 'content-type': 'image/jpeg' } })
    },
    timeZone: () => 'UTC',
  }
  const attention = createAttention(deps)
  type Answer = AttentionDeps['platform']['publishingQuota']
  const answering = (publishingQuota: Answer) => createAttention({ ...deps, platform: { publishingQuota } })
  /** The platform blocks one account, and refuses access to the others. */
  const refuse: Answer = async ({ accountId }) => (accountId === accounts[1]?.id ? BLOCKED : TOKEN_GONE)
  const told = async () => {
    const { entries } = await attention.list()
    return entries.filter(({ code }) => code.startsWith('POST_WILL'))
  }
  test.clock.advance(EVENING - START)
  await test.ports.settings.put({ nightCheckHour: 18 })
  return {
    test,
    accounts,
    posts,
    handovers,
    jobs,
    calls,
    silent,
    worker,
    refused,
    add,
    deps,
    attention,
    answering,
    refuse,
    told,
  }
}

export type Plan = Awaited<ReturnType<typeof aPlan>>

const A_BUCKET = { endpoint: '', name: '', accessKeyId: '', secretAccessKey: '', publicUrl: BUCKET }

export const KEY_REFUSED: WorkerReply<never> = {
  kind: 'refused',
  refusal: { httpStatus: 401, message: safeText('no') },
}

export function aStatus() {
  return (now: number): WorkerStatus => ({
    version: '1',
    envelopeVersion: 1,
    keyId: 'k',
    lastCronRun: now - MINUTE,
    cron: '* * * * *',
    counts: { scheduled: 0, completed: 0, failed: 0, unknownVersion: 0, repostConfigs: 0, pendingReposts: 0 },
    recentJobs: [],
    timestamp: now,
  })
}

function aJobOf(post: PostRecord, { id, ownership, publishAt }: Handover): JobView {
  const { id: postId, platformAccountId: accountId } = post
  const begun = { isEnded: false, publication: null, attempts: [] }
  return { jobId: id, postId, accountId, revision: ownership.sent, publishAt, state: 'waiting', ...begun }
}

export function handoverOf({ handovers }: Plan, post: PostRecord | undefined): Handover {
  return handovers.get(post?.id ?? '') ?? expect.unreachable()
}

export const addressOf = (handover: Handover) => `${BUCKET}/${handover.files[0]?.key ?? ''}`
