// Jobs that a newer Worker has stored, found by this one after a downgrade, or that were damaged: what of them is not understood is
// not sent, stops no other post, and is told to the server.
import { describe, expect, it } from 'vitest'
import type { JobEnvelope } from '../../../core/engine/worker/protocol.ts'
import { readReportedPublication } from '../../../core/engine/publishing/stored.ts'
import { HOUR, MINUTE } from '../../../core/time.ts'
import { aJobEnvelope } from '../../fakes/cloud/cloud-jobs.ts'
import { START } from '../../factories.ts'
import { brokenInCloud, captionsOf, createCloudWorld, type CloudWorld } from './cloud-world.ts'

type Json = Record<string, unknown>
/** Text stands as it is. */
type Change = (stored: Json) => Json | string

let world: CloudWorld

const PUBLISH_AT = START + 10 * MINUTE

/** Two posts of one account: one is stored by the newer Worker, the other, a minute later, by this one. */
async function twoJobs(): Promise<[newer: JobEnvelope, other: JobEnvelope]> {
  world = await createCloudWorld()
  const jobs = [aJobEnvelope({ publishAt: PUBLISH_AT }), aJobEnvelope({ publishAt: PUBLISH_AT + MINUTE })]
  for (const job of jobs) await world.put(job)
  return jobs as [JobEnvelope, JobEnvelope]
}

function restore(column: 'envelope' | 'publication', { jobId }: JobEnvelope, change: Change) {
  const [row] = world.sql.exec(`SELECT ${column} AS stored FROM post_jobs WHERE id = ?`, jobId).toArray()
  const stored = JSON.parse(String(row?.['stored'])) as Json
  const changed = change(stored)
  const text = typeof changed === 'string' ? changed : JSON.stringify(changed)
  world.sql.exec(`UPDATE post_jobs SET ${column} = ? WHERE id = ?`, text, jobId)
}

const inPayload = (change: Json) => (stored: Json) => ({
  ...stored,
  payload: { ...(stored['payload'] as Json), ...change },
})
const besides = (change: Json) => (stored: Json) => ({ ...stored, ...change })

const IN_THE_POST: readonly [string, Change][] = [
  ['an unknown option', inPayload({ options: { paidFor: true } })],
  ['an unknown part', inPayload({ poll: ['yes', 'no'] })],
  ['an unknown kind', inPayload({ mediaType: 'HOLOGRAM' })],
  ['a known part of another shape', inPayload({ userTags: { ada: [0.5, 0.5] } })],
  ['text that breaks off', (stored) => JSON.stringify(stored).slice(0, -9)],
]
const IN_THE_PUBLICATION: readonly [string, Change][] = [
  ...IN_THE_POST,
  ['an unknown step', besides({ step: 'dancing' })],
  ['an unknown state of its first comment', besides({ firstComment: { state: 'scheduled' } })],
  ['something unknown that follows', besides({ pinComment: { state: 'wanted' } })],
]

const liveCaptions = () => world.sandbox.live().map(({ caption }) => caption)

/** What the server hears of the post when it asks for what has changed. */
async function toldOf({ jobId }: JobEnvelope) {
  const { jobs } = await world.engine().changes(0)
  const view = jobs.find((job) => job.jobId === jobId)
  return { state: view?.state, publication: readReportedPublication(view?.publication) }
}

async function expectNotSent(newer: JobEnvelope, other: JobEnvelope): Promise<void> {
  await world.run(HOUR)
  expect(liveCaptions()).toEqual([other.payload.caption])
  expect(await toldOf(newer)).toMatchObject({
    state: 'failed',
    publication: { failure: { code: 'INTERNAL_ERROR', unconfirmed: false } },
  })
  expect((await toldOf(other)).state).toBe('published')
}

describe('a job of a newer Worker', () => {
  it.each(IN_THE_POST)('is not sent with %s in its post', async (_, change) => {
    const [newer, other] = await twoJobs()
    restore('envelope', newer, change)
    await expectNotSent(newer, other)
  })

  it('is not sent in a state that this Worker does not know', async () => {
    const [newer, other] = await twoJobs()
    world.sql.exec(`UPDATE post_jobs SET state = 'asked' WHERE id = ?`, newer.jobId)
    await world.run(HOUR)
    expect(liveCaptions()).toEqual([other.payload.caption])
    expect(await toldOf(newer)).toMatchObject({
      state: 'failed',
      publication: { failure: { unconfirmed: true } },
    })
    expect((await toldOf(other)).state).toBe('published')
  })

  it.each(IN_THE_PUBLICATION)('is not sent once it is prepared, with %s', async (_, change) => {
    const [newer, other] = await twoJobs()
    await world.run(PUBLISH_AT - world.clock.now() - MINUTE)
    restore('publication', newer, change)
    await expectNotSent(newer, other)
  })

  it.each(IN_THE_PUBLICATION)('is not sent again when it may have been, with %s', async (_, change) => {
    for (const place of ['before fetch', 'after fetch']) {
      const [newer, other] = await twoJobs()
      let isOver = false
      await world.run(2 * HOUR, (where, what) => {
        if (isOver || where !== place || !what.endsWith('media_publish')) return 'go on'
        isOver = true
        restore('publication', newer, change)
        return 'die'
      })
      expect(isOver).toBe(true)
      const sent = world.calls.filter(({ url }) => url.endsWith('media_publish'))
      expect(sent).toHaveLength(place === 'before fetch' ? 1 : 2)
      const jobs = await world.jobs([newer, other])
      expect(brokenInCloud(jobs, world.sandbox, captionsOf([newer, other]))).toEqual([])
      expect((await toldOf(other)).state).toBe('published')
      expect(await toldOf(newer)).toMatchObject(
        place === 'after fetch'
          ? { state: 'published' }
          : { state: 'failed', publication: { failure: { unconfirmed: true } } },
      )
    }
  })
})

describe('a row whose text is damaged', () => {
  it.each([
    [
      'of a live post',
      `UPDATE post_jobs SET envelope = '{', publication = '{', attempts = '{' WHERE state = 'published'`,
    ],
    [
      'of another account',
      `UPDATE accounts SET envelope = '{', news = 1, renew_at = 0, seq = 1 WHERE id NOT IN (SELECT account_id FROM post_jobs)`,
    ],
    ['of an account’s mentions', `INSERT INTO repost_configs VALUES ('damaged', 1, 0, '{', 0, 1)`],
    ['of a mention', `INSERT INTO reposts VALUES ('damaged', 'any', 'any', 'FAILED', 'cloud', 0, '{', 1)`],
    ['of the Worker itself', `UPDATE meta SET value = '{'`],
  ])('stops no other post, and no news: %s', async (_, damage) => {
    const jobs = await twoJobs()
    await world.run(PUBLISH_AT - world.clock.now() + MINUTE / 2)
    expect(liveCaptions()).toHaveLength(1)
    world.sql.exec(damage)
    await world.run(HOUR)
    expect(liveCaptions()).toHaveLength(2)
    for (const job of jobs) expect((await toldOf(job)).state).toBe('published')
    expect((await world.engine().status()).counts.completed).toBe(2)
  })
})
