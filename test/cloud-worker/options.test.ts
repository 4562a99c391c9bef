// Every option of a post, as the Worker asks the platform for it, for either login.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ENVELOPE_VERSION, type JobEnvelope } from '../../core/engine/worker/protocol.ts'
import { ACCOUNTS, aJobEnvelope, aMediaKey } from '../fakes/cloud/cloud-jobs.ts'
import { OPTION_ROWS, type OptionRow } from '../option-rows.ts'
import {
  ended,
  openPlatform,
  put,
  putAccount,
  putJob,
  putMedia,
  readJob,
  type Platform,
} from './worker-world.ts'

const LOGINS = { platform: 'demo', partner: 'partner' } as const
const rows = OPTION_ROWS.flatMap((row) =>
  (['platform', 'partner'] as const)
    .filter((login) => row.login === undefined || row.login === login)
    .map((login) => [row.name, row.mediaType, login, row] as const),
)

let platform: Platform
beforeEach(() => {
  platform = openPlatform()
})
afterEach(() => vi.restoreAllMocks())

/** Two pictures, or a reel with the first of them as its cover. */
function jobOf(row: Pick<OptionRow, 'mediaType' | 'options'>, accountId: string): JobEnvelope {
  const { payload, ...job } = aJobEnvelope({ accountId, keys: [aMediaKey(), aMediaKey()], publishAt: 1 })
  const [first, second] = payload.items
  if (!first || !second) return expect.unreachable()
  const video = { ...second, kind: 'video' as const }
  const options = row.options({ picture: first.mediaFileId, video: video.mediaFileId })
  const items = { IMAGE: [first], REELS: [video], CAROUSEL: [first, second] }[row.mediaType]
  const cover = options.cover?.mediaFileId === undefined ? {} : { cover: first }
  return {
    ...job,
    version: ENVELOPE_VERSION,
    payload: { ...payload, mediaType: row.mediaType, items, options, ...cover },
  }
}

async function send(job: JobEnvelope): Promise<void> {
  const { cover, items } = job.payload
  await putMedia({ ...job, payload: { ...job.payload, items: cover ? [...items, cover] : items } })
  expect(await putJob(job)).toMatchObject({ outcome: 'accepted' })
}

const created = () => platform.calls.filter(({ url }) => url.endsWith('/media')).map(({ form }) => form)

describe('an option of a job', () => {
  it.each(rows)('%s on %s is asked for by the %s login', async (_name, _on, login, row) => {
    const name = LOGINS[login]
    await putAccount(name)
    const job = jobOf(row, ACCOUNTS[name].id)
    const count = row.mediaType === 'CAROUSEL' ? 3 : 1
    await send(job)
    await expect.poll(() => created().length).toBeGreaterThanOrEqual(count)
    const [first, ...rest] = created()
    const asked = row.onItem ? first : (rest.at(-1) ?? first)
    const wanted = Object.entries(row.parameters).map(([parameter, value]) => [
      parameter,
      value instanceof RegExp ? expect.stringMatching(value) : value,
    ])
    expect(Object.fromEntries(asked ?? [])).toMatchObject(Object.fromEntries(wanted))
  })

  it.each(rows.filter(([, mediaType]) => mediaType !== 'REELS'))(
    '%s on %s is live with the post of the %s login',
    async (_name, _on, login, row) => {
      const name = LOGINS[login]
      await putAccount(name)
      const job = jobOf(row, ACCOUNTS[name].id)
      await send(job)
      await ended([job])
      expect(await readJob(job.jobId)).toMatchObject({ state: 'published', publication: { warnings: [] } })
      const [live] = platform.sandbox.live()
      expect(row.onItem ? live?.children[0] : live).toMatchObject(row.live)
    },
  )

  it('that the account cannot have ends the post with the reason', async () => {
    await putAccount('noor')
    const trial = { trialReel: { graduationStrategy: 'MANUAL' } } as const
    const job = jobOf({ mediaType: 'REELS', options: () => trial }, ACCOUNTS.noor.id)
    await send(job)
    await ended([job])
    expect(await readJob(job.jobId)).toMatchObject({
      state: 'failed',
      publication: { failure: { message: expect.stringMatching(/cannot publish trial reels/) } },
    })
    expect(platform.sandbox.live()).toEqual([])
  })

  it('that this Worker does not know is refused, and so is one of a wrong kind', async () => {
    await putAccount('demo')
    const { payload, ...job } = aJobEnvelope({ version: ENVELOPE_VERSION })
    for (const options of [{ holograms: true }, { aiGenerated: 'yes' }]) {
      const response = await put(`/jobs/${job.jobId}`, { ...job, payload: { ...payload, options } })
      expect([response.status, await response.json()]).toMatchObject([400, { code: 'VALIDATION_ERROR' }])
    }
    expect(await readJob(job.jobId)).toMatchObject({ code: 'NOT_FOUND' })
  })
})
