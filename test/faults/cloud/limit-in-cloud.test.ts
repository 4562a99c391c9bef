// The publishing limit at the Worker: it waits for room, as this computer does, and only posts wait.
import { afterEach, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../../core/time.ts'
import { ACCOUNTS, aJobEnvelope, anAccountEnvelope } from '../../fakes/cloud/cloud-jobs.ts'
import { START } from '../../factories.ts'
import { CLOUD_KEY, createCloudWorld, type CloudWorld } from './cloud-world.ts'

const QUOTA = 25

let world: CloudWorld
afterEach(() => world.close())

const asked = (end: string) => world.calls.filter(({ url }) => url.includes(end)).length

it.each(['demo', 'partner'] as const)(
  'is waited for instead of spending a refusal, and first comments do not wait: %s',
  async (account) => {
    world = await createCloudWorld({ behaviour: { quota: QUOTA } })
    await world.engine().putAccount(await anAccountEnvelope(account, CLOUD_KEY))
    const accountId = ACCOUNTS[account].id
    const jobs = Array.from({ length: QUOTA + 3 }, (_, n) =>
      aJobEnvelope({
        accountId,
        publishAt: START + (n + 1) * MINUTE,
        under: { firstComment: `Comment ${n}` },
      }),
    )
    for (const job of jobs) await world.put(job)
    await world.run(HOUR)
    expect(world.sandbox.live().map(({ comments }) => comments.length)).toEqual(
      Array.from({ length: QUOTA }, () => 1),
    )
    await world.run(2 * DAY)
    expect(world.sandbox.live()).toHaveLength(jobs.length)
    expect((await world.jobs(jobs)).map(({ state }) => state)).toEqual(jobs.map(() => 'published'))
    expect(asked('/media_publish')).toBe(jobs.length)
    // From the twentieth post within 24 hours on.
    expect(asked('/content_publishing_limit')).toBe(QUOTA - 20 + 1 + 3)
  },
)
