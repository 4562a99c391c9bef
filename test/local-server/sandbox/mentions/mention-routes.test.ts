import { describe, expect, it } from 'vitest'
import { DAY } from '../../../../core/time.ts'
import { answerOf, ORIGIN } from '../kitchen.ts'
import { openInbox, mentionOfDemo } from './inbox.ts'

const AT = `${ORIGIN}/sandbox/mentions`

function openFeed() {
  const inbox = openInbox()
  const post = (body: object) =>
    inbox.look(AT, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const press = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
    inbox.look(AT, { method: 'POST', headers, body: new URLSearchParams(fields) })
  const feed = async (path = '/sandbox') => (await inbox.look(ORIGIN + path)).text()
  return { ...inbox, post, press, feed }
}

describe('a script', () => {
  it('lets a stranger mention an account, and the author take it back', async () => {
    const { post, look, list } = openFeed()
    const answer = await post({
      ...mentionOfDemo,
      poster: 'benno.bikes',
      kind: 'video',
      canReshare: false,
      shape: 'legacy',
    })
    expect(answer.status).toBe(201)
    const told = await answerOf<{ pk: string; mediaUrl: string }>(answer)
    expect(told).toMatchObject({
      poster: 'benno.bikes',
      username: 'demo.kitchen',
      kind: 'video',
      canReshare: false,
      namesUs: true,
      expiresAt: '2026-11-21T13:00:00.000Z',
      messageId: expect.any(String),
    })
    expect((await list()).data).toHaveLength(1)
    expect((await look(told.mediaUrl)).status).toBe(200)
    expect((await look(`${AT}/${told.pk}`, { method: 'DELETE' })).status).toBe(204)
    expect((await look(told.mediaUrl)).status).toBe(404)
    const { stories } = await answerOf<{ stories: object[] }>(await look(AT))
    expect(stories).toMatchObject([{ pk: told.pk, deletedAt: expect.any(String) }])
  })

  it('mentions a story once more in another message', async () => {
    const { post, mentions } = openFeed()
    const { pk } = await answerOf<{ pk: string }>(await post(mentionOfDemo))
    expect((await post({ ...mentionOfDemo, again: pk })).status).toBe(201)
    expect(mentions.stories()).toHaveLength(1)
  })

  it('is told what it got wrong', async () => {
    const { post, look } = openFeed()
    const wrong = [
      {},
      { username: 'nobody' },
      { ...mentionOfDemo, poster: 'nobody' },
      { ...mentionOfDemo, kind: 'reel' },
      { ...mentionOfDemo, extra: 1 },
    ]
    for (const body of wrong) expect((await post(body)).status).toBe(400)
    expect((await post({ ...mentionOfDemo, again: '1' })).status).toBe(404)
    expect((await look(`${AT}/1`, { method: 'DELETE' })).status).toBe(404)
    expect((await look(AT, { method: 'POST', body: 'x' })).status).toBe(400)
  })
})

describe('the button on the feed', () => {
  it('puts a story up and leads back, for each account on its own feed', async () => {
    const { press, feed, mentions } = openFeed()
    const back = await press({ username: 'demo.kitchen', kind: 'image' })
    expect([back.status, back.headers.get('location')]).toEqual([303, '/sandbox'])
    const other = await press({ username: 'harbour.bakery', kind: 'video' })
    expect(other.headers.get('location')).toBe('/sandbox/u/harbour.bakery')
    expect(mentions.stories().map(({ kind }) => kind)).toEqual(['video', 'image'])
    expect(await feed()).toContain('A stranger mentions @demo.kitchen in a story')
    expect(await feed('/sandbox/u/harbour.bakery')).toContain('value="harbour.bakery"')
  })

  it('is somebody else each time, and nobody private', async () => {
    const { press, mentions } = openFeed()
    for (let count = 0; count < 6; count += 1) await press({ username: 'demo.kitchen', kind: 'image' })
    expect(new Set(mentions.stories().map(({ posterPk }) => posterPk)).size).toBe(5)
  })

  it('may be pressed on the feed only', async () => {
    const { press, look } = openFeed()
    const fields = { username: 'demo.kitchen', kind: 'image' }
    for (const origin of ['https://example.org', 'http://localhost:4101', 'https://localhost:4100', 'null'])
      expect((await press(fields, { origin })).status).toBe(403)
    // The same page by every name that this computer has for itself.
    for (const name of ['127.0.0.1', 'localhost', '[::1]'])
      expect((await press(fields, { origin: `http://${name}:4100` })).status).toBe(303)
    expect((await press({ ...fields, more: 'x' })).status).toBe(400)
    expect((await press({ ...fields, username: 'nobody' })).status).toBe(400)
    const { headers } = await look(`${ORIGIN}/sandbox`)
    expect(headers.get('content-security-policy')).toContain("form-action 'self'")
    // A page that hides its origin could not send the form.
    expect(headers.get('referrer-policy')).toBe('same-origin')
  })
})

describe('the feed', () => {
  it('shows the stories that mention the account, as long as they live', async () => {
    const { mentions, feed, advance } = openFeed()
    expect(await feed()).not.toContain('Stories that mention you')
    const { story } = mentions.addMention(mentionOfDemo)
    mentions.addMention({ ...mentionOfDemo, kind: 'video', poster: 'maya_makes' })
    mentions.addMention({ username: 'harbour.bakery', poster: 'theo.tries.everything' })
    const text = await feed()
    expect(text).toContain('Stories that mention you')
    expect([...text.matchAll(/<small>(@[^<]+)</g)].map(([, name]) => name)).toEqual([
      '@maya_makes',
      '@ilse.eats',
    ])
    expect(text).toMatch(/<video\s+src="\/sandbox\/lookaside/)
    mentions.takeDown(story.pk)
    expect(await feed()).not.toContain('@ilse.eats')
    advance(DAY)
    expect(await feed()).not.toContain('@maya_makes')
  })

  it('needs neither script nor inline style for it', async () => {
    const { mentions, feed } = openFeed()
    mentions.addMention(mentionOfDemo)
    expect(await feed()).not.toMatch(/<script|<style| style=| on\w+=/i)
  })
})
