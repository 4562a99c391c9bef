import { describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE, SECOND } from '../../core/time.ts'
import { createWorld, type WorldOptions } from './publishing-world.ts'

const SORRY = () => new Response('<html>Sorry, something went wrong.</html>', { status: 503 })

/** The platform answers nothing but an error page while `isDown` is set. */
async function withOutages(options: WorldOptions = {}) {
  const outage = { isDown: false }
  const answers = async (response: Response) => (outage.isDown ? SORRY() : response)
  return { world: await createWorld({ looksFirst: false, ...options, answers }), outage }
}

describe('an outage of the platform before the publish call', () => {
  it.each(['image', 'reel', 'carousel 2'] as const)(
    'of half an hour at the time of a scheduled post makes it late: %s',
    async (kind) => {
      const { world, outage } = await withOutages()
      const id = await world.schedule('despite it', kind, HOUR)
      await world.goOn(40 * MINUTE)
      outage.isDown = true
      await world.goOn(50 * MINUTE)
      const met = await world.post(id)
      expect(met.status).toBe('PROCESSING')
      expect(met.warnings).toMatchObject([{ code: 'PREPARATION_REFUSED' }])
      outage.isDown = false
      await world.goOn(HOUR)
      expect(await world.post(id)).toMatchObject({ status: 'PUBLISHED', warnings: null })
      expect(world.sandbox.live()).toHaveLength(1)
      expect(await world.brokenPromises()).toEqual([])
    },
  )

  it('that ends shortly after the time of a post that was prepared ahead costs it two minutes at most', async () => {
    const { world, outage } = await withOutages()
    const id = await world.schedule('hardly late', 'image', HOUR)
    outage.isDown = true
    await world.goOn(HOUR + 30 * SECOND)
    outage.isDown = false
    await world.goOn(MINUTE)
    expect((await world.post(id)).status).toBe('PUBLISHED')
  })

  it('that hides for half an hour whether a picture is ready makes it late', async () => {
    const { world, outage } = await withOutages({ containers: { processing: 5 * SECOND } })
    const id = await world.publish('made before it')
    await world.goOn(SECOND)
    outage.isDown = true
    await world.goOn(30 * MINUTE)
    expect((await world.post(id)).status).toBe('PROCESSING')
    outage.isDown = false
    await world.goOn(30 * MINUTE)
    expect((await world.post(id)).status).toBe('PUBLISHED')
    const calls = (await world.stores.ledger.listAttempts(id)).map(({ call }) => call)
    expect(calls.filter((call) => call === 'create container')).toHaveLength(1)
  })

  it('that does not end fails the post after an hour, and few containers were asked for', async () => {
    const { world, outage } = await withOutages()
    const id = await world.publish('in vain')
    outage.isDown = true
    await world.goOn(DAY)
    expect(await world.post(id)).toMatchObject({ status: 'FAILED', publishOutcome: 'confirmed' })
    const asked = await world.stores.ledger.listAttempts(id)
    expect(asked.filter(({ call }) => call === 'create container')).toHaveLength(7)
    expect((asked.at(-1)?.at ?? 0) - (asked[0]?.at ?? 0)).toBeGreaterThan(HOUR)
  })
})
