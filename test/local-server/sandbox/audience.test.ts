// What people do with what is published, as far as the platform tells it.
import { describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../../core/time.ts'
import {
  answerOf,
  BY_PARTNER,
  BY_PLATFORM,
  HARBOUR,
  NOON,
  openKitchen,
  partnerLoginWith,
  REEL,
  refusalOf,
  type Kitchen,
  type Login,
} from './kitchen.ts'

interface Figure {
  readonly name: string
  readonly values: readonly { readonly value: number }[]
}

const LOGINS = [
  ['graph.instagram.com', BY_PLATFORM],
  ['graph.facebook.com', BY_PARTNER],
] as const

const readersOf = (kitchen: Kitchen, login: Login) => {
  const get = kitchen.callAs(login)
  const asked = (id: string, metric: string, breakdown = '') =>
    get('GET', `/${id}/insights`, { metric, ...(breakdown !== '' && { breakdown }) })
  const read = async (id: string, metric: string) => {
    const { data } = await answerOf<{ data: Figure[] }>(await asked(id, metric))
    return Object.fromEntries(data.map(({ name, values }) => [name, values[0]?.value]))
  }
  const total = async (from: number, until: number, metric: string) => {
    const time = { since: String(from / 1000), until: String(until / 1000) }
    const fields = { metric, period: 'day', metric_type: 'total_value', ...time }
    const { data } = await answerOf<{ data: { total_value: { value: number } }[] }>(
      await get('GET', `/${HARBOUR}/insights`, fields),
    )
    return data[0]?.total_value.value ?? Number.NaN
  }
  return { get, asked, read, total }
}

describe.each(LOGINS)('the audience of a media at %s', (_host, login) => {
  it('begins some minutes late, grows with the age, and has seen nearly all after days', async () => {
    const kitchen = openKitchen()
    const { read } = readersOf(kitchen, login)
    const id = await kitchen.postAs(login)
    const reach: (number | undefined)[] = []
    for (const step of [0, MINUTE, 6 * HOUR, DAY, 3 * DAY, 30 * DAY]) {
      kitchen.advance(step)
      reach.push((await read(id, 'reach'))['reach'])
    }
    expect(reach.slice(0, 2)).toEqual([0, 0])
    expect(reach).toEqual(reach.toSorted((a = 0, b = 0) => a - b))
    expect(reach.at(-1)).toBeGreaterThan(reach[2] ?? Infinity)
    expect(reach.at(-1)).toBe(reach.at(-2))
  })

  it('is the one of the ledger, asked for alone or with the list of media', async () => {
    const kitchen = openKitchen()
    const { get, read } = readersOf(kitchen, login)
    const id = await kitchen.postAs(login)
    kitchen.advance(30 * HOUR)
    const { reach, views, likes, saved } = kitchen.sandbox.figures(NOON + 30 * HOUR).get(id) ?? {}
    expect(await read(id, 'reach,views,likes,saved')).toEqual({ reach, views, likes, saved })
    const fields = 'id,like_count,insights.metric(reach,likes)'
    const list = await answerOf<{ data: { like_count: number; insights: { data: Figure[] } }[] }>(
      await get('GET', `/${HARBOUR}/media`, { fields, limit: '50' }),
    )
    expect(list.data).toMatchObject([
      {
        like_count: likes,
        insights: { data: [{ values: [{ value: reach }] }, { values: [{ value: likes }] }] },
      },
    ])
  })

  it('is told of all media of a list or of none: one wrong metric fails it', async () => {
    const kitchen = openKitchen()
    const { get } = readersOf(kitchen, login)
    await kitchen.postAs(login)
    await kitchen.postAs(login, { image_url: '', media_type: 'REELS', video_url: REEL })
    const list = (metrics: string) =>
      get('GET', `/${HARBOUR}/media`, { fields: `id,insights.metric(${metrics})` })
    expect((await list('reach,shares')).status).toBe(200)
    expect(await refusalOf(await list('reach,reels_skip_rate'))).toBe('400 100')
  })

  it('is too small to be told below five viewers of a story, and gone with it', async () => {
    const kitchen = openKitchen()
    const { asked, get } = readersOf(kitchen, login)
    const id = await kitchen.postAs(login, { media_type: 'STORIES' })
    expect(await refusalOf(await asked(id, 'reach'))).toBe('400 10')
    const stories = () => get('GET', `/${HARBOUR}/stories`, { fields: 'id,insights.metric(reach)' })
    expect(await refusalOf(await stories())).toBe('400 10')
    kitchen.advance(DAY - 1)
    expect((await answerOf<{ data: object[] }>(await asked(id, 'reach,navigation'))).data).toHaveLength(2)
    expect((await stories()).status).toBe(200)
    expect(await refusalOf(await asked(id, 'reach,saved'))).toBe('400 100')
    kitchen.advance(1)
    expect(await answerOf(await asked(id, 'reach'))).toEqual({ data: [] })
  })

  it('is divided by a breakdown only where every metric has it', async () => {
    const kitchen = openKitchen()
    const { asked } = readersOf(kitchen, login)
    const id = await kitchen.postAs(login, { media_type: 'STORIES' })
    kitchen.advance(10 * HOUR)
    const breakdown = 'story_navigation_action_type'
    const { data } = await answerOf<{
      data: { total_value: { value: number; breakdowns: { results: { value: number }[] }[] } }[]
    }>(await asked(id, 'navigation', breakdown))
    const parts = data[0]?.total_value.breakdowns[0]?.results.reduce((sum, { value }) => sum + value, 0)
    expect(parts).toBe(data[0]?.total_value.value)
    expect(await refusalOf(await asked(id, 'navigation,reach', breakdown))).toBe('400 100')
  })

  it('of an account is the sum of its media, once the day has settled', async () => {
    const kitchen = openKitchen()
    const { total } = readersOf(kitchen, login)
    await kitchen.postAs(login)
    kitchen.advance(5 * HOUR)
    await kitchen.postAs(login, { media_type: 'STORIES' })
    kitchen.advance(25 * HOUR)
    const until = NOON + DAY
    const early = await total(NOON - DAY, until, 'likes')
    kitchen.advance(2 * DAY)
    const ledger = [...kitchen.sandbox.figures(until).values()].reduce((sum, { likes = 0 }) => sum + likes, 0)
    expect(await total(NOON - DAY, until, 'likes')).toBe(ledger)
    expect(early).toBeLessThan(ledger)
  })
})

describe('the audience', () => {
  it('is another one with another seed, and the same one after a restart', async () => {
    const figuresWith = async (audienceSeed: number) => {
      const kitchen = openKitchen({ behaviour: { audienceSeed } })
      await kitchen.post()
      return [...kitchen.sandbox.figures(NOON + DAY)]
    }
    expect(await figuresWith(1)).toEqual(await figuresWith(1))
    expect(await figuresWith(1)).not.toEqual(await figuresWith(2))
  })

  it('is not told of media from before the account was professional, alone or in a list', async () => {
    const kitchen = openKitchen({ behaviour: { professionalSince: NOON + DAY } })
    const id = await kitchen.post()
    kitchen.advance(2 * DAY)
    expect(await refusalOf(await kitchen.call('GET', `/${id}/insights`, { metric: 'reach' }))).toBe(
      '400 100/2108006',
    )
    const list = await kitchen.call('GET', '/me/media', { fields: 'insights.metric(reach)' })
    expect(await refusalOf(list)).toBe('400 100/2108006')
  })

  it.each([
    [true, 200],
    [false, 400],
  ])('tells how often a picture was shared, or refuses to: %s', async (sharesOfPictures, status) => {
    const kitchen = openKitchen({ behaviour: { sharesOfPictures } })
    const id = await kitchen.post()
    expect((await kitchen.call('GET', `/${id}/insights`, { metric: 'shares' })).status).toBe(status)
  })

  it('is not told without the permission, and a refused call is counted like any other', async () => {
    const kitchen = openKitchen({ behaviour: { callsPerDay: 4 } })
    const id = await kitchen.postAs(BY_PLATFORM)
    const login = await partnerLoginWith(kitchen.sandbox, 'instagram_basic,pages_show_list')
    const { asked, get } = readersOf(kitchen, login)
    expect(await refusalOf(await asked(id, 'reach'))).toBe('400 10')
    const list = () => get('GET', `/${HARBOUR}/media`, { fields: 'insights.metric(reach)' })
    expect(await refusalOf(await list())).toBe('400 10')
    expect(await refusalOf(await list())).toMatch(/ 80002$/)
  })
})
