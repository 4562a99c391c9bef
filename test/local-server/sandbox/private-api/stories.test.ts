import { describe, expect, it } from 'vitest'
import { storyBytes } from '../../../../local-server/sandbox/mentions/story-media.ts'
import { strangerNamed } from '../../../../local-server/sandbox/mentions/strangers.ts'
import { bodyOf, DEVICE, logIn, openPrivateApi, personNamed, saying } from './private-api-client.ts'

interface Item {
  pk: string
  id: string
  code: string
  media_type: number
  expiring_at: number
  can_reshare: boolean
  reel_mentions: { user: { pk: string; username: string } }[]
  image_versions2: { candidates: { url: string; width: number; height: number }[] }
  video_versions?: { url: string; width: number; height: number }[]
  user: { is_private: boolean }
}
type Reel = { items: Item[] } | null

const DEMO = personNamed('demo.kitchen')
const HOUR = 60 * 60 * 1000

const pkOf = (name: string) => strangerNamed(name)?.pk ?? ''

function open() {
  const opened = openPrivateApi()
  const browser = opened.browser()
  const reelOf = async (name: string) =>
    (await bodyOf<{ reel: Reel }>(await browser.api('GET', `feed/user/${pkOf(name)}/story/`))).reel
  const tell = (poster: string, more: object = {}) =>
    opened.sandbox.mentions.addMention({ username: 'demo.kitchen', poster, ...more }).story
  const media = (url: string) => opened.sandbox.app.request(url)
  const largest = (item: Item | undefined) => item?.image_versions2.candidates.at(-1)?.url ?? ''
  return { ...opened, browser, reelOf, tell, media, largest }
}

describe('the story of a stranger', () => {
  it('names whom it mentions, and gives its picture', async () => {
    const { tell, reelOf, media, largest } = open()
    const story = tell('ilse.eats')
    const [item] = (await reelOf('ilse.eats'))?.items ?? []
    expect(item).toMatchObject({
      pk: story.pk,
      id: `${story.pk}_${story.posterPk}`,
      media_type: 1,
      can_reshare: true,
      expiring_at: Math.floor(story.expiresAt / 1000),
      reel_mentions: [{ user: { pk: DEMO.pk, username: 'demo.kitchen' } }],
      user: { is_private: false },
    })
    const picture = await media(largest(item))
    expect(picture.headers.get('content-type')).toBe('image/jpeg')
    expect((await picture.arrayBuffer()).byteLength).toBe(storyBytes('image').length)
  })

  it('gives its video, the best version not in front', async () => {
    const { tell, reelOf, media } = open()
    tell('ilse.eats', { kind: 'video' })
    const versions = (await reelOf('ilse.eats'))?.items[0]?.video_versions ?? []
    expect(versions.map(({ width }) => width)).toEqual([360, 720])
    const video = await media(versions[1]?.url ?? '')
    expect(video.headers.get('content-type')).toBe('video/mp4')
  })

  it('may name nobody, or allow no sharing', async () => {
    const { tell, reelOf } = open()
    tell('ilse.eats', { namesUs: false })
    tell('ilse.eats', { canReshare: false })
    const items = (await reelOf('ilse.eats'))?.items
    expect(items?.map((item) => [item.reel_mentions.length, item.can_reshare])).toEqual([
      [0, true],
      [1, false],
    ])
  })

  it('is not there after a day, after it was taken down, or for those who do not follow', async () => {
    const { tell, reelOf, sandbox, advance, browser, media, largest } = open()
    const story = tell('ilse.eats')
    const url = largest((await reelOf('ilse.eats'))?.items[0])
    sandbox.mentions.takeDown(story.pk)
    expect(await reelOf('ilse.eats')).toBeNull()
    expect((await media(url)).status).toBe(404)
    expect(await saying(await browser.api('GET', `media/${story.pk}/info/`))).toMatch(/^400 Media not found/)
    tell('theo.tries.everything')
    advance(24 * HOUR)
    expect(await reelOf('theo.tries.everything')).toBeNull()
    tell('quiet.quinn')
    const hidden = await browser.api('GET', `feed/user/${pkOf('quiet.quinn')}/story/`)
    expect(await saying(hidden)).toBe('400 Not authorized to view user')
  })

  it('is found by its number, and in a list of reels', async () => {
    const { tell, browser } = open()
    const story = tell('ilse.eats')
    const info = await bodyOf<{ items: Item[] }>(await browser.api('GET', `media/${story.pk}/info/`))
    expect(info.items[0]?.pk).toBe(story.pk)
    const query = { reel_ids: story.posterPk }
    const list = await bodyOf<{ reels: Record<string, Reel>; reels_media: Reel[] }>(
      await browser.api('GET', 'feed/reels_media/', { query }),
    )
    expect(list.reels[story.posterPk]?.items[0]?.pk).toBe(story.pk)
    expect(list.reels_media[0]?.items[0]?.pk).toBe(story.pk)
  })

  it('is asked for by the app in another way', async () => {
    const { tell, app } = open()
    const story = tell('ilse.eats')
    const client = app()
    await logIn(client)
    const signed = {
      user_ids: [story.posterPk],
      source: 'reel_feed_timeline',
      _uuid: DEVICE.guid,
      _uid: DEMO.pk,
      device_id: DEVICE.device_id,
    }
    const list = await bodyOf<{ reels_media: Reel[] }>(
      await client.api('POST', 'feed/reels_media/', { signed }),
    )
    expect(list.reels_media[0]?.items[0]?.pk).toBe(story.pk)
    const query = { reel_ids: story.posterPk }
    expect((await client.api('GET', 'feed/reels_media/', { query })).status).toBe(404)
  })
})

describe('the address of a story’s media', () => {
  it('opens nothing once its query was rewritten', async () => {
    const { tell, reelOf, media, largest } = open()
    tell('ilse.eats')
    const url = largest((await reelOf('ilse.eats'))?.items[0])
    const anew = new URL(url)
    anew.search = new URLSearchParams(anew.searchParams).toString()
    expect((await media(anew.href)).status).toBe(403)
    expect((await media(url.replace('%2f', '/'))).status).toBe(403)
    expect((await media(new URL(url).href)).status).toBe(200)
  })

  it('opens nothing of another story, and nothing after some hours', async () => {
    const { tell, reelOf, media, largest, advance } = open()
    const story = tell('ilse.eats')
    const other = tell('ilse.eats')
    const url = largest((await reelOf('ilse.eats'))?.items[0])
    expect((await media(url.replace(story.pk, other.pk))).status).toBe(403)
    advance(2 * HOUR)
    expect((await media(url)).status).toBe(403)
    expect((await media(largest((await reelOf('ilse.eats'))?.items[0]))).status).toBe(200)
  })

  it('is noted without a name', async () => {
    const { tell, reelOf, media, largest, sandbox } = open()
    tell('ilse.eats')
    await media(largest((await reelOf('ilse.eats'))?.items[0]))
    expect(sandbox.privateApi.calls().at(-1)).toMatchObject({ host: 'cdninstagram', username: null })
  })
})

describe('a name', () => {
  it('is found among names that begin like it', async () => {
    const { browser } = open()
    const query = { query: 'ilse.eats' }
    const { users } = await bodyOf<{ users: { user: { pk: string; username: string } }[] }>(
      await browser.api('GET', 'web/search/topsearch/', { query }),
    )
    expect(users.map(({ user }) => user.username)).toEqual(['ilse.eats.official', 'ilse.eats'])
    expect(users[1]?.user.pk).toBe(pkOf('ilse.eats'))
  })

  it('is looked up by the app', async () => {
    const { app } = open()
    const client = app()
    await logIn(client)
    const info = await bodyOf<{ user: { pk: string } }>(
      await client.api('GET', 'users/ilse.eats/usernameinfo/'),
    )
    expect(info.user.pk).toBe(pkOf('ilse.eats'))
    expect((await client.api('GET', 'users/no.body/usernameinfo/')).status).toBe(404)
    const found = await client.api('GET', 'users/search/', { query: { q: 'benno.bikes', count: '5' } })
    expect((await bodyOf<{ users: object[] }>(found)).users).toHaveLength(2)
  })

  it('may have a profile that is broken at the platform', async () => {
    const { browser } = open()
    const profile = async (username: string) =>
      browser.api('GET', 'users/web_profile_info/', { query: { username } })
    expect(await bodyOf(await profile('ilse.eats'))).toMatchObject({
      data: { user: { id: pkOf('ilse.eats') } },
    })
    expect((await profile('old.town.walks')).status).toBe(400)
    expect((await profile('no.body')).status).toBe(404)
  })
})
