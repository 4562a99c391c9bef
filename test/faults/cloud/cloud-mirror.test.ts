// KV says what the object's rows say, whatever becomes of a write; and it is the second copy while the object does not answer.
import { afterEach, describe, expect, it } from 'vitest'
import type { KvMirror } from '../../../core/ports/cloud/kv-mirror.ts'
import { DAY, HOUR, MINUTE } from '../../../core/time.ts'
import { aJobEnvelope } from '../../fakes/cloud/cloud-jobs.ts'
import { spokenWarnings, START } from '../../factories.ts'
import { createCloudWorld, type CloudWorld } from './cloud-world.ts'
import { createHandoverWorld, type HandoverWorld } from '../handover/handover-world.ts'

let cloud: CloudWorld | null = null
let world: HandoverWorld | null = null
afterEach(() => {
  cloud?.close()
  world?.close()
  cloud = world = null
})

/** A store whose writes fail as long as the test says so. */
function aKvMirror() {
  const texts = new Map<string, string>()
  const state = { fails: false, writes: 0 }
  const act = async (work: () => void) => {
    if (state.fails) throw new Error('KV PUT failed: 429 Too Many Requests')
    state.writes += 1
    work()
  }
  const kv: KvMirror = {
    put: (key, text) => act(() => void texts.set(key, text)),
    get: async (key) => texts.get(key) ?? null,
    remove: (key) => act(() => void texts.delete(key)),
    list: async (prefix) => ({
      names: [...texts.keys()].filter((key) => key.startsWith(prefix)).toSorted(),
      isComplete: true,
    }),
  }
  const read = (key: string) => {
    const text = texts.get(key)
    return text === undefined ? null : (JSON.parse(text) as Record<string, unknown>)
  }
  return { kv, texts, state, read }
}

describe('what KV says of a job', () => {
  it('is that it waits until it is published, and then only how it ended', async () => {
    const { kv, read, state } = aKvMirror()
    cloud = await createCloudWorld({ kv })
    const job = aJobEnvelope({ publishAt: START + HOUR })
    const before = state.writes
    await cloud.put(job)
    await cloud.run(MINUTE)
    expect(read(`job:${job.jobId}`)).toMatchObject({ state: 'waiting', postId: job.postId })
    await cloud.run(2 * HOUR)
    expect(read(`job:${job.jobId}`)).toBeNull()
    const [live] = cloud.sandbox.live()
    expect(read(`result:${job.jobId}`)).toMatchObject({ state: 'published', mediaId: live?.id, revision: 1 })
    // The job, its result, the key that goes, the accounts, and the heartbeat.
    expect(state.writes - before).toBeLessThanOrEqual(3 + 3 + 2 * 4 + 2)
  })

  it('is written once the store takes it again', async () => {
    const { kv, read, state } = aKvMirror()
    cloud = await createCloudWorld({ kv })
    const [published, cancelled] = [
      aJobEnvelope({ publishAt: START + HOUR }),
      aJobEnvelope({ publishAt: START + DAY }),
    ]
    await cloud.put(published)
    await cloud.put(cancelled)
    state.fails = true
    await cloud.run(2 * HOUR)
    await cloud.engine().cancelJob(cancelled.jobId)
    await cloud.run(HOUR)
    state.fails = false
    await cloud.run(HOUR)
    expect(read(`job:${published.jobId}`)).toBeNull()
    expect(read(`result:${published.jobId}`)).toMatchObject({ state: 'published' })
    expect(read(`job:${cancelled.jobId}`)).toMatchObject({ state: 'cancelled' })
    expect(cloud.sql.exec('SELECT * FROM mirror').toArray()).toEqual([])
  })

  it('is written although the object ended between the row and KV', async () => {
    const { kv, read } = aKvMirror()
    cloud = await createCloudWorld({ kv })
    const job = aJobEnvelope({ publishAt: START + HOUR })
    await cloud.put(job)
    await cloud.run(2 * HOUR, (place, what) =>
      place === 'before write' && what.startsWith('DELETE FROM mirror') ? 'die' : 'go on',
    )
    await cloud.run(HOUR)
    expect(read(`result:${job.jobId}`)).toMatchObject({ state: 'published' })
    expect(read(`job:${job.jobId}`)).toBeNull()
  })
})

describe('an object that does not answer', () => {
  /** Everything that is asked of it rejects, as the runtime lets it. */
  function silence(): void {
    const silent = () => Promise.reject(new Error('Durable Object is overloaded'))
    const engine = world?.cloud.engine()
    for (const name of Object.keys(engine ?? {})) {
      if (name === 'alarm' || name === 'tick') continue
      Object.assign(engine ?? {}, { [name]: silent })
    }
  }

  it('is replaced by its second copy: what is published is shown, and nothing is decided', async () => {
    const { kv } = aKvMirror()
    world = await createHandoverWorld({ kv })
    const [published, waiting] = [await world.newPost('out'), await world.newPost('later', DAY)]
    world.open(false)
    await world.run(30 * MINUTE)
    expect(world.liveCount('out')).toBe(1)
    silence()
    world.open(true)
    await world.run(20 * MINUTE)
    const [live] = world.cloud.sandbox.live()
    const shown = await world.post(published.id)
    expect(shown).toMatchObject({ status: 'PUBLISHED', igMediaId: live?.id, handover: 'cloud' })
    expect(spokenWarnings(shown)).toMatch(/second copy/)
    expect(await world.post(waiting.id)).toMatchObject({ status: 'SCHEDULED', handover: 'cloud' })
    expect((await world.ports.handovers.open()).map(({ phase }) => phase)).toEqual(['cloud', 'cloud'])

    const connection = await world.ports.cloudConnection()
    const status = await connection?.worker.status()
    expect(status).toMatchObject({
      kind: 'ok',
      value: { secondCopy: true, keyId: 'key', counts: { scheduled: 1, completed: 1 } },
    })
    // What the copy does not know is unknown.
    expect(await connection?.worker.job(crypto.randomUUID())).toMatchObject({
      kind: 'unknown',
      code: 'CLOUD_ERROR',
    })
    await expect(world.cancel(waiting.id)).rejects.toMatchObject({ code: 'WORKER_UNREACHABLE' })
  })
})
