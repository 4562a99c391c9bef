import { describe, expect, it } from 'vitest'
import { bodyOf, INBOX, logIn, openPrivateApi, personNamed, saying } from './private-api-client.ts'

interface Item {
  item_id: string
  item_type: string
  user_id: string
  is_sent_by_viewer: boolean
  timestamp: number
  original_media_igid?: string | null
  xma_reel_mention?: Card[]
  generic_xma?: Card[]
  reel_share?: { type: string; mentioned_user_id: string | null; media: { pk?: string; media_type?: number } }
}
interface Card {
  target_url: string | null
  preview_url: string | null
  playable_url: string | null
  title_text: string | null
  serialized_content_ref?: string
}
interface Thread {
  thread_id: string
  users: { pk: string; username: string }[]
  items: Item[]
  is_group: boolean
  pending: boolean
  has_older: boolean
  oldest_cursor: string
}
interface Page {
  inbox: { threads: Thread[]; has_older: boolean; oldest_cursor: string }
  seq_id: number
  pending_requests_total: number
}

const DEMO = personNamed('demo.kitchen')

async function everyPage(browser: ReturnType<ReturnType<typeof openPrivateApi>['browser']>, box = 'inbox') {
  const pages: Page[] = []
  let cursor: Record<string, string> = {}
  do {
    const answer = await browser.api('GET', `direct_v2/${box}/`, { query: { ...INBOX, ...cursor } })
    pages.push(await bodyOf<Page>(answer))
    cursor = { cursor: pages.at(-1)?.inbox.oldest_cursor ?? '', direction: 'older' }
  } while (pages.at(-1)?.inbox.has_older)
  return pages
}

async function strangely() {
  const opened = openPrivateApi()
  const stories = opened.sandbox.privateApi.strangeInbox('demo.kitchen')
  const browser = opened.browser()
  const pages = await everyPage(browser)
  const threads = pages.flatMap(({ inbox }) => inbox.threads)
  const of = (username: string) =>
    threads.find(({ users }) => users.some((user) => user.username === username))?.items ?? []
  return { opened, stories, browser, pages, threads, of, items: threads.flatMap(({ items }) => items) }
}

describe('the inbox', () => {
  it('is empty, and then holds a mention with the number of its story as it is', async () => {
    const { sandbox, browser } = openPrivateApi()
    const read = async () => (await browser().api('GET', 'direct_v2/inbox/', { query: INBOX })).text()
    expect(JSON.parse(await read())).toMatchObject({ inbox: { threads: [], has_older: false }, status: 'ok' })
    const { story } = sandbox.mentions.addMention({ username: 'demo.kitchen', poster: 'ilse.eats' })
    const text = await read()
    expect(text).toContain(`"original_media_igid":${story.pk}`)
    expect(text).toContain(`/stories/ilse.eats/${story.pk}?reel_id=`)
    expect(text).toContain(`"user_id":${story.posterPk}`)
  })

  it('has three pages, and no thread twice', async () => {
    const { pages, threads } = await strangely()
    expect(pages.map(({ inbox }) => inbox.threads.length)).toEqual([20, 20, 12])
    expect(new Set(threads.map(({ thread_id: id }) => id)).size).toBe(52)
    expect(threads.filter(({ is_group: isGroup }) => isGroup)).toHaveLength(1)
  })

  it('keeps people whom nobody has answered among the requests', async () => {
    const { browser, pages, threads, stories } = await strangely()
    expect(pages[0]?.pending_requests_total).toBe(4)
    expect(threads.every(({ pending }) => !pending)).toBe(true)
    const [requests] = await everyPage(browser, 'pending_inbox')
    const names = requests?.inbox.threads.map(({ users }) => users[0]?.username)
    expect(names).toEqual(['benno.bikes', 'maya_makes', 'quiet.quinn', 'theo.tries.everything'])
    expect(requests?.inbox.threads[0]?.items[0]?.original_media_igid).toBe(stories.pending)
  })

  it.each(['visual_message_return_type', 'thread_message_limit', 'persistentBadging', 'limit'])(
    'is refused without %s',
    async (name) => {
      const { [name]: _, ...query } = INBOX as Record<string, string>
      const answer = await openPrivateApi().browser().api('GET', 'direct_v2/inbox/', { query })
      expect([answer.status, await bodyOf(answer)]).toMatchObject([
        403,
        { payload: { error_code: 1_404_006 } },
      ])
    },
  )

  it('is refused with a cursor that was changed on its way', async () => {
    const { browser, pages } = await strangely()
    const cursor = pages[0]?.inbox.oldest_cursor.replaceAll('+', ' ') ?? ''
    expect((await browser.api('GET', 'direct_v2/inbox/', { query: { ...INBOX, cursor } })).status).toBe(403)
  })

  it('reads alike in the app', async () => {
    const { sandbox, app } = openPrivateApi()
    sandbox.privateApi.strangeInbox('demo.kitchen')
    const client = app()
    await logIn(client)
    const page = await bodyOf<Page>(await client.api('GET', 'direct_v2/inbox/', { query: INBOX }))
    expect(page.inbox.threads).toHaveLength(20)
  })

  it('tells by a number whether anything has come', async () => {
    const { sandbox, browser } = openPrivateApi()
    const badge = async () =>
      bodyOf<{ seq_id: number }>(await browser().api('GET', 'direct_v2/get_badge_count/'))
    const { seq_id: before } = await badge()
    sandbox.mentions.addMention({ username: 'demo.kitchen', poster: 'benno.bikes' })
    expect((await badge()).seq_id).toBe(before + 1)
  })
})

describe('a mention in the inbox', () => {
  it('may lie under another name than its type, or tell its story by the number beside the card', async () => {
    const { of, stories } = await strangely()
    const generic = of('old.town.walks').find(({ generic_xma: cards }) => cards)
    expect(generic?.item_type).toBe('xma_reel_mention')
    expect(generic?.generic_xma?.[0]?.target_url).toContain(stories.generic)
    const linked = of('ilse.eats').find((item) => item.original_media_igid === stories.appLink)
    expect(linked?.xma_reel_mention?.[0]?.target_url).toMatch(/^instagram:\/\/\D+$/)
    const hidden = of('ilse.eats').find((item) => item.xma_reel_mention?.[0]?.serialized_content_ref)
    expect(hidden?.xma_reel_mention?.[0]?.serialized_content_ref).toContain(
      `"story_igid":"${stories.contentRef}"`,
    )
  })

  it('may be one in a reel, or one of which nothing is left to see', async () => {
    const { of } = await strangely()
    const cards = of('old.town.walks').flatMap((item) => item.xma_reel_mention ?? [])
    expect(cards.filter((card) => card.target_url?.includes('/reel/'))).toHaveLength(1)
    expect(cards.some((card) => card.preview_url === null && card.title_text !== null)).toBe(true)
    expect(cards.every((card) => card.playable_url === null)).toBe(true)
  })

  it('may come in the old form, as a reply, or after its story', async () => {
    const { threads, browser, stories } = await strangely()
    const id = threads.find(({ users }) => users[0]?.username === 'old.town.walks')?.thread_id
    const query = { visual_message_return_type: 'unseen', limit: '20' }
    const { thread } = await bodyOf<{ thread: Thread }>(
      await browser.api('GET', `direct_v2/threads/${id}/`, { query }),
    )
    const legacy = thread.items.flatMap((item) => item.reel_share ?? [])
    expect(legacy.map(({ type, mentioned_user_id: pk }) => [type, pk])).toEqual([
      ['mention', DEMO.pk],
      ['mention', DEMO.pk],
    ])
    expect(legacy.map(({ media }) => media.pk)).toEqual([undefined, stories.legacyVideo])
    const replies = threads.flatMap(({ items }) => items).filter((item) => item.reel_share?.type === 'reply')
    expect(replies).toHaveLength(1)
  })

  it('may be one of ours to somebody, or the second one of the same story', async () => {
    const { of, stories } = await strangely()
    const own = of('ilse.eats').filter((item) => item.is_sent_by_viewer)
    expect(own.map(({ item_type: type, user_id: pk }) => [type, pk])).toEqual([['xma_reel_mention', DEMO.pk]])
    const twice = of('ilse.eats').filter(
      (item) => item.item_type === 'xma_reel_mention' && item.original_media_igid === stories.image,
    )
    expect(twice).toHaveLength(2)
    expect(of('ilse.eats').map(({ item_type: type }) => type)).toContain('xma_story_share')
  })

  it('has no preview once its author has taken the story down', async () => {
    const { sandbox, browser } = openPrivateApi()
    const { story } = sandbox.mentions.addMention({ username: 'demo.kitchen' })
    sandbox.mentions.takeDown(story.pk)
    const page = await bodyOf<Page>(await browser().api('GET', 'direct_v2/inbox/', { query: INBOX }))
    const card = page.inbox.threads[0]?.items[0]?.xma_reel_mention?.[0]
    expect(card).toMatchObject({ preview_url: null, target_url: null, title_text: expect.any(String) })
  })
})

describe('a thread', () => {
  it('is read from where the last look ended', async () => {
    const { threads, browser } = await strangely()
    const thread = threads.find(({ users }) => users[0]?.username === 'old.town.walks')
    const query = { visual_message_return_type: 'unseen', limit: '5', direction: 'older' }
    const path = `direct_v2/threads/${thread?.thread_id}/`
    const first = await bodyOf<{ thread: Thread }>(await browser.api('GET', path, { query }))
    expect([first.thread.items.length, first.thread.has_older]).toEqual([5, true])
    const cursor = first.thread.oldest_cursor
    const next = await bodyOf<{ thread: Thread }>(
      await browser.api('GET', path, { query: { ...query, cursor } }),
    )
    expect(next.thread.items.map(({ item_id: id }) => id)).not.toContain(cursor)
    expect(await saying(await browser.api('GET', 'direct_v2/threads/1/', { query }))).toMatch(/^404/)
  })
})

describe('the calls that nobody may make', () => {
  it.each([
    'media/seen/',
    'direct_v2/threads/34028/items/3255/seen/',
    'direct_v2/threads/34028/approve/',
    'direct_v2/threads/approve_multiple/',
    'friendships/create/92000000000123451/',
  ])('%s works, and is noted', async (path) => {
    const { sandbox, browser } = openPrivateApi()
    expect((await browser().api('POST', path)).status).toBe(200)
    expect(sandbox.privateApi.calls()).toMatchObject([
      { host: 'www.instagram.com', method: 'POST', path: `/api/v1/${path}`, username: 'demo.kitchen' },
    ])
    sandbox.privateApi.forgetCalls()
    expect(sandbox.privateApi.calls()).toEqual([])
  })
})
