import { describe, expect, it } from 'vitest'
import { MINUTE, SECOND } from '../../core/time.ts'
import { FILES } from './kinds/post-kinds.ts'
import { publishElsewhere } from './other-app.ts'
import { createWorld } from './publishing-world.ts'

/** The platform refuses the first `times` calls to this path. */
function refusing(path: RegExp, error: { code: number; error_subcode?: number }, times: number) {
  let left = times
  return {
    async answers(response: Response, { method, url }: Request) {
      if (method !== 'POST' || !path.test(new URL(url).pathname) || left-- <= 0) return response
      return Response.json(
        { error: { message: 'Not now', type: 'OAuthException', ...error } },
        { status: 400 },
      )
    },
  }
}

describe('a refusal that decides nothing yet', () => {
  it('of the publish call is told at once, long before it is proven that the post is not live', async () => {
    const world = await createWorld({ looksFirst: false, behaviour: { quota: 25 } })
    await publishElsewhere(world, 25, `http://127.0.0.1:4200/media/${FILES[0]?.publicKey}`)
    const id = await world.publish('one too many')
    await world.goOn(3 * SECOND)
    const met = await world.post(id)
    expect(met).toMatchObject({ status: 'PUBLISHING', errorCode: null })
    expect(met.warnings).toMatchObject([
      { code: 'PUBLISH_REFUSED', params: { failure: { code: 'PUBLISHING_LIMIT' } } },
    ])
    await world.goOn(5 * MINUTE)
    const ended = { status: 'FAILED', errorDetail: { code: 'PUBLISHING_LIMIT' }, warnings: null }
    expect(await world.post(id)).toMatchObject(ended)
  })

  it('of every call, once access has ended, is told with the doubt about the post that was sent last', async () => {
    let hasEnded = false
    const world = await createWorld({
      looksFirst: false,
      async answers(response: Response, { url }: Request) {
        hasEnded ||= new URL(url).pathname.endsWith('/media_publish')
        if (!hasEnded) return response
        const error = { message: 'The session has ended', type: 'OAuthException', code: 190 }
        return Response.json({ error }, { status: 400 })
      },
    })
    const id = await world.publish('the last one')
    await world.goOn(20 * MINUTE)
    const met = await world.post(id)
    expect(met).toMatchObject({ status: 'FAILED', publishOutcome: 'unconfirmed' })
    expect(met.errorDetail).toMatchObject({
      code: 'NOT_CONFIRMED',
      platform: { said: 'The session has ended', code: 190 },
    })
  })

  it('of a container is told at once, and no longer once there is one', async () => {
    const world = await createWorld(refusing(/\/media$/, { code: 2 }, 1))
    const id = await world.publish('once')
    await world.goOn(SECOND)
    const met = await world.post(id)
    expect(met.status).toBe('PROCESSING')
    expect(met.warnings).toMatchObject([{ code: 'PREPARATION_REFUSED' }])
    await world.goOn(MINUTE)
    expect(await world.post(id)).toMatchObject({ status: 'PUBLISHED', warnings: null })
  })

  it('of the publish call because of too many calls ends with the wait: the post goes out by itself', async () => {
    const world = await createWorld({ looksFirst: false })
    world.sandbox.faults.add({ on: 'publish', mode: 'error', httpStatus: 400, code: 4, effect: 'before' })
    const id = await world.publish('an hour late')
    await world.goOn(MINUTE)
    const met = await world.post(id)
    expect(met.warnings).toMatchObject([
      { code: 'PUBLISH_REFUSED', params: { failure: { code: 'CALL_LIMIT' } } },
    ])
    expect(met.nextAttemptAt).toBeGreaterThan(world.clock.now() + 50 * MINUTE)
    await world.goOn(65 * MINUTE)
    expect(await world.post(id)).toMatchObject({ status: 'PUBLISHED', warnings: null })
    expect(await world.brokenPromises()).toEqual([])
  })

  it('of a container is told although its account rests for it', async () => {
    const world = await createWorld(refusing(/\/media$/, { code: 4 }, 1))
    const id = await world.publish('once')
    await world.goOn(SECOND)
    const met = await world.post(id)
    expect(met.warnings).toMatchObject([{ code: 'PREPARATION_REFUSED' }])
    expect(met.nextAttemptAt).toBeGreaterThan(world.clock.now() + MINUTE)
  })
})
