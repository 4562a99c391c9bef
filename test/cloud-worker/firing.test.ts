// Posts going out of the real object, in its own runtime: its alarm, its SQLite, the platform at the other end.
import { env } from 'cloudflare:workers'
import { runInDurableObject } from 'cloudflare:test'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SANDBOX_ACCESS_TOKEN } from '../../local-server/sandbox/demo-account.ts'
import { aMediaKey } from '../fakes/cloud/cloud-jobs.ts'
import {
  accountObject,
  call,
  cancelJob,
  ended,
  indexObject,
  liveCaptions,
  makeOverdue,
  onAccount,
  openPlatform,
  putAccount,
  putJob,
  putNewAccount,
  readJob,
  ROUNDS,
  schedule,
  scheduleAll,
  tick,
  WORKER_KEY,
  type Platform,
} from './worker-world.ts'

let platform: Platform
beforeEach(async () => {
  platform = openPlatform()
  for (const name of ['demo', 'harbour', 'noor'] as const) await putAccount(name)
})
afterEach(() => vi.restoreAllMocks())

describe('a due job', () => {
  it('is published by the alarm, without any cron', async () => {
    const publishAt = Date.now() + 300
    const job = await schedule({ publishAt })

    const [view] = await ended([job])

    expect(view).toMatchObject({ state: 'published', publication: { mediaId: expect.any(String) } })
    expect(liveCaptions(platform)).toEqual([job.payload.caption])
    const published = platform.calls.find(({ url }) => url.endsWith('/media_publish'))
    expect(published?.at).toBeGreaterThanOrEqual(publishAt)
  })

  it('is published by the cron when the alarm has been lost', async () => {
    const job = await schedule({ publishAt: Date.now() + 3_600_000 })
    await runInDurableObject(accountObject(job.accountId), async (_object, { storage }) => {
      await storage.deleteAlarm()
      storage.sql.exec(
        'UPDATE post_jobs SET publish_at = 1, run_at = 1, wake_at = 1, due_at = 1 WHERE id = ?',
        job.jobId,
      )
    })
    await makeOverdue(job.accountId)

    await tick()

    expect((await readJob(job.jobId)).state).toBe('published')
  })

  it('is reported to the server with its steps', async () => {
    const job = await schedule({ publishAt: Date.now() - 1 })
    const [view] = await ended([job])

    expect(view?.attempts.map(({ engine, call: asked }) => `${engine} ${asked}`)).toEqual([
      'cloud create container',
      'cloud read container',
      'cloud publish',
      'cloud read permalink',
    ])
  })
})

const DUE = ROUNDS > 1 ? 200 : 60

describe('many due jobs and ten cron runs at once', () => {
  it.each(Array.from({ length: Math.min(ROUNDS, 3) }, (_, n) => n + 1))(
    'round %i: each goes live once, in the order of their times',
    async () => {
      const names = ['demo', 'harbour', 'noor'] as const
      const accounts = await Promise.all(names.map(putNewAccount))
      const due = Date.now() - 60_000
      const jobs = await scheduleAll(
        Array.from({ length: DUE }, (_, n) => ({ publishAt: due + n, accountId: accounts[n % 3] ?? '' })),
      )

      await Promise.all(Array.from({ length: 10 }, () => tick()))
      const views = await ended(jobs)

      expect(views.filter(({ state }) => state !== 'published')).toEqual([])
      const live = liveCaptions(platform)
      expect(live.toSorted()).toEqual(jobs.map(({ payload }) => payload.caption ?? '').toSorted())
      const ofOne = jobs.flatMap(({ accountId, payload }) =>
        accountId === accounts[2] ? (payload.caption ?? '') : [],
      )
      expect(live.toReversed().filter((caption) => ofOne.includes(caption))).toEqual(ofOne)
    },
  )
})

const later = (time: number) => new Promise((resolve) => setTimeout(resolve, time))

describe('a job that is fired, edited and cancelled at once', () => {
  it('obeys one of them, and the others are told so', async () => {
    const outcomes = new Map<string, number>()
    const keys = [aMediaKey()]
    let accountId = await putNewAccount('demo')
    for (let round = 0; round < 16 * ROUNDS; round += 1) {
      // An account may publish a hundred times a day.
      if (round % 80 === 79) {
        vi.restoreAllMocks()
        platform = openPlatform()
        accountId = await putNewAccount('demo')
      }
      // In some rounds each of the three certainly comes first; the others are races, every second one without a cancel.
      const first = (['cancel', 'edit', 'fire'] as const)[round % 8]
      const publishAt = Date.now() + (first === undefined ? 6 : first === 'fire' ? 0 : 3_600_000)
      const job = await schedule({ keys, publishAt, accountId })
      const payload = { ...job.payload, caption: `edited ${job.jobId}` }
      const edit = { ...job, revision: 2, publishAt: Math.min(publishAt, Date.now()), payload }
      const early = first === 'cancel' ? await cancelJob(job.jobId) : null
      if (first === 'fire') await ended([job])
      const [, edited, late] = await Promise.all([
        later(6).then(tick),
        later(first ? 0 : Math.random() * 16).then(() => putJob(edit)),
        first === undefined && round % 2 === 0
          ? later(Math.random() * 24).then(() => cancelJob(job.jobId))
          : null,
      ])
      const cancelled = early ?? late
      const [view] = await ended([job])
      const live = liveCaptions(platform).filter(
        (caption) => caption.endsWith(job.payload.caption ?? '') || caption === edit.payload.caption,
      )
      if (cancelled?.outcome === 'accepted') {
        expect(live).toEqual([])
        expect(view?.state).toBe('cancelled')
      } else {
        expect(live).toEqual([edited.outcome === 'accepted' ? edit.payload.caption : job.payload.caption])
        expect(view?.state).toBe('published')
      }
      expect(
        [edited.status, cancelled?.status ?? 200].every((status) => status === 200 || status === 409),
      ).toBe(true)
      const outcome = cancelled?.outcome === 'accepted' ? 'cancelled' : `edit ${edited.outcome}`
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    }
    expect([...outcomes.keys()].toSorted()).toEqual(['cancelled', 'edit accepted', 'edit too-late'])
  })
})

describe('what a published post leaves behind', () => {
  it('is its picture until that expires, and then nothing', async () => {
    const shared = aMediaKey()
    const [published, waiting] = [
      await schedule({ publishAt: Date.now() - 1, keys: [aMediaKey(), shared] }),
      await schedule({ publishAt: Date.now() + 3_600_000, keys: [shared] }),
    ]
    const key = published.payload.items[0]?.publicKey ?? ''
    await ended([published])
    expect((await call(`/${key}`)).status).toBe(200)

    await onAccount(published.accountId, 'UPDATE post_jobs SET media_until = 1 WHERE id = ?', published.jobId)
    await accountObject(published.accountId).poke()

    expect(await env.BUCKET.head(key)).toBeNull()
    expect(await env.BUCKET.head(shared)).not.toBeNull()
    await cancelJob(waiting.jobId)
    await accountObject(waiting.accountId).poke()
    expect(await env.BUCKET.head(shared)).toBeNull()
  })

  it('holds no secret in clear', async () => {
    const job = await schedule({ publishAt: Date.now() - 1 })
    await ended([job])
    await tick()

    const kinds = ['job:', 'result:', 'account:', 'meta:']
    const pages = await Promise.all(kinds.map((prefix) => env.KV.list({ prefix, limit: 100 })))
    const keys = pages.flatMap((page) => page.keys)
    const texts = await Promise.all(keys.map(async ({ name }) => `${name} ${await env.KV.get(name)}`))
    const { objects } = await env.BUCKET.list()
    const tables = ['post_jobs', 'accounts', 'meta', 'entries', 'owners']
    const rows = await Promise.all(
      [indexObject(), accountObject(job.accountId)].map((object) =>
        runInDurableObject(object, (_object, { storage }) =>
          JSON.stringify(tables.map((table) => storage.sql.exec(`SELECT * FROM ${table}`).toArray())),
        ),
      ),
    )
    const dump = [...texts, ...objects.map(({ key: name }) => name), ...rows].join('\n')
    expect(dump).toContain('demo.kitchen')
    for (const secret of [SANDBOX_ACCESS_TOKEN, WORKER_KEY, 'A'.repeat(43)])
      expect(dump).not.toContain(secret)
    expect(
      keys.map(({ name }) => name.split(':')[0]).filter((kind) => kind === 'result').length,
    ).toBeGreaterThan(0)
  })
})
