// Parameters that clients spell in other ways than ours: many ids in one read, lists and objects in brackets.
import { describe, expect, it } from 'vitest'
import { answerOf, idOf, openKitchen, ORIGIN, PICTURE, refusalOf, TOKEN } from './kitchen.ts'

describe('one read of many nodes', () => {
  async function aFeed() {
    const kitchen = openKitchen({ behaviour: { readsManyIds: true } })
    const [one, two] = [await kitchen.post({ caption: 'one' }), await kitchen.post({ caption: 'two' })]
    return { kitchen, one, two }
  }

  it('is answered by id', async () => {
    const { kitchen, one, two } = await aFeed()
    const answer = await kitchen.call('GET', '/', { ids: `${one},${two}`, fields: 'caption' })
    expect(await answerOf(answer)).toEqual({
      [one]: { id: one, caption: 'one' },
      [two]: { id: two, caption: 'two' },
    })
    expect(answer.headers.get('facebook-api-version')).toBe('v25.0')
  })

  it('reads a list of each', async () => {
    const { kitchen, one } = await aFeed()
    expect(await answerOf(await kitchen.call('GET', '/comments', { ids: one }))).toEqual({
      [one]: { data: [] },
    })
  })

  it('fails when one of them is not there, when none is named, and when there are too many', async () => {
    const { kitchen, one } = await aFeed()
    const read = async (ids: string) => refusalOf(await kitchen.call('GET', '/', { ids }))
    expect(await read(`${one},17900000000000009`)).toBe('400 100/33')
    expect(await read('')).toBe('400 100')
    expect(await read('me,you')).toBe('400 100')
    expect(await read(Array.from({ length: 51 }, (_, n) => 1_000 + n).join(','))).toBe('400 100')
  })

  it('is refused unless the platform as it was until October 2026 is asked for', async () => {
    const kitchen = openKitchen()
    const id = await kitchen.post()
    expect(await refusalOf(await kitchen.call('GET', '/', { ids: id }))).toBe('400 100')
  })
})

describe('parameters in brackets', () => {
  const tag = { 'user_tags[0][username]': 'ada', 'user_tags[0][x]': '0.5', 'user_tags[0][y]': '.25' }

  it.each([
    ['numbered', ['children[0]', 'children[1]']],
    ['numbered from one, in any order', ['children[2]', 'children[1]']],
  ])('make a list: %s', async (_how, names) => {
    const kitchen = openKitchen()
    const items = [
      await kitchen.container({ is_carousel_item: 'true' }),
      await kitchen.container({ is_carousel_item: 'true' }),
    ]
    const fields = Object.fromEntries(names.map((name, index) => [name, items[index] ?? '']))
    const album = await kitchen.call('POST', '/me/media', { media_type: 'CAROUSEL', ...fields })
    expect(album.status).toBe(200)
  })

  it('make a list without numbers', async () => {
    const kitchen = openKitchen()
    const body = new URLSearchParams({ image_url: PICTURE })
    body.append('collaborators[]', 'ada')
    body.append('collaborators[]', 'grace.hopper')
    const headers = { authorization: `Bearer ${TOKEN}` }
    const path = `${ORIGIN}/sandbox/graph.instagram.com/v25.0/me/media`
    const sent = await kitchen.sandbox.app.request(path, { method: 'POST', headers, body })
    const id = await idOf(sent)
    await kitchen.publish(id)
    expect(kitchen.sandbox.live()[0]?.collaborators).toEqual(['ada', 'grace.hopper'])
  })

  it('make objects in a list', async () => {
    const kitchen = openKitchen()
    await kitchen.post(tag)
    expect(kitchen.sandbox.live()[0]?.userTags).toEqual([{ username: 'ada', x: 0.5, y: 0.25 }])
  })

  it.each(['user_tags[0', 'user_tags[0]username', 'user_tags]', '[0]', 'ids[0'])(
    'are refused when they do not close, by every call: %s',
    async (name) => {
      const kitchen = openKitchen()
      const id = await kitchen.post()
      for (const [method, path] of [
        ['POST', '/me/media'],
        ['POST', '/me/media_publish'],
        ['POST', `/${id}`],
        ['GET', '/me'],
        ['GET', '/'],
        ['GET', `/${id}/insights`],
      ] as const)
        expect(await refusalOf(await kitchen.call(method, path, { image_url: PICTURE, [name]: '1' }))).toBe(
          '400 100',
        )
    },
  )

  it('are refused where the value is, as if they were spelled otherwise', async () => {
    const kitchen = openKitchen()
    expect(await refusalOf(await kitchen.create({ ...tag, 'user_tags[0][x]': '2' }))).toBe('400 100')
    expect(await refusalOf(await kitchen.create({ 'children[0]': '1', media_type: 'CAROUSEL' }))).toMatch(
      /^400/,
    )
    const trial = { media_type: 'REELS', video_url: PICTURE, 'trial_params[graduation_strategy]': 'NEVER' }
    expect(await refusalOf(await kitchen.create(trial))).toBe('400 100')
  })
})
