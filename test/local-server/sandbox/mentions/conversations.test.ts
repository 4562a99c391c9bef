import { describe, expect, it } from 'vitest'
import { DAY, MINUTE } from '../../../../core/time.ts'
import { createMemorySandboxStore } from '../../../fakes/memory-sandbox-store.ts'
import { AS_PAGE, answerOf, BY_PARTNER, BY_PLATFORM, HARBOUR, HARBOUR_PAGE, refusalOf } from '../kitchen.ts'
import { openInbox, PARTS, mentionOfDemo, type GraphMessage } from './inbox.ts'

const DEMO = '17841460012345678'

describe('a stranger’s story that mentions an account', () => {
  it('arrives as a message from its author that leads to the media', async () => {
    const { mentions, list, messages } = openInbox()
    const { story } = mentions.addMention({ ...mentionOfDemo, poster: 'old.town.walks' })
    const { data } = await list()
    expect(data).toEqual([{ id: expect.any(String), updated_time: '2026-11-20T13:00:00+0000' }])
    const told = (await messages(data[0]?.id ?? '')).data
    expect(told).toEqual([
      {
        id: expect.any(String),
        created_time: '2026-11-20T13:00:00+0000',
        from: { username: 'old.town.walks', id: '25831000000456784' },
        to: { data: [{ username: 'demo.kitchen', id: DEMO }] },
        message: '',
        story: {
          mention: {
            id: story.graphId,
            link: expect.stringMatching(
              /lookaside\.fbsbx\.com\/ig_messaging_cdn\/\?asset_id=\d+&signature=AYc%2F/,
            ),
          },
        },
      },
    ])
    expect(story.graphId).not.toBe(story.pk)
    expect(BigInt(story.pk)).toBeGreaterThan(2n ** 53n)
  })

  it('is told of by one call for the whole conversation, too, and by its message alone', async () => {
    const { mentions, ask, list } = openInbox()
    const { story } = mentions.addMention(mentionOfDemo)
    const [conversation] = (await list()).data
    const fields = 'participants,messages.limit(20){id,from,story{mention{id}}}'
    const whole = await answerOf<{ messages: { data: GraphMessage[] }; participants: object }>(
      await ask(`/${conversation?.id}`, { fields }),
    )
    const [message] = whole.messages.data
    expect(message?.story).toEqual({ mention: { id: story.graphId } })
    expect(whole.participants).toEqual({
      data: [
        { username: 'demo.kitchen', id: DEMO },
        { username: 'ilse.eats', id: '25831000000456781' },
      ],
    })
    const alone = await answerOf<GraphMessage>(await ask(`/${message?.id}`, { fields: PARTS }))
    expect(alone).toMatchObject({ id: message?.id, story: { mention: { id: story.graphId } } })
  })

  it('is invisible to an app in development, whose list is empty and no refusal', async () => {
    const { mentions, list } = openInbox({ behaviour: { appMode: 'development' } })
    mentions.addMention(mentionOfDemo)
    const cursors = { before: expect.any(String), after: expect.any(String) }
    expect(await list()).toEqual({ data: [], paging: { cursors } })
  })

  it('is kept back when its author is private', async () => {
    const { mentions, list } = openInbox()
    mentions.addMention({ ...mentionOfDemo, poster: 'quiet.quinn' })
    expect((await list()).data).toEqual([])
  })

  it('comes without an address when the platform has no words for it', async () => {
    const { mentions, list, messages } = openInbox()
    const { story } = mentions.addMention({ ...mentionOfDemo, kind: 'video', isUnsupported: true })
    const [told] = (await messages((await list()).data[0]?.id ?? '')).data
    expect(told).toMatchObject({ story: { mention: { id: story.graphId } }, is_unsupported: true })
    expect(told?.story?.mention).not.toHaveProperty('link')
  })

  it('is there again after a restart, and nothing gets its numbers twice', async () => {
    const store = createMemorySandboxStore()
    const first = openInbox({ store }).mentions.addMention(mentionOfDemo)
    const { mentions, list, advance } = openInbox({ store })
    mentions.takeDown(first.story.pk)
    const deletedAt = mentions.stories()[0]?.deletedAt
    advance(MINUTE)
    mentions.takeDown(first.story.pk)
    expect(mentions.stories()[0]?.deletedAt).toBe(deletedAt)
    const second = mentions.addMention(mentionOfDemo)
    expect(
      openInbox({ store })
        .mentions.stories()
        .map(({ pk, deletedAt }) => [pk, deletedAt !== null]),
    ).toEqual([
      [second.story.pk, false],
      [first.story.pk, true],
    ])
    expect(second.message.mid).not.toBe(first.message.mid)
    expect(second.message.threadId).toBe(first.message.threadId)
    expect((await list()).data).toHaveLength(1)
  })
})

describe('other messages', () => {
  it('are texts, answers to stories, what the platform cannot show, and our own', async () => {
    const { mentions, list, messages } = openInbox()
    mentions.addMessage({ ...mentionOfDemo, text: 'Are you open?' })
    mentions.addMessage({ ...mentionOfDemo, text: 'Yum', about: 'reply' })
    mentions.addMessage({ ...mentionOfDemo, isUnsupported: true })
    mentions.addMessage({ ...mentionOfDemo, isFromUs: true, about: 'mention' })
    const { data } = await messages((await list()).data[0]?.id ?? '')
    expect(
      data.map(({ from, story, message }) => [from?.username, message, Object.keys(story ?? {})]),
    ).toEqual([
      ['demo.kitchen', '', ['mention']],
      ['ilse.eats', '', []],
      ['ilse.eats', 'Yum', ['reply_to']],
      ['ilse.eats', 'Are you open?', []],
    ])
    expect(data.map(({ is_unsupported }) => is_unsupported)).toEqual([undefined, true, undefined, undefined])
  })
})

describe('the list of conversations', () => {
  it('comes in pages, with the newest first', async () => {
    const { mentions, list, advance } = openInbox()
    for (const poster of ['ilse.eats', 'benno.bikes', 'maya_makes']) {
      mentions.addMention({ ...mentionOfDemo, poster })
      advance(MINUTE)
    }
    const first = await list({ limit: '2' })
    const second = await list({ limit: '2', after: first.paging?.cursors.after ?? '' })
    expect([first.data.length, second.data.length]).toEqual([2, 1])
    expect(second.paging?.next).toBeUndefined()
    expect(first.data[0]?.updated_time).toBe('2026-11-20T13:02:00+0000')
  })

  it('leaves out requests that have been quiet for 30 days, and keeps those of friends', async () => {
    const { mentions, list, advance } = openInbox()
    mentions.addMention({ ...mentionOfDemo, poster: 'benno.bikes' })
    mentions.addMention({ ...mentionOfDemo, poster: 'ilse.eats' })
    advance(30 * DAY)
    expect((await list()).data).toHaveLength(1)
  })

  it('is for Instagram only', async () => {
    const { ask } = openInbox()
    expect(await refusalOf(await ask('/me/conversations'))).toBe('400 100')
  })
})

describe('the twenty newest messages', () => {
  it('have details; of older ones nothing is told but that they are there', async () => {
    const { mentions, list, messages, ask } = openInbox()
    const { message } = mentions.addMention(mentionOfDemo)
    for (let count = 0; count < 20; count += 1) mentions.addMessage({ ...mentionOfDemo, text: 'Hello?' })
    const { data } = await messages((await list()).data[0]?.id ?? '')
    expect(data.map(({ from }) => from !== undefined)).toEqual([...Array(20).fill(true), false])
    expect(data.at(-1)).toEqual({ id: message.mid, created_time: '2026-11-20T13:00:00+0000' })
    expect(await refusalOf(await ask(`/${message.mid}`, { fields: PARTS }))).toBe('400 100/33')
  })
})

describe('more than two calls a second', () => {
  it('are refused, for each account separately', async () => {
    const { callAs, advance } = openInbox()
    const [harbour, demo] = [callAs(BY_PLATFORM), callAs({ ...BY_PLATFORM, token: 'IGSANDBOXtest' })]
    const ask = async (call: typeof harbour) =>
      (await call('GET', '/me/conversations', { platform: 'instagram' })).status
    expect([await ask(harbour), await ask(harbour), await ask(harbour), await ask(demo)]).toEqual([
      200, 200, 400, 200,
    ])
    advance(1000)
    expect(await ask(harbour)).toBe(200)
  })

  it('say so by number', async () => {
    const { sandbox, ask } = openInbox()
    sandbox.faults.add({ on: 'conversations', mode: 'calls-too-fast' })
    expect(await refusalOf(await ask('/me/conversations', { platform: 'instagram' }))).toBe('400 613')
  })
})

describe('whose messages a token opens', () => {
  const conversations = { platform: 'instagram' }
  const harbour = { username: 'harbour.bakery' }

  it('is the account’s own, under either of its ids', async () => {
    const { mentions, askAs } = openInbox()
    mentions.addMention(harbour)
    const ask = askAs(BY_PLATFORM)
    for (const id of ['me', HARBOUR, '26310470987654322']) {
      expect(
        (await answerOf<{ data: [] }>(await ask(`/${id}/conversations`, conversations))).data,
      ).toHaveLength(1)
    }
    expect(await refusalOf(await ask(`/${DEMO}/conversations`, conversations))).toBe('400 100/33')
  })

  it('is the Page’s linked account by the partner’s login, with the Page’s own token', async () => {
    const { mentions, askAs } = openInbox()
    const { story } = mentions.addMention(harbour)
    const { data } = await answerOf<{ data: { id: string }[] }>(
      await askAs(AS_PAGE)(`/${HARBOUR_PAGE}/conversations`, conversations),
    )
    const path = `/${data[0]?.id}/messages`
    const told = await answerOf<{ data: GraphMessage[] }>(
      await askAs(AS_PAGE)(path, { fields: 'story{mention{id,link}}' }),
    )
    expect(told.data[0]?.story?.mention?.id).toBe(story.graphId)
    const asPerson = askAs(BY_PARTNER)
    expect(await refusalOf(await asPerson(`/${HARBOUR_PAGE}/conversations`, conversations))).toBe('400 210')
    expect(await refusalOf(await asPerson(path))).toBe('400 210')
  })

  it('is nobody’s without the permission', async () => {
    const { sandbox, askAs } = openInbox()
    const dialog = new URLSearchParams({
      client_id: '990100000000001',
      redirect_uri: 'http://127.0.0.1:4100/back',
      response_type: 'code',
      scope: 'instagram_business_basic,instagram_business_manage_messages',
      sandbox_as: 'demo',
      sandbox_allow: '1',
      sandbox_decline: 'instagram_business_manage_messages',
    })
    const away = await sandbox.app.request(
      `http://127.0.0.1:4100/sandbox/www.instagram.com/oauth/authorize?${dialog}`,
    )
    const code = new URL(away.headers.get('location') ?? '').searchParams.get('code') ?? ''
    const exchange = await sandbox.app.request(
      'http://127.0.0.1:4100/sandbox/api.instagram.com/oauth/access_token',
      {
        method: 'POST',
        body: new URLSearchParams({
          client_id: '990100000000001',
          client_secret: 'sandboxplatformappnosecret',
          grant_type: 'authorization_code',
          redirect_uri: 'http://127.0.0.1:4100/back',
          code,
        }),
      },
    )
    const { access_token } = await answerOf<{ access_token: string }>(exchange)
    const asDemo = askAs({ ...BY_PLATFORM, token: access_token })
    expect(await refusalOf(await asDemo('/me/conversations', conversations))).toBe('400 10')
  })
})
