import { describe, expect, it } from 'vitest'
import { answerOf, NOON, openKitchen, ORIGIN, refusalOf } from './kitchen.ts'

interface Page {
  data: { id: string; caption?: string }[]
  paging?: { cursors: { before: string; after: string }; next?: string }
}

const captions = ({ data }: Page) => data.map(({ caption }) => caption)

/** Posts named `0` to `count - 1`, a minute apart. */
async function kitchenWith(count: number) {
  const kitchen = openKitchen()
  for (let i = 0; i < count; i += 1) {
    await kitchen.post({ caption: String(i) })
    kitchen.advance(60_000)
  }
  const list = async (fields: Record<string, string>) =>
    answerOf<Page>(await kitchen.call('GET', '/me/media', { fields: 'caption', ...fields }))
  return { ...kitchen, list }
}

describe('reading a media', () => {
  it('answers the fields asked for, in the platform’s forms', async () => {
    const kitchen = openKitchen()
    const id = await kitchen.post({ caption: 'Figs & honey' })
    const fields =
      'id,caption,permalink,shortcode,timestamp,media_type,media_product_type,media_url,username,owner{id}'
    const media = await answerOf<Record<string, unknown>>(await kitchen.call('GET', `/${id}`, { fields }))
    expect(media).toEqual({
      id,
      caption: 'Figs & honey',
      permalink: `${ORIGIN}/sandbox/p/${String(media['shortcode'])}`,
      shortcode: expect.stringMatching(/^[\w-]+$/),
      timestamp: '2026-11-20T13:00:00+0000',
      media_type: 'IMAGE',
      media_product_type: 'FEED',
      media_url: `${ORIGIN}/sandbox/media/${id}.jpg`,
      username: 'demo.kitchen',
      owner: { id: '17841460012345678' },
    })
  })

  it('answers the id alone by default, and leaves out what has no value', async () => {
    const kitchen = openKitchen()
    const id = await kitchen.post()
    expect(await answerOf(await kitchen.call('GET', `/${id}`))).toEqual({ id })
    const fields = 'caption,alt_text,thumbnail_url'
    expect(await answerOf(await kitchen.call('GET', `/${id}`, { fields }))).toEqual({ id })
  })

  it('can leave captions out, as the documents allow', async () => {
    const kitchen = openKitchen({ behaviour: { captionInReads: false } })
    const id = await kitchen.post({ caption: 'Figs' })
    expect(await answerOf(await kitchen.call('GET', `/${id}`, { fields: 'caption' }))).toEqual({ id })
  })

  it('refuses fields that no media has, inherited names included', async () => {
    const kitchen = openKitchen()
    const id = await kitchen.post()
    expect(await refusalOf(await kitchen.call('GET', `/${id}`, { fields: 'id,likes' }))).toBe('400 100')
    expect(await refusalOf(await kitchen.call('GET', `/${id}`, { fields: 'constructor' }))).toBe('400 100')
  })

  it('knows no media by its shortcode, and none that is not there', async () => {
    const kitchen = openKitchen()
    await kitchen.post()
    const shortcode = kitchen.sandbox.live()[0]?.permalink.split('/').at(-1)
    expect(await refusalOf(await kitchen.call('GET', `/${shortcode}`))).toBe('400 100/33')
    expect(await refusalOf(await kitchen.call('GET', '/18000000000009999'))).toBe('400 100/33')
  })

  it('cannot be deleted with this login', async () => {
    const kitchen = openKitchen()
    const id = await kitchen.post()
    expect(await refusalOf(await kitchen.call('DELETE', `/${id}`))).toBe('400 100/33')
    expect(kitchen.sandbox.live()).toHaveLength(1)
  })
})

describe('listing media', () => {
  it('lists newest first, ids alone by default', async () => {
    const kitchen = openKitchen()
    const first = await kitchen.post()
    const second = await kitchen.post()
    const page = await answerOf<Page>(await kitchen.call('GET', '/17841460012345678/media'))
    expect(page.data).toEqual([{ id: second }, { id: first }])
  })

  it('pages both ways by cursors', async () => {
    const { list } = await kitchenWith(5)
    const newest = await list({ limit: '2' })
    expect(captions(newest)).toEqual(['4', '3'])
    const middle = await list({ limit: '2', after: newest.paging?.cursors.after ?? '' })
    expect(captions(middle)).toEqual(['2', '1'])
    const last = await list({ limit: '2', after: middle.paging?.cursors.after ?? '' })
    expect(captions(last)).toEqual(['0'])
    expect(last.paging?.next).toBeUndefined()
    expect(captions(await list({ limit: '2', before: last.paging?.cursors.before ?? '' }))).toEqual([
      '2',
      '1',
    ])
  })

  it('names the next page so that it can be opened as it stands, token included', async () => {
    const { sandbox } = await kitchenWith(2)
    const path = '/sandbox/graph.instagram.com/v25.0/me/media?limit=1&fields=caption'
    const headers = { authorization: 'Bearer IGSANDBOXtest' }
    const { paging } = await answerOf<Page>(await sandbox.app.request(path, { headers }))
    expect(paging?.next).toContain('access_token=IGSANDBOXtest')
    expect(captions(await answerOf<Page>(await sandbox.app.request(paging?.next ?? '')))).toEqual(['0'])
  })

  it('filters by whole seconds, both ends included', async () => {
    const { list } = await kitchenWith(4)
    const minute = (count: number) => String(NOON / 1000 + count * 60)
    expect(captions(await list({ since: minute(1), until: minute(2) }))).toEqual(['2', '1'])
  })

  it('refuses a limit, a cursor and a time that it cannot read', async () => {
    const kitchen = openKitchen()
    await kitchen.post()
    expect(await refusalOf(await kitchen.call('GET', '/me/media', { limit: '0' }))).toBe('400 100')
    expect(await refusalOf(await kitchen.call('GET', '/me/media', { after: '***' }))).toBe('400 100')
    expect(await refusalOf(await kitchen.call('GET', '/me/media', { since: 'lunch' }))).toBe('400 100')
  })

  it('answers an empty list plainly, and stories always', async () => {
    const kitchen = openKitchen()
    expect(await answerOf(await kitchen.call('GET', '/me/media'))).toEqual({ data: [] })
    await kitchen.post()
    expect(await answerOf(await kitchen.call('GET', '/me/stories'))).toEqual({ data: [] })
  })
})

describe('the lists of an account', () => {
  it('show a media after the lag that was asked for, which is read by its id at once', async () => {
    const kitchen = openKitchen({ behaviour: { listLag: 20_000 } })
    const [post, story] = [await kitchen.post(), await kitchen.post({ media_type: 'STORIES' })]
    const listed = async () => {
      const lists = ['/me/media', '/me/stories'].map(async (path) =>
        answerOf<Page>(await kitchen.call('GET', path)),
      )
      return (await Promise.all(lists)).map(({ data }) => data.length)
    }
    expect(await listed()).toEqual([0, 0])
    for (const id of [post, story]) expect((await kitchen.call('GET', `/${id}`)).status).toBe(200)
    kitchen.advance(20_000)
    expect(await listed()).toEqual([1, 1])
  })
})

describe('the profile', () => {
  it('tells both ids apart and counts the media', async () => {
    const kitchen = openKitchen()
    await kitchen.post()
    const fields = 'id,user_id,username,name,account_type,followers_count,follows_count,media_count'
    const profile = await answerOf<Record<string, unknown>>(await kitchen.call('GET', '/me', { fields }))
    expect(profile).toMatchObject({ username: 'demo.kitchen', account_type: 'BUSINESS', media_count: 1 })
    expect(profile['user_id']).toMatch(/^17841\d{12}$/)
    expect(profile['id']).not.toBe(profile['user_id'])
  })

  it('is the same node under the account’s id', async () => {
    const kitchen = openKitchen()
    const fields = { fields: 'username' }
    const byMe = await answerOf(await kitchen.call('GET', '/me', fields))
    expect(await answerOf(await kitchen.call('GET', '/17841460012345678', fields))).toEqual(byMe)
  })
})
