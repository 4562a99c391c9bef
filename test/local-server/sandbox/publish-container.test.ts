import { describe, expect, it } from 'vitest'
import { answerOf, idOf, NOON, openKitchen, ORIGIN, refusalOf } from './kitchen.ts'

const SECOND = 1000
const DAY = 86_400_000

describe('publishing a container', () => {
  it('puts it live under an id of its own, as a string beyond 2^53', async () => {
    const kitchen = openKitchen()
    const container = await kitchen.container({
      caption: 'Figs',
      alt_text: 'Five figs',
      collaborators: '["ada"]',
    })
    const id = await idOf(await kitchen.publish(container))
    expect(id).toBe('18000000000000001')
    expect(kitchen.sandbox.live()).toMatchObject([
      {
        id,
        containerId: container,
        caption: 'Figs',
        altText: 'Five figs',
        locationId: null,
        userTags: [],
        collaborators: ['ada'],
        timestamp: '2026-11-20T13:00:00.000Z',
        publishedAt: NOON,
        permalink: expect.stringMatching(/^http:\/\/127\.0\.0\.1:4100\/sandbox\/p\/[\w-]{9,}$/),
        imageUrl: `${ORIGIN}/sandbox/media/${id}.jpg`,
      },
    ])
  })

  it('refuses a container that is not ready', async () => {
    const kitchen = openKitchen({ containers: { processing: 40 * SECOND } })
    const container = await kitchen.container()
    expect(await refusalOf(await kitchen.publish(container))).toBe('400 9007/2207027')
    kitchen.advance(40 * SECOND)
    expect((await kitchen.publish(container)).status).toBe(200)
  })

  it('refuses a container that failed', async () => {
    const kitchen = openKitchen({ containers: { failure: 'Error: no' } })
    expect(await refusalOf(await kitchen.publish(await kitchen.container()))).toBe('400 9007/2207027')
  })

  it('refuses one that expired, one that never was, and an id of something else', async () => {
    const kitchen = openKitchen()
    const media = await kitchen.post()
    const container = await kitchen.container()
    kitchen.advance(DAY)
    expect(await refusalOf(await kitchen.publish(container))).toBe('400 24/2207008')
    expect(await refusalOf(await kitchen.publish('17900000000009999'))).toBe('400 24/2207008')
    expect(await refusalOf(await kitchen.publish(media))).toBe('400 24/2207006')
    expect(await refusalOf(await kitchen.publish(''))).toBe('400 100')
  })

  it('does not know an id that lost digits as a JSON number', async () => {
    const kitchen = openKitchen()
    const container = await kitchen.container()
    const response = await kitchen.sandbox.app.request(
      '/sandbox/graph.instagram.com/v25.0/me/media_publish',
      {
        method: 'POST',
        headers: { authorization: 'Bearer IGSANDBOXtest', 'content-type': 'application/json' },
        body: `{"creation_id":${container}}`,
      },
    )
    expect(await refusalOf(response)).toBe('400 24/2207008')
  })

  it('lets two calls at once publish it once', async () => {
    const kitchen = openKitchen()
    const container = await kitchen.container()
    const answers = await Promise.all([kitchen.publish(container), kitchen.publish(container)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
    expect(kitchen.sandbox.live()).toHaveLength(1)
  })
})

describe('publishing a container twice', () => {
  const twice = async (secondPublish?: 'error-2207006' | 'error-2207008' | 'same-id' | 'duplicate') => {
    const kitchen = openKitchen(secondPublish === undefined ? {} : { containers: { secondPublish } })
    const container = await kitchen.container()
    const first = await answerOf<{ id: string }>(await kitchen.publish(container))
    const second = await kitchen.publish(container)
    const answer = second.ok ? (await idOf(second)) === first.id : await refusalOf(second)
    return { answer, live: kitchen.sandbox.live().length }
  }

  it('is refused as not found unless told otherwise', async () => {
    expect(await twice()).toEqual({ answer: '400 24/2207006', live: 1 })
  })

  it('can be refused as unknown', async () => {
    expect(await twice('error-2207008')).toEqual({ answer: '400 24/2207008', live: 1 })
  })

  it('can answer the same id again', async () => {
    expect(await twice('same-id')).toEqual({ answer: true, live: 1 })
  })

  it('can make a second post', async () => {
    expect(await twice('duplicate')).toEqual({ answer: false, live: 2 })
  })
})

describe('a container’s status', () => {
  it('goes from IN_PROGRESS over FINISHED to PUBLISHED by the clock', async () => {
    const kitchen = openKitchen({ containers: { processing: 10 * SECOND, publishedLag: 20 * SECOND } })
    const id = await kitchen.container()
    expect((await kitchen.status(id)).status_code).toBe('IN_PROGRESS')
    kitchen.advance(10 * SECOND)
    expect((await kitchen.status(id)).status_code).toBe('FINISHED')
    await kitchen.publish(id)
    kitchen.advance(20 * SECOND - 1)
    expect((await kitchen.status(id)).status_code).toBe('FINISHED')
    kitchen.advance(1)
    expect((await kitchen.status(id)).status_code).toBe('PUBLISHED')
    kitchen.advance(2 * DAY)
    expect((await kitchen.status(id)).status_code).toBe('PUBLISHED')
  })

  it('expires unpublished after 24 hours, also while it never gets ready', async () => {
    const kitchen = openKitchen({ containers: { processing: null } })
    const id = await kitchen.container()
    kitchen.advance(DAY - 1)
    expect((await kitchen.status(id)).status_code).toBe('IN_PROGRESS')
    kitchen.advance(1)
    expect((await kitchen.status(id)).status_code).toBe('EXPIRED')
  })

  it('tells a failure in its sentence, and never the media id', async () => {
    const failure = 'Error: Media upload has failed with error code 2207082'
    const kitchen = openKitchen({ containers: { failure } })
    const id = await kitchen.container()
    expect(await kitchen.status(id)).toEqual({ status_code: 'ERROR', status: failure, id })
    expect(await refusalOf(await kitchen.call('GET', `/${id}`, { fields: 'permalink' }))).toBe('400 100')
    expect(await answerOf(await kitchen.call('GET', `/${id}`))).toEqual({ id })
    kitchen.advance(2 * DAY)
    expect(await kitchen.status(id)).toMatchObject({ status_code: 'ERROR', status: failure })
  })
})

describe('the publishing limit', () => {
  it('holds for a rolling day and counts publishes only', async () => {
    const kitchen = openKitchen({ behaviour: { quota: 25 } })
    for (let i = 0; i < 25; i += 1) await kitchen.post()
    const spare = await kitchen.container()
    expect(await refusalOf(await kitchen.publish(spare))).toBe('400 9/2207042')
    const limit = await kitchen.call('GET', '/me/content_publishing_limit', { fields: 'quota_usage,config' })
    const config = { quota_total: 25, quota_duration: 86_400 }
    expect(await answerOf(limit)).toEqual({ data: [{ quota_usage: 25, config }] })
    kitchen.advance(DAY)
    expect((await kitchen.publish(await kitchen.container())).status).toBe(200)
  })

  it('answers the usage alone by default, and from a later time when asked', async () => {
    const kitchen = openKitchen()
    await kitchen.post()
    kitchen.advance(60 * SECOND)
    const usage = async (fields?: Record<string, string>) =>
      answerOf(await kitchen.call('GET', '/me/content_publishing_limit', fields))
    expect(await usage()).toEqual({ data: [{ quota_usage: 1 }] })
    expect(await usage({ since: String(NOON / SECOND + 30) })).toEqual({ data: [{ quota_usage: 0 }] })
    const tooEarly = { since: String((NOON - 2 * DAY) / SECOND) }
    expect(await refusalOf(await kitchen.call('GET', '/me/content_publishing_limit', tooEarly))).toBe(
      '400 100',
    )
  })
})
