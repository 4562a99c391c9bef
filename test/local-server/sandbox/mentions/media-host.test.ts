import { describe, expect, it } from 'vitest'
import { DAY } from '../../../../core/time.ts'
import { mediaAddress } from '../../../../local-server/sandbox/mentions/media-address.ts'
import { storyBytes } from '../../../../local-server/sandbox/mentions/story-media.ts'
import { readJpeg } from '../../../../local-server/sandbox/jpeg.ts'
import { readVideo } from '../../../../local-server/sandbox/video/video-facts.ts'
import { answerOf, ORIGIN, refusalOf } from '../kitchen.ts'
import { openInbox, mentionOfDemo } from './inbox.ts'

function withStory(kind: 'image' | 'video' = 'image') {
  const inbox = openInbox()
  const { story } = inbox.mentions.addMention({ ...mentionOfDemo, kind })
  return { ...inbox, story, address: mediaAddress(ORIGIN, story) }
}

describe('the media of a stranger’s story', () => {
  it('are a picture or a film, as their type says, for anyone who knows the address', async () => {
    const picture = withStory('image')
    const film = withStory('video')
    const [jpeg, mp4] = [await picture.look(picture.address), await film.look(film.address)]
    expect([jpeg.headers.get('content-type'), mp4.headers.get('content-type')]).toEqual([
      'image/jpeg',
      'video/mp4',
    ])
    expect(readJpeg(new Uint8Array(await jpeg.arrayBuffer()))).toMatchObject({ width: 1080, height: 1920 })
    expect(new Uint8Array(await mp4.arrayBuffer())).toEqual(storyBytes('video'))
  })

  it('tell their type and size to HEAD, and give parts of a film', async () => {
    const { look, address } = withStory('video')
    const head = await look(address, { method: 'HEAD' })
    const size = String(storyBytes('video').length)
    expect([head.status, head.headers.get('content-type'), head.headers.get('content-length')]).toEqual([
      200,
      'video/mp4',
      size,
    ])
    expect((await head.arrayBuffer()).byteLength).toBe(0)
    const part = await look(address, { headers: { range: 'bytes=0-7' } })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 0-7/${size}`])
  })

  it('need the signature as it was told, sign by sign', async () => {
    const { look, address } = withStory()
    expect((await look(address)).status).toBe(200)
    expect((await look(decodeURIComponent(address))).status).toBe(403)
    expect((await look(`${address}x`)).status).toBe(403)
    expect((await look(address.replace(/asset_id=\d+/, 'asset_id=1'))).status).toBe(404)
  })

  it('are gone with the story: when it is taken down, and after a day', async () => {
    const { look, address, mentions, story, advance } = withStory()
    mentions.takeDown(story.pk)
    expect((await look(address)).status).toBe(404)
    const other = withStory()
    other.advance(DAY - 1)
    expect((await other.look(other.address)).status).toBe(200)
    other.advance(1)
    expect((await other.look(other.address)).status).toBe(404)
    advance(0)
  })

  it('are what the platform takes as a story', async () => {
    const bytes = storyBytes('video')
    const facts = await readVideo({
      size: bytes.length,
      read: async (start, end) => bytes.slice(start, end),
      stream: (start, end) => new Blob([bytes.slice(start, end)]).stream(),
    })
    expect(facts).toMatchObject({
      container: 'mp4',
      width: 720,
      height: 1280,
      videoCodec: 'avc',
      indexInFront: true,
    })
    expect(facts?.audioCodec).toBe('aac')
    expect(facts?.durationSeconds).toBeGreaterThanOrEqual(3)
  })
})

describe('a story made from a stranger’s story', () => {
  const tags = (tag: object) => JSON.stringify([tag])

  it.each(['image', 'video'] as const)('takes the %s from its address and tags the author', async (kind) => {
    const sandbox = openInbox()
    const { story } = sandbox.mentions.addMention({ ...mentionOfDemo, kind })
    const address = mediaAddress(ORIGIN, story)
    const inbox = openInbox({
      fetch: async (url) => sandbox.look(url instanceof Request ? url.url : url.toString()),
    })
    const fields = {
      image_url: '',
      media_type: 'STORIES',
      [`${kind}_url`]: address,
      user_tags: tags({ username: 'ilse.eats', x: 0.5, y: 0.9 }),
    }
    const id = await inbox.container(fields)
    expect((await inbox.status(id)).status_code).toBe('FINISHED')
    await inbox.publish(id)
    expect(inbox.sandbox.live()).toMatchObject([
      { kind: 'STORIES', userTags: [{ username: 'ilse.eats', x: 0.5, y: 0.9 }] },
    ])
    const feed = await (await inbox.look(`${ORIGIN}/sandbox`)).text()
    expect(feed).toContain('with @ilse.eats')
  })

  it('may say where the author is tagged, in numbers', async () => {
    const { create } = openInbox()
    const story = (tag: object) => create({ media_type: 'STORIES', user_tags: tags(tag) })
    expect(await answerOf<{ id: string }>(await story({ username: 'ilse.eats' }))).toHaveProperty('id')
    for (const place of [{ x: '0.5', y: 0.5 }, { x: 0.5 }, { x: 1.1, y: 0 }]) {
      expect(await refusalOf(await story({ username: 'ilse.eats', ...place }))).toBe('400 100')
    }
  })
})
