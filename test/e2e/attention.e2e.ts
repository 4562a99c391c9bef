import { describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE, toIso } from '../../core/time.ts'
import type { AttentionBody } from '../../core/api/attention.ts'
import { accountId, publish, uploaded } from '../process-harness/client.ts'
import { startServer } from '../process-harness/server-process.ts'
import { objections } from './axe.ts'
import { fault, published, scheduledAt } from './posts/posts-at-hand.ts'
import { look, openReposts, setUp, strangerMentions } from './reposts/story-reposts.ts'
import { browser, openBrowserAndServer, server } from './file-set-up.ts'
import { isFocused, openFromHeader, pressEnterOn, visit } from './visit.ts'

openBrowserAndServer()

describe('what needs a person', () => {
  it('is told by badge, title, strip and list for a failed post, and by none once it is deleted', async () => {
    await fault(server, { on: 'create', mode: 'aspect-ratio', match: { captionIncludes: 'Too tall' } })
    const { id } = await published(server, 'Too tall for a feed')
    const { page } = await visit(browser, server)
    const navigation = page.getByRole('navigation')
    const strip = page.getByRole('status').filter({ hasText: '1 post failed' })
    const step = strip.getByRole('link', { name: 'Fix the file' })
    expect(await step.getAttribute('href')).toBe(`/posts/${id}`)
    expect(await page.title()).toBe('(1) Plan – Nightpost')
    expect(await objections(page)).toEqual([])

    await navigation.getByRole('link', { name: 'Inbox: 1 thing to look at' }).click()
    await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor()
    const entry = page.getByRole('list', { name: 'What needs your attention' }).getByRole('listitem')
    await entry.getByRole('heading', { name: '1 post failed' }).waitFor()
    await entry.getByText('The picture’s aspect ratio is not accepted.').waitFor()
    await entry.getByRole('link', { name: 'demo.kitchen' }).waitFor()
    expect(await strip.count()).toBe(0)
    expect(await objections(page)).toEqual([])

    await entry.getByRole('link', { name: 'Too tall for a feed' }).click()
    await page.getByRole('heading', { name: 'Too tall for a feed', level: 1 }).waitFor()
    await strip.getByRole('link', { name: 'Open the inbox' }).waitFor()
    expect(await objections(page)).toEqual([])
    await page.getByRole('button', { name: 'Delete here…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete here' }).click()

    await navigation.getByRole('link', { name: 'Inbox', exact: true }).waitFor()
    await page.getByText('1 post failed').waitFor({ state: 'detached' })
    await expect.poll(() => page.title()).toBe('Plan – Nightpost')
    await openFromHeader(page, 'Inbox')
    await page.getByRole('heading', { name: 'Nothing needs your attention' }).waitFor()
    expect(await objections(page)).toEqual([])
  })

  it('is put away until tomorrow, and counted no more, until it is brought back', async () => {
    const own = await startServer()
    await fault(own, { on: 'create', mode: 'aspect-ratio', match: { captionIncludes: 'Not today' } })
    await published(own, 'Not today')
    const { page } = await visit(browser, own, { at: '/inbox' })
    const navigation = page.getByRole('navigation')
    await navigation.getByRole('link', { name: 'Inbox: 1 thing to look at' }).waitFor()
    await pressEnterOn(page, page.getByRole('button', { name: 'Hide until tomorrow' }))
    await page.getByRole('heading', { name: 'Nothing needs your attention' }).waitFor()
    await isFocused(page.getByRole('heading', { name: 'Inbox', level: 1 }))
    await navigation.getByRole('link', { name: 'Inbox', exact: true }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Show what is hidden until tomorrow' }).click()
    await page.getByRole('heading', { name: '1 post failed' }).waitFor()
    expect(await objections(page)).toEqual([])
  })

  it('is no longer listed once it is over, without anybody touching the page', async () => {
    await fault(server, { on: 'create', mode: 'aspect-ratio', match: { captionIncludes: 'once more' } })
    const { id } = await published(server, 'Too tall once more')
    const { page } = await visit(browser, server)
    await page.getByRole('navigation').getByRole('link', { name: 'Inbox: 1 thing to look at' }).click()
    await page.getByRole('heading', { name: '1 post failed' }).waitFor()
    expect(await page.title()).toBe('(1) Inbox – Nightpost')
    expect((await server.api(`/posts/${id}`, { method: 'DELETE' })).status).toBe(200)
    await page.getByRole('heading', { name: 'Nothing needs you' }).waitFor()
    await expect.poll(() => page.title()).toBe('Inbox – Nightpost')
  })

  it('is told with the last outcome while that is good, until the reader puts it away', async () => {
    const server = await startServer()
    const { page } = await visit(browser, server, { at: '/inbox' })
    await published(server, 'The newest of all')
    const last = page.getByRole('complementary', { name: 'Your last post' })
    await last.getByText('The newest of all').waitFor()
    await last.getByRole('heading', { name: 'Your last post is in the sandbox' }).waitFor()
    expect(await last.getByRole('listitem').allTextContents()).toEqual([
      'Publish another',
      'Plan one for later',
      'Connect a real account',
    ])

    await fault(server, { on: 'create', mode: 'aspect-ratio', match: { captionIncludes: 'Refused' } })
    await published(server, 'Refused in the end')
    await page.getByRole('heading', { name: '1 post failed' }).waitFor()
    await expect.poll(() => last.count()).toBe(0)
    await published(server, 'Live again')
    await last.getByText('Live again').waitFor()
    await last.getByRole('link', { name: 'Open the post' }).click()
    await page.getByRole('heading', { name: 'Live again', level: 1 }).waitFor()
    await page.goBack()
    await last.getByRole('button', { name: 'Don’t show this again' }).click()
    expect(await last.count()).toBe(0)
  })

  it('is one card for posts that one action helps, and one for a limited account with the posts it delays', async () => {
    // A server of its own: a limited account would stay limited in later tests.
    const server = await startServer()
    await fault(server, { on: 'create', mode: 'rate-limited' })
    const soon = Date.now() + 10 * MINUTE
    const mediaFileId = (await uploaded(server)).id
    await publish(server, { accountId: await accountId(server), mediaFileId, caption: 'Too many calls' })
    const limits = async () => (await (await server.api('/attention')).json()) as AttentionBody
    await expect
      .poll(async () => (await limits()).entries.map(({ code }) => code))
      .toContain('ACCOUNT_LIMITED')
    for (const caption of ['Late one', 'Late two']) await scheduledAt(server, soon, { mediaFileId, caption })
    const { page } = await visit(browser, server)
    await page
      .getByRole('status')
      .getByText(/demo\.kitchen is limited until .*, 2 will be late/)
      .waitFor()
    await page.getByRole('link', { name: 'Open the inbox' }).click()
    const list = page.getByRole('list', { name: 'What needs your attention' })
    const limited = list.getByRole('listitem').filter({ hasText: 'is limited until' })
    await limited.getByRole('link', { name: 'Late two' }).waitFor()
    await page.getByRole('link', { name: 'Inbox: 1 thing to look at' }).waitFor()
    expect(await page.getByText('Nothing needs your attention').count()).toBe(0)
    expect(await objections(page)).toEqual([])
    await openFromHeader(page, 'Plan')
    await page.getByRole('button', { name: /Will be late.*Late one/ }).waitFor()
    expect(await objections(page)).toEqual([])
  })

  it('is shown beside what is fine of the next two days, and tried for real on demand', async () => {
    const own = await startServer()
    const { id: mediaFileId } = await uploaded(own)
    await scheduledAt(own, Date.now() + 26 * HOUR, { mediaFileId, caption: 'Tomorrow' })
    await scheduledAt(own, Date.now() + 72 * HOUR, { mediaFileId, caption: 'In three days' })
    const { page, complaints } = await visit(browser, own)
    await openFromHeader(page, 'Inbox')
    const coming = page.getByRole('region', { name: 'The next 48 hours' })
    await coming.getByRole('listitem').filter({ hasText: 'Tomorrow' }).getByText('Fine').waitFor()
    expect(await coming.getByRole('listitem').count()).toBe(1)
    const isChecked = page.waitForResponse((response) => response.url().endsWith('/api/attention/check'))
    await coming.getByRole('button', { name: 'Check now' }).click()
    expect((await isChecked).ok()).toBe(true)
    await coming.getByRole('status').filter({ hasText: 'Last full check:' }).waitFor()
    expect(await objections(page)).toEqual([])

    // Without its file it will fail.
    await own.api(`/media/${mediaFileId}`, { method: 'DELETE' })
    await coming.getByRole('listitem').filter({ hasText: 'Tomorrow' }).getByText('Will fail').waitFor()
    expect(complaints).toEqual([])
  })

  it('is told of a post that will fail wherever the plan shows it, with the reason beside all about it', async () => {
    const own = await startServer()
    const { id: mediaFileId } = await uploaded(own)
    const at = Date.now() + DAY
    await scheduledAt(own, at, { mediaFileId, caption: 'Tomorrow' })
    await own.api(`/media/${mediaFileId}`, { method: 'DELETE' })
    const { page } = await visit(browser, own)
    const main = page.getByRole('main')
    for (const view of ['week', 'list', 'grid', 'weeks']) {
      // On a Sunday it is in the next week.
      await page.goto(`${own.origin}/plan?view=${view}&at=${toIso(at).slice(0, 10)}`)
      await main.getByText('Will fail').waitFor()
    }
    await main.getByRole('button', { name: 'Tomorrow' }).last().click()
    const panel = page.getByRole('dialog', { name: 'Post' })
    await panel.getByText(/A media file of this post was deleted/).waitFor()
    expect(await objections(page)).toEqual([])
    await panel.getByRole('link', { name: 'Details' }).click()
    await main.getByText(/A media file of this post was deleted/).waitFor()
    expect(await objections(page)).toEqual([])
  })

  it('holds the mentions that can still be reposted, and leads to them', async () => {
    const own = await startServer()
    await strangerMentions(own, 'ilse.eats')
    const reposts = await openReposts(browser, own)
    await setUp(reposts.page)
    await look(reposts.page, /Found 1 new mention/)
    const { page } = await visit(browser, own)
    // What the page says while the words of reposts are still on their way.
    const isAsked = page.waitForRequest('**/assets/lazy-*.js')
    let release = () => {}
    const isReleased = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/assets/lazy-*.js', async (route) => {
      await isReleased
      await route.continue()
    })
    await page.goto(`${own.origin}/inbox`)
    await isAsked
    await page.getByRole('heading', { name: 'The next 48 hours' }).waitFor()
    const mentions = page.getByRole('region', { name: 'Mentions to repost' })
    expect(await mentions.count()).toBe(0)
    expect(await objections(page)).toEqual([])
    release()
    await mentions.waitFor()
    expect(await objections(page)).toEqual([])
    await mentions.getByRole('link', { name: /ilse\.eats/ }).click()
    await page.getByRole('heading', { name: 'Story reposts', level: 1 }).waitFor()
    await page.getByRole('heading', { name: /ilse\.eats/ }).waitFor()
  })

  it('is told that story repost switched itself off, and leads there', async () => {
    const own = await startServer()
    await fault(own, { on: 'conversations', mode: 'permission-missing' })
    const { page } = await openReposts(browser, own)
    await setUp(page)
    await look(page, /It switched itself off/)
    await openFromHeader(page, 'Inbox')
    const entry = page.getByRole('list', { name: 'What needs your attention' }).getByRole('listitem')
    await entry
      .getByRole('heading', { name: 'Story reposts of demo.kitchen switched themselves off' })
      .waitFor()
    expect(await objections(page)).toEqual([])
    await entry.getByRole('link', { name: 'Open Story reposts' }).click()
    await page.getByText('It switched itself off').waitFor()
  })

  it('keeps its button within its card where there is the least room for long words', async () => {
    const viewport = { width: 320, height: 640 }
    const { page } = await visit(browser, server, { locale: 'de-DE', viewport })
    const entry = {
      id: 'MENTIONS_UNPROVEN:a',
      code: 'MENTIONS_UNPROVEN',
      severity: 'notice',
      since: toIso(Date.now()),
      postId: null,
      accountId: null,
      message: '',
      detail: null,
      nextStep: 'make_app_live',
      until: null,
    }
    const json = { entries: [entry], hasMore: false, checkedAt: null }
    await page.route('**/api/attention', (route) => route.fulfill({ json }))
    await page.goto(`${server.origin}/inbox`)
    const step = page.getByRole('link', { name: 'App live schalten' })
    const [inner, card] = [
      await step.boundingBox(),
      await page.getByRole('listitem').filter({ has: step }).boundingBox(),
    ]
    expect(inner && inner.x + inner.width).toBeLessThan(card ? card.x + card.width : 0)
  })

  it('is looked for at the hour that was chosen', async () => {
    const { page } = await visit(browser, server)
    await openFromHeader(page, 'Inbox')
    const hour = page.getByLabel('Check every evening at')
    await hour.waitFor()
    expect(await hour.inputValue()).toBe('19')
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT')
    await hour.selectOption('21')
    expect((await saved).ok()).toBe(true)
    await page.reload()
    await hour.waitFor()
    expect(await hour.inputValue()).toBe('21')
  })
})

describe('a dry run', () => {
  it('shows every step of the practice account, and publishes nothing', async () => {
    await uploaded(server)
    const { page, context, complaints } = await visit(browser, server)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await openFromHeader(page, 'Accounts')
    await pressEnterOn(page, page.getByRole('button', { name: 'Dry run of demo.kitchen' }))
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Nothing becomes visible').waitFor()
    await pressEnterOn(page, dialog.getByRole('button', { name: 'Start' }))
    await dialog.getByText('Every step succeeded').waitFor()
    const steps = dialog.getByRole('list', { name: 'Steps' }).getByRole('listitem')
    expect(await steps.locator('strong').allTextContents()).toEqual([
      'Access',
      'Permissions',
      'Publishing limit',
      'Public address of a picture',
      'Sending the picture',
      'Processing',
    ])
    expect(await steps.getByLabel('OK').count()).toBe(6)
    expect(await objections(page)).toEqual([])

    await dialog.getByRole('button', { name: 'Copy as a report' }).click()
    await dialog.getByRole('button', { name: 'Copied' }).waitFor()
    const report: unknown = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()))
    expect(report).toMatchObject({ ok: true, steps: [{ name: 'token' }, {}, {}, {}, {}, {}] })
    const { posts } = (await (await server.api('/posts')).json()) as { posts: { status: string }[] }
    expect(posts).toEqual([])
    expect(complaints).toEqual([])
  })
})
