import { describe, expect, it } from 'vitest'
import type { MentionCandidate } from '../../../../../core/ports/reposts/mention-source.ts'
import { DAY, HOUR, MINUTE } from '../../../../../core/time.ts'
import { BY_PARTNER, BY_PLATFORM, openMailbox } from './mailbox.ts'

const pathsOf = (calls: readonly Request[]) =>
  calls.map(({ url }) => new URL(url).pathname.split('/').slice(3).join('/'))
const threadsRead = (calls: readonly Request[]) =>
  pathsOf(calls).filter((path) => /^v[\d.]+\/aWd/.test(path)).length
const only = (mentions: readonly MentionCandidate[]) => {
  expect(mentions).toHaveLength(1)
  return mentions[0] ?? expect.unreachable()
}

describe.each([
  ['the account’s own login', BY_PLATFORM],
  ['the partner’s login', BY_PARTNER],
] as const)('mentions by %s', (_login, access) => {
  it('are found with their author, their media and their end', async () => {
    const { tell, scan, clock } = openMailbox(access)
    const { story, message } = tell({ kind: 'video', poster: 'old.town.walks' })
    const at = clock.now()
    expect(await scan()).toEqual({
      mentions: [
        {
          key: `official:${story.graphId}`,
          transport: 'official',
          itemId: message.mid,
          threadId: message.conversationId,
          posterId: '25831000000456784',
          posterUsername: 'old.town.walks',
          storyId: story.graphId,
          media: { kind: null, url: expect.stringContaining(story.signature) },
          mentionedAt: at,
          expiresAt: at + DAY,
          gone: null,
        },
      ],
      memory: expect.any(String),
      stop: null,
      hasMore: false,
      hasMissed: false,
    })
  })

  it('are looked at once more before they are reposted, and found gone when they are', async () => {
    const { sandbox, tell, scan, look } = openMailbox(access)
    const { story } = tell({ kind: 'video' })
    const mention = only((await scan()).mentions)
    const media = { kind: 'video', url: mention.media?.url }
    expect(await look(mention)).toEqual({ kind: 'live', media, expiresAt: mention.expiresAt })
    expect(await look({ ...mention, media: null })).toMatchObject({ kind: 'live', media })
    sandbox.mentions.takeDown(story.pk)
    expect(await look(mention)).toEqual({ kind: 'gone', gone: 'expired' })
  })
})

describe('a scan', () => {
  it('tells the oldest first, and a story once however often it mentions', async () => {
    const { tell, scan, clock } = openMailbox()
    const first = tell({ poster: 'benno.bikes' })
    clock.advance(HOUR)
    const second = tell()
    clock.advance(HOUR)
    tell({ again: second.story.pk })
    const { mentions } = await scan()
    expect(mentions.map(({ itemId }) => itemId)).toEqual([first.message.mid, second.message.mid])
  })

  it('takes neither texts nor answers nor our own mentions of others for mentions', async () => {
    const { say, scan, calls } = openMailbox()
    say({ text: 'Are you open?' })
    say({ about: 'reply', text: 'Yum' })
    say({ isUnsupported: true })
    say({ isFromUs: true, about: 'mention' })
    expect((await scan()).mentions).toEqual([])
    // The messages say whose they are: nobody else was asked.
    expect(calls).toHaveLength(2)
  })

  it('leaves out what is older than a story can be', async () => {
    const { tell, say, scan, clock } = openMailbox()
    tell()
    clock.advance(DAY)
    say({ text: 'Still there?' })
    expect((await scan()).mentions).toEqual([])
  })

  it('tells of a mention without an address as of one that cannot be had', async () => {
    const { tell, scan, calls } = openMailbox()
    tell({ isUnsupported: true })
    expect(only((await scan()).mentions)).toMatchObject({ gone: 'unavailable', media: null })
    expect(pathsOf(calls).filter((path) => path.startsWith('ig_messaging_cdn'))).toEqual([])
  })

  it('reads each conversation by one call, and goes to no story', async () => {
    const { tell, scan, calls } = openMailbox()
    tell()
    tell()
    await scan()
    expect(calls).toHaveLength(2)
  })

  it('asks for conversations never faster than they may be asked', async () => {
    const { tell, scan, clock, calls } = openMailbox()
    for (const poster of ['ilse.eats', 'benno.bikes', 'maya_makes', 'old.town.walks']) tell({ poster })
    const begin = clock.now()
    expect((await scan()).mentions).toHaveLength(4)
    expect(clock.now() - begin).toBeGreaterThanOrEqual(calls.length * 500)
  })
})

describe('what a source remembers', () => {
  it('spares it the conversations in which nothing has happened since', async () => {
    const { tell, scan, clock, calls } = openMailbox()
    tell({ poster: 'ilse.eats' })
    tell({ poster: 'benno.bikes' })
    clock.advance(HOUR)
    const { memory } = await scan()
    expect(threadsRead(calls.splice(0))).toBe(2)
    clock.advance(HOUR)
    const news = tell({ poster: 'ilse.eats' })
    clock.advance(HOUR)
    const { mentions } = await scan(memory)
    expect(threadsRead(calls)).toBe(1)
    expect(mentions.at(-1)?.itemId).toBe(news.message.mid)
  })

  it('does not cover a conversation that changes in the very minute', async () => {
    const { tell, scan, clock, calls } = openMailbox()
    tell()
    const { memory } = await scan()
    clock.advance(6 * HOUR)
    await scan(memory)
    expect(threadsRead(calls)).toBe(2)
  })

  it('is small, and forgets what is over', async () => {
    const { tell, scan, clock } = openMailbox()
    tell()
    clock.advance(HOUR)
    const first = await scan()
    expect(first.memory?.length).toBeLessThan(200)
    clock.advance(DAY)
    expect((await scan(first.memory)).memory?.length).toBeLessThan(80)
  })

  it.each(['', '{', '[]', '{"v":2}', '{"v":1,"read":[["a"]]}'])(
    'that cannot be read (%s) is nothing',
    async (memory) => {
      const { tell, scan } = openMailbox()
      tell()
      expect((await scan(memory)).mentions).toHaveLength(1)
    },
  )
})

describe('a scan that may not go on', () => {
  const only3 = () => {
    let left = 3
    return async () => (left -= 1) >= 0
  }

  it('tells what it found, and finds the rest the next time', async () => {
    const { tell, scan, clock, calls } = openMailbox()
    const first = tell({ poster: 'ilse.eats' })
    clock.advance(MINUTE)
    const second = tell({ poster: 'benno.bikes' })
    clock.advance(MINUTE)
    const third = tell({ poster: 'maya_makes' })
    clock.advance(HOUR)
    const held = await scan(null, { mayCall: only3() })
    expect(held.stop).toBeNull()
    expect(calls).toHaveLength(3)
    expect(held.mentions.map(({ itemId }) => itemId)).toEqual([first.message.mid, second.message.mid])
    clock.advance(HOUR)
    const rest = await scan(held.memory)
    expect(rest.mentions.map(({ itemId }) => itemId)).toEqual([third.message.mid])
  })

  it('makes no call at all when none is allowed', async () => {
    const { tell, scan, look, calls } = openMailbox()
    tell()
    const mention = only((await scan()).mentions)
    calls.length = 0
    const never = async () => false
    expect(await scan('x', { mayCall: never })).toMatchObject({ mentions: [], stop: null })
    expect(await look(mention, never)).toMatchObject({ kind: 'stopped', stop: { signal: 'offline' } })
    expect(calls).toEqual([])
  })
})

describe('a story', () => {
  it('is over after a day without anybody being asked', async () => {
    const { tell, scan, look, clock, calls } = openMailbox()
    tell()
    const mention = only((await scan()).mentions)
    clock.advance(DAY)
    calls.length = 0
    expect(await look(mention)).toEqual({ kind: 'gone', gone: 'expired' })
    expect(calls).toEqual([])
  })

  it('whose message has slipped out of reach cannot be told from a deleted one', async () => {
    const { tell, say, scan, look } = openMailbox()
    tell()
    const mention = only((await scan()).mentions)
    for (let count = 0; count < 20; count += 1) say({ text: 'Hello?' })
    expect(await look({ ...mention, media: null })).toEqual({ kind: 'gone', gone: 'expired' })
    expect(await look(mention)).toMatchObject({ kind: 'live' })
  })
})

describe('what the platform refuses', () => {
  it.each([
    ['token-expired', 'token-expired'],
    ['checkpointed', 'token-expired'],
    ['permission-missing', 'not-permitted'],
    ['page-permission-missing', 'not-permitted'],
    ['rate-limited', 'rate-limited'],
    ['business-rate-limited', 'rate-limited'],
    ['user-rate-limited', 'rate-limited'],
    ['calls-too-fast', 'rate-limited'],
    ['temporarily-blocked', 'action-blocked'],
    ['action-blocked', 'action-blocked'],
    ['account-restricted', 'banned'],
    ['unknown-code', 'failed'],
    ['server-error', 'failed'],
    ['html', 'failed'],
    ['half-json', 'failed'],
  ] as const)('%s means: %s, and nothing else is asked', async (mode, signal) => {
    const { sandbox, tell, scan, calls } = openMailbox()
    tell()
    sandbox.faults.add({ on: 'messages', mode })
    const { mentions, stop } = await scan()
    expect([mentions, stop?.signal]).toEqual([[], signal])
    expect(calls).toHaveLength(2)
  })

  it('keeps what was found before, and loses nothing of what was not', async () => {
    const { sandbox, tell, scan, clock } = openMailbox()
    const first = tell({ poster: 'ilse.eats' })
    clock.advance(MINUTE)
    const second = tell({ poster: 'benno.bikes' })
    clock.advance(HOUR)
    sandbox.faults.add({ on: 'messages', mode: 'business-rate-limited', skip: 1 })
    const stopped = await scan()
    expect(stopped.mentions.map(({ itemId }) => itemId)).toEqual([first.message.mid])
    expect(stopped.stop).toMatchObject({ signal: 'rate-limited', waitFor: 5 * MINUTE })
    clock.advance(HOUR)
    expect((await scan(stopped.memory)).mentions.map(({ itemId }) => itemId)).toEqual([second.message.mid])
  })

  it('is applied before it is said: a used-up limit ends the scan', async () => {
    const { sandbox, tell, scan, calls } = openMailbox()
    tell()
    sandbox.faults.add({ on: 'conversations', mode: 'usage', percent: 100, minutes: 7 })
    expect((await scan()).stop).toMatchObject({ signal: 'rate-limited', waitFor: 7 * MINUTE })
    expect(calls).toHaveLength(1)
  })

  it('never says the token', async () => {
    const { sandbox, tell, scan } = openMailbox()
    tell()
    const message = `No: ${BY_PLATFORM.token}`
    sandbox.faults.add({ on: 'conversations', mode: 'error', code: 200, message })
    expect((await scan()).stop?.message).not.toContain(BY_PLATFORM.token)
  })

  it('is the missing Page of a partner’s account, too', async () => {
    const { scan, calls } = openMailbox({ ...BY_PARTNER, page: null })
    expect((await scan('x')).stop?.signal).toBe('not-permitted')
    expect(calls).toEqual([])
  })

  it('is no failure when one conversation was deleted meanwhile', async () => {
    const { sandbox, tell, scan } = openMailbox()
    tell({ poster: 'ilse.eats' })
    tell({ poster: 'benno.bikes' })
    sandbox.faults.add({ on: 'messages', mode: 'object-missing', times: 2 })
    const { mentions, stop } = await scan()
    expect([mentions.length, stop]).toEqual([1, null])
  })

  it('is a failure when no conversation at all can be read', async () => {
    const { sandbox, tell, scan } = openMailbox()
    tell({ poster: 'ilse.eats' })
    tell({ poster: 'benno.bikes' })
    sandbox.faults.add({ on: 'messages', mode: 'object-missing', times: 4 })
    expect((await scan()).stop?.signal).toBe('failed')
  })
})

describe('an account whose senders are not told', () => {
  it('has its mentions reported nevertheless, by the other person in the conversation', async () => {
    const { sandbox, tell, scan } = openMailbox()
    tell({ poster: 'maya_makes' })
    sandbox.faults.add({ on: 'messages', mode: 'object-missing' })
    expect(only((await scan()).mentions)).toMatchObject({
      posterUsername: 'maya_makes',
      posterId: '25831000000456783',
    })
  })
})
