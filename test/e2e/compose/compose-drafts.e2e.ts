import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { PostBody } from '../../../core/api/posts.ts'
import { accountId, uploaded } from '../../process-harness/client.ts'
import { objections } from '../axe.ts'
import { browser, openBrowserAndServer, server } from '../file-set-up.ts'
import {
  answerTo,
  caption,
  choosePhoto,
  closeSheet,
  isFocused,
  isLive,
  newPostSheet,
  openFromHeader,
  openList,
  openNewPost,
  openTool,
  publishButton,
  visit,
  visitNewPost,
} from '../visit.ts'

openBrowserAndServer()

describe('unsaved work', () => {
  it('keeps unsaved work over a reload and another page, discards it and restores it', async () => {
    const { page } = await visitNewPost(browser, server)
    await choosePhoto(page)
    await caption(page).fill('Half a thought')
    await openTool(page, 'Location')
    await page.getByLabel('Page ID').fill('1234')
    await closeSheet(page)
    await openList(page)
    await openNewPost(page)
    expect(await caption(page).inputValue()).toBe('Half a thought')

    await page.reload()
    await page.getByAltText('The file as it will be published').waitFor()
    expect(await caption(page).inputValue()).toBe('Half a thought')

    await page.getByRole('button', { name: 'Start over' }).click()
    expect(await caption(page).inputValue()).toBe('')
    await page.getByRole('button', { name: 'Undo' }).click()
    expect(await caption(page).inputValue()).toBe('Half a thought')
    await page.getByAltText('The file as it will be published').waitFor()
  })

  it('is one draft in each tab, over a reload of each, and that of a closed tab is found by the next', async () => {
    const { page: first, context } = await visitNewPost(browser, server)
    await caption(first).fill('Begun here')
    const openAnother = async () => {
      const page = await context.newPage()
      await page.goto(`${server.origin}/plan?post=new`)
      await isFocused(caption(page))
      return page
    }
    const second = await openAnother()
    expect(await caption(second).inputValue()).toBe('')
    await caption(second).fill('Begun there')
    for (const [page, words] of [
      [second, 'Begun there'],
      [first, 'Begun here'],
    ] as const) {
      await page.reload()
      await isFocused(caption(page))
      expect(await caption(page).inputValue()).toBe(words)
    }
    await second.close()
    const third = await openAnother()
    expect(await caption(third).inputValue()).toBe('Begun there')
    expect(await caption(first).inputValue()).toBe('Begun here')
  })

  it('publishes once the accounts are read what was published before', async () => {
    const { page } = await visitNewPost(browser, server)
    await choosePhoto(page)
    await caption(page).fill('Faster than the page')
    const held = Promise.withResolvers<void>()
    await page.route('**/api/auth/me', async (route) => {
      await held.promise
      await route.continue()
    })
    await page.reload()
    await page.getByAltText('The file as it will be published').waitFor()
    const publish = page.getByRole('button', { name: 'Publish', exact: true })
    await publish.click()
    await publish.and(page.locator('[data-loading]')).waitFor()
    held.resolve()
    await isLive(page)
  })

  it('drops unsaved work that cannot be read', async () => {
    const { page, complaints } = await visitNewPost(browser, server)
    await page.evaluate(() => localStorage.setItem('nightpost-compose-new', '{"version":1,"now":{}}'))
    await page.reload()
    await newPostSheet(page).waitFor()
    expect(await caption(page).inputValue()).toBe('')
    expect(complaints).toEqual([])
  })

  it('keeps unsaved work when the server does not answer, and says that the outcome is unknown', async () => {
    const { page } = await visitNewPost(browser, server)
    await choosePhoto(page)
    await caption(page).fill('Sent into the dark')
    await page.route('**/api/posts/publish', (route) => route.abort())
    await publishButton(page).click()
    await page.getByText('may or may not have been accepted').waitFor()
    await page.getByRole('link', { name: 'Check the posts' }).waitFor()
    expect(await caption(page).inputValue()).toBe('Sent into the dark')
  })

  it('says what to do while another tab is just sending the same', async () => {
    const { page } = await visitNewPost(browser, server)
    await choosePhoto(page)
    await caption(page).fill('From two tabs')
    // Coming to this takes two tabs a moment that no test can catch, so only the answer is played.
    const json = {
      code: 'INVALID_STATE',
      error: 'In English.',
      status: 409,
      reason: 'idempotency_key_in_use',
    }
    await page.route('**/api/posts/publish', (route) => route.fulfill({ status: 409, json }))
    await publishButton(page).click()
    await page.getByText('This post is already being sent. Try again in a moment.').waitFor()
    await page.unroute('**/api/posts/publish')
    await publishButton(page).click()
    await isLive(page)
  })

  describe.each(['here', 'in the next tab'])('sent again %s after its answer was lost', (where) => {
    /** Returns the page on which it waits to be sent again. */
    const sentInVain = async (words: string, page: Page) => {
      await choosePhoto(page)
      await caption(page).fill(words)
      await page.route('**/api/posts/publish', async (route) => {
        await answerTo(route)
        await route.abort()
      })
      await publishButton(page).click()
      await page.getByText('may or may not have been accepted').waitFor()
      await page.unroute('**/api/posts/publish')
      if (where === 'here') return page
      const other = await page.context().newPage()
      await page.close()
      await other.goto(`${server.origin}/plan?post=new`)
      return other
    }
    const postsNamed = async (words: string) => {
      const answer = await server.api(`/posts?text=${encodeURIComponent(words)}`)
      return ((await answer.json()) as { posts: readonly PostBody[] }).posts
    }

    it('is one post', async () => {
      const words = `Sent twice ${where}`
      const { page } = await visitNewPost(browser, server)
      const again = await sentInVain(words, page)
      await publishButton(again).click()
      await isLive(again)
      expect((await postsNamed(words)).map(({ status }) => status)).toEqual(['PUBLISHED'])
    })

    it('is told to be a post already where it was changed meanwhile, and another only if that is wanted', async () => {
      const words = `Changed meanwhile ${where}`
      const { page } = await visitNewPost(browser, server)
      const again = await sentInVain(words, page)
      await caption(again).fill(`${words}, with more`)
      await publishButton(again).click()
      await again.getByText('This was sent before and became a post, as it was then.').waitFor()
      await again.getByRole('link', { name: 'Check the posts' }).waitFor()
      expect(await postsNamed(words)).toHaveLength(1)
      await publishButton(again).click()
      await isLive(again)
      expect(await postsNamed(words)).toHaveLength(2)
    })
  })
})

describe('a draft', () => {
  it('saves a draft, finds it after a reload, changes and publishes it', async () => {
    const { page, complaints } = await visitNewPost(browser, server)
    await choosePhoto(page)
    await caption(page).fill('First words')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText('Saved as a draft.').waitFor()
    expect(page.url()).toMatch(/\/plan\?post=[-\da-f]{36}$/)
    const button = await page.evaluate(() => document.activeElement?.textContent)
    expect(button).toBe('Save draft')

    await page.reload()
    await page.getByRole('dialog', { name: 'Draft' }).waitFor()
    expect(await caption(page).inputValue()).toBe('First words')
    await caption(page).fill('Better words')
    await page.reload()
    await page.getByText('Not saved yet: only in this browser.').waitFor()
    expect(await caption(page).inputValue()).toBe('Better words')

    await publishButton(page).click()
    await isLive(page)
    const id = page.url().slice(-36)
    const post = (await (await server.api(`/posts/${id}`)).json()) as PostBody
    expect(post).toMatchObject({ status: 'PUBLISHED', caption: 'Better words' })
    expect(complaints).toEqual([])
  })

  it('leaves the keyboard in the field in which somebody types on while a draft is saved', async () => {
    const { page } = await visitNewPost(browser, server)
    await choosePhoto(page)
    await caption(page).fill('First')
    const held = Promise.withResolvers<void>()
    await page.route('**/api/posts/draft', async (route) => {
      await held.promise
      await route.continue()
    })
    await page.getByRole('button', { name: 'Save draft' }).click()
    await caption(page).press('End')
    await page.keyboard.type(' and')
    held.resolve()
    await page.waitForURL(/post=[-\da-f]{36}$/)
    await expect.poll(() => page.getByRole('button', { name: 'Save draft' }).isEnabled()).toBe(true)
    await page.keyboard.type(' more')
    expect(await caption(page).inputValue()).toBe('First and more')
  })

  it('has the keyboard where it was after each save, and after one that failed', async () => {
    const { page } = await visitNewPost(browser, server)
    await choosePhoto(page)
    const save = page.getByRole('button', { name: 'Save draft' })
    for (const words of ['Once', 'Twice']) {
      await caption(page).fill(words)
      await save.press('Enter')
      await page.getByText('Saved as a draft.').waitFor()
      await isFocused(save)
    }
    await caption(page).fill('In vain')
    await page.route('**/api/posts/draft/*', (route) => route.abort())
    await save.press('Enter')
    await page.getByText('may or may not have been accepted').waitFor()
    await isFocused(save)
  })

  it('asks which version of a draft to keep when it was changed elsewhere', async () => {
    const draft = await keptDraft('As it was')
    const { page } = await visit(browser, server, { at: `/compose/${draft.id}` })
    await caption(page).fill('Mine')
    await server.api(`/posts/draft/${draft.id}`, { method: 'PUT', json: { caption: 'Theirs' } })
    await page.reload()
    await page.getByRole('heading', { name: 'This post has been changed elsewhere' }).waitFor()
    expect(await objections(page)).toEqual([])
    await page.getByRole('button', { name: 'Use the stored one' }).click()
    expect(await caption(page).inputValue()).toBe('Theirs')
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Keep mine' }).click()
    expect(await caption(page).inputValue()).toBe('Mine')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText('Saved as a draft.').waitFor()
  })

  it('says why it is not published after its changes were stored, and takes them for nobody else’s', async () => {
    const draft = await keptDraft('As it was')
    const { page } = await visit(browser, server, { at: `/compose/${draft.id}` })
    await caption(page).fill('Mine')
    const held = Promise.withResolvers<void>()
    await page.route('**/api/posts/draft/*/publish', async (route) => {
      await held.promise
      await route.fulfill({ status: 503, json: { code: 'SERVER_BUSY', error: 'Too much is under way.' } })
    })
    const isReadAgain = page.waitForResponse((response) => response.url().endsWith(`/api/posts/${draft.id}`))
    await publishButton(page).click()
    await (await isReadAgain).finished()
    expect(await caption(page).inputValue()).toBe('Mine')
    held.resolve()
    await page.getByText('Too much is under way.').waitFor()
    expect(await caption(page).inputValue()).toBe('Mine')
    expect(await storedCaption(draft)).toBe('Mine')
  })

  it('publishes no draft from its page while the editor holds changes that are not saved', async () => {
    const draft = await keptDraft('As it was saved')
    const { page } = await visit(browser, server, { at: `/compose/${draft.id}` })
    await caption(page).fill('Better, but not saved')
    await page.goto(`${server.origin}/posts/${draft.id}`)
    await page.getByText('Changes that you made in the editor are not saved yet').waitFor()
    expect(await page.getByRole('button', { name: 'Publish now' }).count()).toBe(0)
  })

  it('is not headed as a new post once it was published elsewhere', async () => {
    const draft = await keptDraft('Out from another tab')
    const { page } = await visit(browser, server, { at: `/plan?post=${draft.id}` })
    await page.getByRole('dialog', { name: 'Draft' }).waitFor()
    await server.api(`/posts/draft/${draft.id}/publish`, { method: 'POST' })
    const sheet = page.getByRole('dialog', { name: 'Post', exact: true })
    await sheet.getByText('This post is live').waitFor()
  })

  it('says that a draft is no longer one, or never was one', async () => {
    const { page } = await visit(browser, server, { at: '/compose/7f0c1d52-6e0b-4c55-9a0e-3f1f7f1f2a10' })
    await page.getByRole('heading', { name: 'Post not found' }).waitFor()
  })
})

describe('a draft that was deleted elsewhere while it was edited', () => {
  it('goes on as a new post with what was typed, at once and after a reload', async () => {
    const draft = await keptDraft('As it was')
    const { page } = await visit(browser, server, { at: `/plan?post=${draft.id}` })
    await caption(page).fill('Typed for an hour')
    await server.api(`/posts/${draft.id}`, { method: 'DELETE' })
    const isMissing = page.getByRole('heading', { name: 'Post not found' })
    await isMissing.waitFor()
    await page.getByText('Typed for an hour').waitFor()
    await page.reload()
    await isMissing.waitFor()
    await page.getByRole('button', { name: 'Compose a new one' }).click()
    await newPostSheet(page).waitFor()
    expect(await caption(page).inputValue()).toBe('Typed for an hour')
    await publishButton(page).click()
    await isLive(page)
  })
})

describe('a post with a time', () => {
  it('schedules a post, changes it, and turns it back into a draft', async () => {
    const { page, complaints } = await visitNewPost(browser, server)
    await choosePhoto(page)
    await caption(page).fill('Tomorrow')
    await page.getByRole('radio', { name: 'Schedule' }).click()
    await page.getByRole('button', { name: 'Schedule', exact: true }).click()
    await page.getByRole('heading', { name: /^Scheduled for/ }).waitFor()
    await page.getByRole('dialog').getByText('if this computer is on and Nightpost is running').waitFor()
    expect(await objections(page)).toEqual([])

    await page.getByRole('link', { name: 'Change it' }).click()
    await page.getByRole('dialog', { name: 'Scheduled post' }).waitFor()
    await caption(page).fill('Tomorrow, early')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Saved. This is what will be published.').waitFor()
    const id = page.url().slice(-36)
    const post = (await (await server.api(`/posts/${id}`)).json()) as PostBody
    expect(post).toMatchObject({ status: 'SCHEDULED', caption: 'Tomorrow, early' })

    await page.getByRole('button', { name: 'Unschedule' }).click()
    await page.getByRole('dialog', { name: 'Draft' }).waitFor()
    expect(await page.getByRole('radio', { name: 'Schedule' }).getAttribute('aria-checked')).toBe('true')
    await page.getByRole('radio', { name: 'Now' }).click()
    await publishButton(page).click()
    await isLive(page)
    expect(complaints).toEqual([])
  })

  it('takes no words while it is being scheduled, which would be lost', async () => {
    const { page } = await visitNewPost(browser, server)
    await choosePhoto(page)
    await caption(page).fill('Sent so')
    await page.getByRole('radio', { name: 'Schedule' }).click()
    const held = Promise.withResolvers<void>()
    await page.route('**/api/schedule', async (route) => {
      await held.promise
      await route.continue()
    })
    const takesWords = async () =>
      caption(page).evaluate((field) => {
        field.focus()
        return document.activeElement === field
      })
    expect(await takesWords()).toBe(true)
    await page.getByRole('button', { name: 'Schedule', exact: true }).click()
    await expect.poll(takesWords).toBe(false)
    held.resolve()
    await page.getByRole('heading', { name: /^Scheduled for/ }).waitFor()
  })

  it('keeps a file for the next post while this one is being scheduled', async () => {
    await uploaded(server, undefined, { name: 'for-the-next.jpg' })
    const { page } = await visitNewPost(browser, server)
    await choosePhoto(page)
    await caption(page).fill('The one before')
    await page.getByRole('radio', { name: 'Schedule' }).click()
    const held = Promise.withResolvers<void>()
    await page.route('**/api/schedule', async (route) => {
      await held.promise
      await route.continue()
    })
    await page.getByRole('button', { name: 'Schedule', exact: true }).click()
    await closeSheet(page)
    await openFromHeader(page, 'Library')
    await page.getByRole('button', { name: 'for-the-next.jpg, ' }).click()
    await page.getByRole('button', { name: 'Use in a new post' }).click()
    await newPostSheet(page).waitFor()
    held.resolve()
    await newPostSheet(page).getByText('for-the-next.jpg').first().waitFor()
    expect(await caption(page).inputValue()).toBe('')
  })

  it('says that a file waits for the next post when this one was refused, until one starts over', async () => {
    await uploaded(server, undefined, { name: 'after-the-refusal.jpg' })
    const { page } = await visitNewPost(browser, server)
    await choosePhoto(page)
    await caption(page).fill('Not like this')
    await page.getByRole('radio', { name: 'Schedule' }).click()
    const held = Promise.withResolvers<void>()
    await page.route('**/api/schedule', async (route) => {
      await held.promise
      await route.fulfill({ status: 400, json: { code: 'INVALID_SCHEDULE', error: 'Not at this time.' } })
    })
    await page.getByRole('button', { name: 'Schedule', exact: true }).click()
    await closeSheet(page)
    await openFromHeader(page, 'Library')
    await page.getByRole('button', { name: 'after-the-refusal.jpg, ' }).click()
    await page.getByRole('button', { name: 'Use in a new post' }).click()
    await newPostSheet(page).waitFor()
    held.resolve()
    await newPostSheet(page).getByText('Not at this time.').waitFor()
    const waits = newPostSheet(page).getByText('What you chose meanwhile waits until')
    await waits.waitFor()
    expect(await caption(page).inputValue()).toBe('Not like this')
    expect(await objections(page)).toEqual([])
    await page.getByRole('button', { name: 'Start over' }).click()
    await newPostSheet(page).getByText('after-the-refusal.jpg').first().waitFor()
    await waits.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await newPostSheet(page).getByText('What you chose meanwhile is for the next post.').waitFor()
    expect(await caption(page).inputValue()).toBe('Not like this')
    // A sheet that was emptied by hand is in its way, too.
    await caption(page).fill('')
    await newPostSheet(page).getByRole('radio', { name: 'Now' }).click()
    await newPostSheet(page)
      .getByRole('button', { name: /^Remove .*\.jpg$/ })
      .click()
    await page.getByRole('button', { name: 'Start over' }).click()
    await newPostSheet(page).getByText('after-the-refusal.jpg').first().waitFor()
    expect(await caption(page).inputValue()).toBe('')
  })

  it('names its zone in words once it is scheduled, with the year where that is not plain', async () => {
    const year = new Date().getUTCFullYear() + 2
    const { page } = await visit(browser, server, {
      at: `/plan?post=new&time=${year}-06-25T10:00&zone=America/New_York`,
    })
    await choosePhoto(page)
    await page.getByRole('button', { name: 'Schedule', exact: true }).click()
    await page.getByRole('heading', { name: `Jun 25, ${year}` }).waitFor()
    await page.getByRole('dialog').getByText('America/New York', { exact: true }).waitFor()
  })

  it('starts a post with the time that was chosen elsewhere', async () => {
    const { page } = await visit(browser, server, { at: '/posts?post=new&time=2036-11-25T10:00' })
    await page.getByRole('radio', { name: /Tue, Nov 25/, checked: true }).waitFor()
    const { pathname, searchParams } = new URL(page.url())
    expect(pathname).toBe('/plan')
    expect(Object.fromEntries(searchParams)).toEqual({ view: 'list', post: 'new' })
  })
})

async function storedCaption({ id }: PostBody): Promise<string | null> {
  return ((await (await server.api(`/posts/${id}`)).json()) as PostBody).caption
}

async function keptDraft(text: string): Promise<PostBody> {
  const { id: mediaFileId } = await uploaded(server)
  const post = { accountId: await accountId(server), mediaType: 'IMAGE', mediaFileId, caption: text }
  return (await (await server.api('/posts/draft', { json: post })).json()) as PostBody
}
