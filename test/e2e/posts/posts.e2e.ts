import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { PostBody } from '../../../core/api/posts.ts'
import { DAY, HOUR, MINUTE, toIso } from '../../../core/time.ts'
import { SANDBOX_PARTNER_TOKEN } from '../../../local-server/sandbox/tokens/known-tokens.ts'
import { accountId, postOf, publish, terminalPost, uploaded } from '../../process-harness/client.ts'
import { startServer } from '../../process-harness/server-process.ts'
import { objections } from '../axe.ts'
import { drafted, fault, openPost, published, rowOf, scheduledAt, toast } from './posts-at-hand.ts'
import { browser, openBrowserAndServer, server } from '../file-set-up.ts'
import {
  answerTo,
  caption as captionField,
  closeSheet,
  newPostSheet,
  openList,
  visit,
  visitNewPost,
} from '../visit.ts'

openBrowserAndServer()

describe('the list of posts', () => {
  it('names the next action while the list of posts is empty', async () => {
    const { page } = await visit(browser, server)
    await openList(page)
    await page.getByRole('link', { name: 'Publish your first post' }).click()
    await newPostSheet(page).waitFor()
  })

  it('shows the newest posts first, each with its picture, and older ones on demand', async () => {
    const ids = await publishMany(22)
    await terminalPost(server, ids.at(-1) ?? '')
    const { page, complaints } = await visit(browser, server)
    await openList(page)

    const posts = page.getByRole('main').getByRole('listitem')
    await posts.first().getByText('Post number 22').waitFor()
    await posts.first().getByText('Published', { exact: true }).waitFor()
    await posts.first().locator('img').waitFor()
    expect(await posts.count()).toBe(20)

    await page.getByRole('button', { name: 'Load more posts' }).click()
    await posts.last().getByText('Post number 1', { exact: true }).waitFor()
    expect(await posts.count()).toBe(22)
    expect(await page.getByRole('button', { name: 'Load more posts' }).count()).toBe(0)
    expect(complaints).toEqual([])
  })

  it('shows the exact time beside the friendly one', async () => {
    const { page } = await visit(browser, server)
    await openList(page)
    const time = page.getByRole('main').locator('time').first()
    await time.waitFor()
    expect(await time.getAttribute('title')).toContain(String(new Date().getFullYear()))
  })
})

describe('the search', () => {
  it('finds posts by words and state, and keeps both over a reload', async () => {
    await published(server, 'Rye bread on Friday')
    await drafted(server, 'Rye bread, maybe')
    const { page } = await visit(browser, server)
    await openList(page)
    await page.getByLabel('Search captions').fill('RYE')
    await page.getByText('2 posts found').waitFor()
    // A bare time would read as when it goes out.
    await rowOf(page, 'Rye bread, maybe').getByText('last changed: ').waitFor()
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByRole('checkbox', { name: 'Drafts' }).check()
    await page.keyboard.press('Escape')
    await page.getByText('1 post found').waitFor()
    await rowOf(page, 'Rye bread, maybe').waitFor()

    await page.reload()
    await rowOf(page, 'Rye bread, maybe').waitFor()
    expect(await page.getByLabel('Search captions').inputValue()).toBe('RYE')
    expect(await rowOf(page, 'Rye bread on Friday').count()).toBe(0)

    await rowOf(page, 'Rye bread, maybe').getByRole('link').click()
    await page.getByRole('heading', { name: 'A draft' }).waitFor()
    await page.goBack()
    await rowOf(page, 'Rye bread, maybe').waitFor()

    await page.getByLabel('Search captions').fill('no such bread')
    await page.getByRole('button', { name: 'Clear the search' }).click()
    await rowOf(page, 'Rye bread on Friday').waitFor()
    expect(await page.getByLabel('Search captions').inputValue()).toBe('')
  })
})

describe('an address of the list from when it was a page of its own', () => {
  it('leads to the list in the plan, with its filter', async () => {
    await published(server, 'Bookmarked and live')
    await drafted(server, 'Bookmarked, not live')
    const { page } = await visit(browser, server, { at: '/posts?text=bookmarked&state=drafts' })
    await page.getByText('1 post found').waitFor()
    await rowOf(page, 'Bookmarked, not live').waitFor()
    expect(new URL(page.url()).pathname).toBe('/plan')
    await page.goto(`${server.origin}/posts?deleted`)
    await page.getByRole('heading', { name: 'Nothing has been deleted' }).waitFor()
  })
})

describe('the way back from a post', () => {
  it('leads to the day in the calendar from which it was opened, also by the key of the browser', async () => {
    await scheduledAt(server, Date.now() + 75 * DAY, { caption: 'Far ahead' })
    const { page } = await visit(browser, server)
    const card = page.getByRole('main').getByRole('button', { name: 'Far ahead' })
    const open = async () => {
      await card.click()
      await page.getByRole('dialog').getByRole('link', { name: 'Details' }).click()
      await page.getByRole('heading', { name: 'Far ahead', level: 1 }).waitFor()
    }
    for (let week = 0; week < 10; week += 1) await page.getByRole('button', { name: 'Next week' }).click()
    await open()
    await page.getByRole('link', { name: 'Back' }).click()
    await card.waitFor()
    await open()
    await page.goBack()
    await card.waitFor()
  })
})

describe('a failed post in the plan', () => {
  it('offers beside all about it what helps, and the way back leads to its day', async () => {
    // Of its own: the many posts of this one's day would hide it.
    const own = await startServer()
    await fault(own, { on: 'create', mode: 'aspect-ratio', match: { captionIncludes: 'Refused' } })
    await published(own, 'Refused for its shape')
    const { page } = await visit(browser, own)
    await page.getByRole('main').getByRole('button', { name: 'Refused for its shape' }).click()
    await page
      .getByRole('dialog')
      .getByRole('link', { name: /^Fix the files/ })
      .click()
    await page.getByRole('button', { name: 'Retry' }).waitFor()
    await page.goBack()
    expect(new URL(page.url()).searchParams.get('at')).not.toBe(null)
  })
})

describe('a deleted post', () => {
  it('restores a deleted draft when the reader thinks better of it', async () => {
    const draft = await drafted(server, 'Half an idea')
    const { page, complaints } = await visit(browser, server)
    await openPost(page, draft)
    await page.getByRole('button', { name: 'Delete here…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete here' }).click()
    await toast(page, 'Deleted.').getByRole('button', { name: 'Undo' }).waitFor()
    await page.keyboard.press('Control+z')
    await page.getByRole('heading', { name: 'Half an idea', level: 1 }).waitFor()
    await toast(page, 'The draft is back.').waitFor()
    expect(complaints).toEqual([])
  })

  it('restores with a deleted draft what was typed into it and not saved', async () => {
    const draft = await drafted(server, 'As it was saved')
    const { page } = await visit(browser, server)
    const words = page.getByRole('textbox', { name: 'Caption' })
    await page.goto(`${server.origin}/posts/${draft.id}?post=${draft.id}`)
    await words.fill('As it was typed')
    await closeSheet(page)
    await page.getByRole('button', { name: 'Delete here…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete here' }).click()
    await toast(page, 'Deleted.').getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('heading', { name: 'As it was saved', level: 1 }).waitFor()
    await page.getByRole('link', { name: 'Edit' }).click()
    await words.waitFor()
    expect(await words.inputValue()).toBe('As it was typed')
    const kept = () => page.evaluate((id) => localStorage.getItem(`nightpost-compose-${id}`), draft.id)
    expect(await kept()).toBeNull()
  })

  it('restores a deleted draft once, also by a double click', async () => {
    const draft = await drafted(server, 'Half an idea, twice')
    const { page, complaints } = await visit(browser, server)
    await openPost(page, draft)
    await page.getByRole('button', { name: 'Delete here…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete here' }).click()
    const undo = toast(page, 'Deleted.').getByRole('button', { name: 'Undo' })
    await undo.evaluate((button: HTMLElement) => {
      button.click()
      button.click()
    })
    await page.getByRole('heading', { name: 'Half an idea, twice', level: 1 }).waitFor()
    const { posts } = (await (await server.api('/posts?status=DRAFT')).json()) as {
      posts: { caption: string }[]
    }
    expect(posts.filter(({ caption }) => caption === draft.caption)).toHaveLength(1)
    expect(complaints).toEqual([])
  })

  it('is not asked for again while its deletion waits for the answer and a change is seen', async () => {
    const draft = await drafted(server, 'Gone before it is said')
    const { page, complaints } = await visit(browser, server)
    await openPost(page, draft)
    await page.route(`**/api/posts/${draft.id}`, async (route) => {
      if (route.request().method() !== 'DELETE') return route.continue()
      const response = await answerTo(route)
      // By the second reading from now, the event of the deletion was heard.
      for (let asked = 0; asked < 3; asked += 1) {
        const answered = page.waitForResponse((answer) => answer.url().endsWith('/api/attention'))
        await drafted(server, 'Makes the page ask')
        await answered
      }
      return route.fulfill({ response })
    })
    await page.getByRole('button', { name: 'Delete here…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete here' }).click()
    await toast(page, 'Deleted.').waitFor()
    expect(complaints).toEqual([])
  })

  it('keeps a deleted post in the archive, which says where it was deleted and where it may still be', async () => {
    const live = await published(server, 'Gone from the list')
    const { page } = await visit(browser, server)
    await openPost(page, live)
    await page.getByRole('button', { name: 'Delete here…' }).click()
    expect(await page.getByText('Delete it in the Instagram app.').count()).toBe(0)
    await page.getByRole('dialog').getByText('In the sandbox feed it stays as it is.').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete here' }).click()
    await page.getByRole('link', { name: 'Deleted', exact: true }).click()
    const archived = rowOf(page, 'Gone from the list')
    await archived.getByText('Deleted here only').waitFor()
    await archived.getByRole('link', { name: 'See it in the sandbox feed' }).waitFor()
    expect(await objections(page)).toEqual([])
  })

  it('deletes a post from the platform, too, or says that it is still there', async () => {
    const own = await startServer()
    await own.request('/api/auth/accounts/token', {
      method: 'POST',
      headers: { cookie: await own.signIn(), origin: own.origin, 'content-type': 'application/json' },
      body: JSON.stringify({ loginMethod: 'partner', accessToken: SANDBOX_PARTNER_TOKEN }),
    })
    const { accounts } = (await (await own.api('/auth/me')).json()) as {
      accounts: { id: string; username: string }[]
    }
    const bakery = accounts.find(({ username }) => username === 'harbour.bakery')?.id ?? ''
    const { id: mediaFileId } = await uploaded(own)
    const live = async (caption: string) =>
      terminalPost(own, await publish(own, { accountId: bakery, mediaFileId, caption }))
    const { page } = await visit(browser, own)
    const deleteThere = async (post: PostBody) => {
      await openPost(page, post)
      await page.getByRole('button', { name: 'Delete on Instagram too…' }).click()
      await page.getByRole('dialog').getByText('This cannot be undone.').waitFor()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete on Instagram and here' }).click()
    }

    const first = await live('Gone for good')
    await deleteThere(first)
    await toast(page, 'Deleted on Instagram and here.').waitFor()
    await page.getByRole('searchbox', { name: 'Search captions' }).waitFor()
    await page.getByRole('link', { name: 'Deleted', exact: true }).click()
    await rowOf(page, 'Gone for good').getByText('Deleted on Instagram and here').waitFor()

    await fault(own, { on: 'delete', mode: 'delete-unsupported', times: 10 })
    await deleteThere(await live('Stays after all'))
    await page.getByRole('heading', { name: 'but it may still be on Instagram' }).waitFor()
    await page.getByText('The post is still there.').waitFor()
    await page.getByRole('link', { name: 'See it in the sandbox feed' }).waitFor()
  })
})

describe('a post that has a time', () => {
  it('shows the time of a post by the clocks of the plan, in UTC on demand, and unschedules it', async () => {
    const at = Date.now() + 26 * HOUR
    const postId = await scheduledAt(server, at, { caption: 'Later', timezone: 'Asia/Tokyo' })
    const { page } = await visit(browser, server, { timezoneId: 'Asia/Kolkata' })
    await openPost(page, await postOf(server, postId))
    await page.getByText('GMT+5:30').first().waitFor()
    await page.getByRole('button', { name: 'Show times in UTC' }).click()
    await page.getByText('UTC', { exact: false }).first().waitFor()
    expect(await page.getByText('GMT+5:30').count()).toBe(0)

    await page.getByRole('button', { name: 'Unschedule' }).click()
    await page.getByRole('heading', { name: 'A draft' }).waitFor()
    expect(await postOf(server, postId)).toMatchObject({ status: 'DRAFT' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('heading', { name: /^Scheduled for/ }).waitFor()
    expect(await postOf(server, postId)).toMatchObject({ scheduledFor: toIso(at), timezone: 'Asia/Tokyo' })
  })

  it('was due on its page once its time has passed, also while Nightpost is not running', async () => {
    const postId = await scheduledAt(server, Date.now() + HOUR, { caption: 'Any minute' })
    const { page } = await visit(browser, server)
    await page.clock.install()
    await openPost(page, await postOf(server, postId))
    await page.getByRole('heading', { name: /^Scheduled for/ }).waitFor()
    await page.route('**/api/**', (route) => route.abort())
    await page.clock.fastForward(HOUR - MINUTE)
    await page.getByText('Nightpost is not running. Start it with').waitFor()
    await page.clock.runFor(2 * MINUTE)
    await page.getByRole('heading', { name: /^Was due/ }).waitFor()
  })
})

describe('axe', () => {
  it('finds no axe violation on the list, a live post and the question before it is deleted', async () => {
    const live = await published(server, 'Clean #list')
    const { page } = await visit(browser, server)
    await openList(page)
    await page.getByLabel('Search captions').fill('Clean #list')
    await page.getByText('1 post found').waitFor()
    expect(await objections(page)).toEqual([])

    await openPost(page, live)
    await page.getByRole('button', { name: 'Delete here…' }).click()
    await page.getByRole('dialog').waitFor()
    expect(await objections(page)).toEqual([])
  })
})

async function publishMany(count: number): Promise<string[]> {
  const account = await accountId(server)
  const { id: mediaFileId } = await uploaded(server)
  const ids: string[] = []
  for (let number = 1; number <= count; number += 1) {
    ids.push(await publish(server, { accountId: account, mediaFileId, caption: `Post number ${number}` }))
  }
  return ids
}

it('sets captions in Arabic and Hebrew from the right, where they are typed and shown', async () => {
  const { caption: text } = await drafted(server, 'صباح الخير')
  const { page } = await visitNewPost(browser, server)
  const direction = (shown: Locator) => shown.evaluate((one) => getComputedStyle(one).direction)
  await captionField(page).fill('שלום עולם')
  expect(await direction(captionField(page))).toBe('rtl')
  const preview = newPostSheet(page).locator('p', { hasText: 'שלום עולם' }).first()
  await preview.waitFor()
  expect(await direction(preview)).toBe('rtl')
  await page.getByRole('button', { name: 'Start over' }).click()
  await closeSheet(page)
  await openList(page)
  const link = page.getByRole('link', { name: text ?? '' })
  expect(await direction(link)).toBe('rtl')
  await page.keyboard.press('Control+k')
  expect(await direction(page.getByRole('dialog').getByText(text ?? ''))).toBe('rtl')
  await page.keyboard.press('Escape')
  await link.click()
  expect(await direction(page.getByRole('heading', { name: text ?? '', level: 1 }))).toBe('rtl')
})
