// What a person does about a key that they give to an agent: say what it may, answer what it asks, read what it has done.
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import type { PostBody } from '../../../core/api/posts.ts'
import { HOUR, toIso } from '../../../core/time.ts'
import { accountId, postOf, terminalPost, uploaded } from '../../process-harness/client.ts'
import { objections } from '../axe.ts'
import { browser, openBrowserAndServer, server } from '../file-set-up.ts'
import { drafted, toast } from '../posts/posts-at-hand.ts'
import { countEffort, isFocused, openFromHeader, visit } from '../visit.ts'

openBrowserAndServer()

const PHONE = { viewport: { width: 360, height: 740 } }
const DESK = { viewport: { width: 1440, height: 900 } }

describe('the key of an agent', () => {
  it('may do what was chosen for it, and no more', async () => {
    const { page, complaints } = await visit(browser, server, PHONE)
    await openFromHeader(page, 'Settings')
    await page.getByLabel('Name of the key').fill('Evening agent')
    const rights = page.getByLabel('Permissions')
    expect(await rights.locator('option').allTextContents()).toEqual([
      'read and write drafts',
      'write drafts, and send what you approve',
      'only read',
      'do everything',
    ])
    await rights.selectOption('only read')
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByRole('heading', { name: 'The key “Evening agent”' }).waitFor()
    expect(await objections(page)).toEqual([])
    expect(await widerThanWindow(page)).toBe(false)

    const key = (await page.getByText(/^app_live_.{43}$/).textContent()) ?? ''
    expect((await server.api('/posts', { key })).status).toBe(200)
    expect((await server.api('/posts/draft', { key, json: {} })).status).toBe(403)
    const row = page.getByRole('listitem').filter({ hasText: 'Evening agent' })
    await row.getByText('only read').waitFor()
    expect(complaints).toEqual([])
  })
})

describe('what an agent wants to send', () => {
  let key: string
  beforeAll(async () => {
    const json = { name: 'Morning agent', rights: 'approval' }
    const response = await server.api('/settings/api-keys', { json })
    key = ((await response.json()) as { fullKey: string }).fullKey
  })

  async function asked(caption: string, scheduledFor?: string, by = key): Promise<PostBody> {
    const draft = await drafted(server, caption)
    const response = await server.api('/approvals', { key: by, json: { postId: draft.id, scheduledFor } })
    expect(response.status).toBe(201)
    return draft
  }

  /** It decides nothing while what is shown has only just changed. */
  async function isAtRest(button: Locator): Promise<void> {
    await expect.poll(() => button.isEnabled()).toBe(true)
  }

  async function openInbox(on = PHONE) {
    const watched = await visit(browser, server, { ...on, at: '/inbox' })
    const waiting = watched.page.getByRole('region', { name: 'For approval' })
    await waiting.waitFor()
    const itemOf = (caption: string) => waiting.getByRole('listitem').filter({ hasText: caption })
    return { ...watched, waiting, itemOf }
  }

  it('goes out when it is approved, at once or at its time, and stays a draft when it is declined', async () => {
    const at = toIso(Date.now() + 5 * HOUR)
    const [now, later, never] = [
      await asked('Send now'),
      await asked('Send later', at),
      await asked('Not this'),
    ]
    const { page, waiting, itemOf, complaints } = await openInbox()
    await itemOf('Send now').getByText('demo.kitchen').waitFor()
    // A person approves a time, not how long it is until then.
    await itemOf('Send later')
      .getByText(/\d:\d\d/)
      .waitFor()
    expect(await objections(page)).toEqual([])
    expect(await widerThanWindow(page)).toBe(false)

    await itemOf('Send now').getByRole('button', { name: 'Approve and publish' }).click()
    await itemOf('Send now').waitFor({ state: 'detached' })
    await itemOf('Send later').getByRole('button', { name: 'Approve and schedule' }).click()
    await itemOf('Send later').waitFor({ state: 'detached' })
    await itemOf('Not this').getByRole('button', { name: 'Decline' }).click()
    await waiting.waitFor({ state: 'detached' })
    await isFocused(page.getByRole('heading', { name: 'Inbox', level: 1 }))
    expect(await terminalPost(server, now.id)).toMatchObject({ status: 'PUBLISHED' })
    expect(await postOf(server, later.id)).toMatchObject({ status: 'SCHEDULED', scheduledFor: at })
    expect(await postOf(server, never.id)).toMatchObject({ status: 'DRAFT' })
    expect(complaints).toEqual([])
  })

  it('can be read to its end and looked at before it is approved', async () => {
    const draft = await asked(`First line\n${'Line by line. '.repeat(40)}\nThe very last words`)
    const { page, itemOf } = await openInbox()
    const item = itemOf('First line')
    const isWhole = await item
      .getByText('The very last words')
      .evaluate((text) => text.scrollHeight <= text.clientHeight)
    expect(isWhole).toBe(true)
    await item.getByRole('link', { name: 'Open the post' }).click()
    await page.waitForURL(`${server.origin}/posts/${draft.id}`)
    await page.getByRole('region', { name: 'Caption' }).getByText('The very last words').waitFor()
    await page.goBack()
    await item.getByRole('button', { name: 'Decline' }).click()
    await item.waitFor({ state: 'detached' })
  })

  it('shows all that is sent beside the button that sends it', async () => {
    const [first, second] = [await uploaded(server), await uploaded(server)]
    const json = {
      accountId: await accountId(server),
      mediaType: 'CAROUSEL',
      mediaFileIds: [first.id, second.id],
      caption: 'Two of them',
      firstComment: 'Read this, too',
      collaborators: ['ben'],
      userTags: [{ username: 'anna', x: 0.5, y: 0.5 }],
      locationId: '4711',
      locationName: 'Elsewhere',
      altTexts: [{ mediaFileId: second.id, altText: 'What it shows' }],
      commentsEnabled: false,
    }
    const draft = await server.api('/posts/draft', { json })
    const { id } = (await draft.json()) as PostBody
    expect((await server.api('/approvals', { key, json: { postId: id } })).status).toBe(201)
    const { page, itemOf, complaints } = await openInbox()
    const item = itemOf('Two of them')
    expect(await item.getByRole('img').count()).toBe(2)
    for (const text of [
      'Carousel',
      'Read this, too',
      '@ben',
      '@anna',
      'Elsewhere (4711)',
      '2. What it shows',
      'Comments off',
    ])
      await item.getByText(text, { exact: true }).waitFor()
    expect(await objections(page)).toEqual([])
    expect(await widerThanWindow(page)).toBe(false)
    await item.getByRole('button', { name: 'Decline' }).click()
    await item.waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
  })

  it('is not sent by a click that was meant for the one that was withdrawn above it', async () => {
    const [upper, lower] = [await asked('Withdrawn'), await asked('Unread')]
    const { itemOf } = await openInbox()
    const button = itemOf('Withdrawn').getByRole('button', { name: 'Approve and publish' })
    await button.hover()
    await server.api(`/posts/${upper.id}`, { method: 'DELETE' })
    await itemOf('Withdrawn').waitFor({ state: 'detached' })
    // At once, as a person would who has not seen it yet.
    await itemOf('Unread').getByRole('button', { name: 'Approve and publish' }).dispatchEvent('click')
    expect(await itemOf('Unread').getByRole('button', { disabled: true }).count()).toBe(2)
    await itemOf('Unread').getByRole('button', { name: 'Decline' }).click()
    await itemOf('Unread').waitFor({ state: 'detached' })
    expect(await postOf(server, lower.id)).toMatchObject({ status: 'DRAFT' })
  })

  it('waits again when its approval is undone', async () => {
    const at = toIso(Date.now() + 5 * HOUR)
    const draft = await asked('Too soon', at)
    const { page, itemOf } = await openInbox()
    await itemOf('Too soon').getByRole('button', { name: 'Approve and schedule' }).click()
    await itemOf('Too soon').waitFor({ state: 'detached' })
    expect(await postOf(server, draft.id)).toMatchObject({ status: 'SCHEDULED' })
    await toast(page, 'Approved and scheduled').getByRole('button', { name: 'Undo' }).click()
    await itemOf('Too soon').getByRole('button', { name: 'Decline' }).click()
    await itemOf('Too soon').waitFor({ state: 'detached' })
    expect(await postOf(server, draft.id)).toMatchObject({ status: 'DRAFT', scheduledFor: null })
  })

  it('is followed by the next one for the keyboard, whose focus does not land on its answer', async () => {
    await asked('The first')
    await asked('The second')
    const { page, itemOf } = await openInbox()
    const first = itemOf('The first').getByRole('button', { name: 'Decline' })
    await isAtRest(first)
    await first.focus()
    await page.keyboard.press('Enter')
    await isFocused(itemOf('The second').getByRole('link', { name: 'Open the post' }))
    await itemOf('The second').getByRole('button', { name: 'Decline' }).click()
    await itemOf('The second').waitFor({ state: 'detached' })
  })

  it('is approved alone by a double click, for whose second half the next one has moved up', async () => {
    const [, second] = [await asked('Only this'), await asked('Not this')]
    const { page, itemOf } = await openInbox()
    const button = itemOf('Only this').getByRole('button', { name: 'Approve and publish' })
    await isAtRest(button)
    await button.hover()
    await page.mouse.down({ clickCount: 1 })
    await page.mouse.up({ clickCount: 1 })
    await itemOf('Only this').waitFor({ state: 'detached' })
    await page.mouse.move(...(await middleOf(itemOf('Not this').getByRole('button').first())))
    await page.mouse.down({ clickCount: 2 })
    await page.mouse.up({ clickCount: 2 })
    await itemOf('Not this').getByRole('button', { name: 'Decline' }).click()
    await itemOf('Not this').waitFor({ state: 'detached' })
    expect(await postOf(server, second.id)).toMatchObject({ status: 'DRAFT' })
  })

  it('waits no longer once its content has changed', async () => {
    const draft = await asked('As agreed')
    await asked('Another one')
    const { itemOf } = await openInbox()
    await itemOf('As agreed').waitFor()
    await edit(draft)
    await itemOf('As agreed').waitFor({ state: 'detached' })
    expect(await itemOf('Another one').count()).toBe(1)
  })

  it('can be approved only as it reads, although its post cannot be read again', async () => {
    const draft = await asked('What was read')
    const { page, itemOf } = await openInbox()
    await itemOf('What was read').waitFor()
    await page.route(`**/api/posts/${draft.id}`, () => {})
    await edit(draft)
    await server.api('/approvals', { key, json: { postId: draft.id } })
    await itemOf('Changed').getByRole('button', { name: 'Approve and publish' }).click()
    await itemOf('Changed').waitFor({ state: 'detached' })
    expect(await terminalPost(server, draft.id)).toMatchObject({ status: 'PUBLISHED', caption: 'Changed' })
  })

  it('is not sent when its content changes just before it is approved, and the person is told', async () => {
    const draft = await asked('As it was')
    const { page, itemOf } = await openInbox()
    await page.route('**/approve', async (route) => {
      await edit(draft)
      await route.continue()
    })
    await itemOf('As it was').getByRole('button', { name: 'Approve and publish' }).click()
    await itemOf('As it was').waitFor({ state: 'detached' })
    await toast(page, 'This no longer waits for approval').waitFor()
    expect(await postOf(server, draft.id)).toMatchObject({ status: 'DRAFT', caption: 'Changed' })
  })

  it.each([PHONE, DESK])(
    'is one card for five posts of one agent, approved together once all of them were seen, at $viewport.width px',
    async (on) => {
      const at = (n: number) => toIso(Date.now() + (5 + n) * HOUR)
      const drafts: PostBody[] = []
      const own = await server.api('/settings/api-keys', { json: { name: 'Noon agent', rights: 'approval' } })
      const { fullKey } = (await own.json()) as { fullKey: string }
      for (const n of [1, 2, 3, 4, 5]) drafts.push(await asked(`Number ${n}`, at(n), fullKey))
      const { page, waiting } = await openInbox(on)
      await waiting.getByRole('heading', { name: 'Noon agent wants to send 5 posts' }).waitFor()
      expect(await waiting.getByRole('heading', { name: /Noon agent/ }).count()).toBe(1)
      const effort = await countEffort(page)
      expect(await page.getByText('for your approval').count()).toBe(0)
      const all = waiting.getByRole('button', { name: 'Approve all 5' })
      // The end of the card lies below; its button is in sight all the same.
      await waiting.getByRole('heading', { name: /Noon agent/ }).scrollIntoViewIfNeeded()
      const box = await all.boundingBox()
      expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThan(on.viewport.height)
      expect(await all.isDisabled()).toBe(true)
      await waiting.getByText(/\d not seen yet/).waitFor()
      for (const { caption } of drafts)
        await waiting
          .getByRole('listitem')
          .filter({ hasText: caption ?? '' })
          .getByRole('button', { name: 'Decline' })
          .scrollIntoViewIfNeeded()
      await isAtRest(all)
      expect(await objections(page)).toEqual([])
      await all.click()
      await all.waitFor({ state: 'detached' })
      expect((await effort()).clicks).toBeLessThanOrEqual(2)
      const states = () => Promise.all(drafts.map(async ({ id }) => (await postOf(server, id)).status))
      // The button is another as soon as the first of them is gone from the list.
      await expect.poll(states).toEqual(drafts.map(() => 'SCHEDULED'))
      await toast(page, '5 posts approved').getByRole('button', { name: 'Undo' }).click()
      await expect.poll(states).toEqual(drafts.map(() => 'DRAFT'))
      for (const { id } of drafts) await server.api(`/posts/${id}`, { method: 'DELETE' })
    },
  )

  it('moves and cancels scheduled posts when it is approved, and shows what is and what would be', async () => {
    const [at, later] = [toIso(Date.now() + 7 * HOUR), toIso(Date.now() + 9 * HOUR)]
    const scheduled = async (caption: string) => {
      const { id } = await drafted(server, caption)
      const answer = await server.api(`/posts/draft/${id}/schedule`, { json: { scheduledFor: at } })
      expect(answer.status).toBe(201)
      return id
    }
    const [moved, cancelled] = [await scheduled('The old words'), await scheduled('Not after all')]
    const own = await server.api('/settings/api-keys', { json: { name: 'Moving agent', rights: 'approval' } })
    const { fullKey } = (await own.json()) as { fullKey: string }
    const change = { caption: 'The new words', scheduledFor: later }
    for (const json of [
      { postId: moved, action: 'change', change },
      { postId: cancelled, action: 'cancel' },
    ])
      expect((await server.api('/approvals', { key: fullKey, json })).status).toBe(201)
    const { page, waiting, itemOf, complaints } = await openInbox()
    await waiting.getByRole('heading', { name: 'Moving agent wants to send or change 2 posts' }).waitFor()
    await itemOf('The new words').getByText('The old words').waitFor()
    await itemOf('The new words').getByText('Move to').waitFor()
    await itemOf('Not after all').getByText('Cancel: scheduled for').waitFor()
    expect(await objections(page)).toEqual([])
    expect(await widerThanWindow(page)).toBe(false)
    await itemOf('The new words').getByRole('button', { name: 'Approve the change' }).click()
    await toast(page, 'The post is changed').waitFor()
    // The other one moves up then.
    await itemOf('The new words').waitFor({ state: 'detached' })
    await itemOf('Not after all').getByRole('button', { name: 'Approve and cancel' }).click()
    await itemOf('Not after all').waitFor({ state: 'detached' })
    expect(await postOf(server, moved)).toMatchObject({ status: 'SCHEDULED', ...change })
    expect(await postOf(server, cancelled)).toMatchObject({ status: 'DRAFT' })
    for (const id of [moved, cancelled]) await server.api(`/posts/${id}`, { method: 'DELETE' })
    expect(complaints).toEqual([])
  })

  const edit = ({ id }: PostBody) =>
    server.api(`/posts/draft/${id}`, { method: 'PUT', json: { caption: 'Changed' } })
})

describe('the calls of a key', () => {
  it('are listed with what came of them, and lead to the post', async () => {
    const key = await server.newKey('Nightly script')
    const draft = await drafted(server, 'Touched by a script')
    await server.api(`/posts/${draft.id}`, { key })
    await server.api('/posts/publish', { key, json: {} })
    for (let i = 0; i < 50; i += 1)
      await server.api('/media', { key, headers: { 'nightpost-tool': 'list_media' } })

    const { page, complaints } = await visit(browser, server, PHONE)
    await openFromHeader(page, 'Settings')
    const row = page.getByRole('listitem').filter({ hasText: 'Nightly script' })
    await row.getByText(/^Last used/).waitFor()
    await row.getByRole('button', { name: 'Calls with “Nightly script”' }).click()
    const dialog = page.getByRole('dialog', { name: 'Calls with “Nightly script”' })
    const calls = dialog.getByRole('listitem')
    await calls.first().getByText('GET /media').waitFor()
    await calls.first().getByText('Tool list_media').waitFor()
    expect(await calls.count()).toBe(50)
    expect(await objections(page)).toEqual([])
    expect(await widerThanWindow(page)).toBe(false)

    await dialog.getByRole('button', { name: 'Show older calls' }).click()
    await calls.filter({ hasText: 'POST /posts/publish' }).getByText('Refused (400)').waitFor()
    const read = calls.filter({ hasText: 'GET /posts/{id}' })
    await read.getByText('Done (200)').waitFor()
    await read.getByRole('link', { name: 'Open the post' }).click()
    await page.getByRole('heading', { name: 'Touched by a script', level: 1 }).waitFor()
    expect(complaints).toEqual([])
  })
})

async function widerThanWindow(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
}

async function middleOf(target: Locator): Promise<[number, number]> {
  const box = await target.boundingBox()
  return box ? [box.x + box.width / 2, box.y + box.height / 2] : expect.unreachable()
}
