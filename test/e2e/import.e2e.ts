// Files dropped on a page: one is a new post, several are a post each.
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { PostBody } from '../../core/api/posts.ts'
import { addDays, daysFrom, WEEKDAYS } from '../../core/rules/times/calendar-days.ts'
import { wallTimeOf } from '../../core/rules/times/wall-time.ts'
import { MINUTE } from '../../core/time.ts'
import { uploaded } from '../process-harness/client.ts'
import { startServer, type ServerProcess } from '../process-harness/server-process.ts'
import { objections } from './axe.ts'
import { dropFiles as drop } from './drop-files.ts'
import { browser, openBrowser } from './file-set-up.ts'
import { cell } from './plan/plan-on-screen.ts'
import { toast } from './posts/posts-at-hand.ts'
import {
  answerTo,
  countEffort,
  discardQuestion,
  isAbove,
  isFocused,
  newPostSheet,
  openNewPost,
  openFromHeader,
  photoFile,
  picture,
  tabTo,
  visit,
} from './visit.ts'

openBrowser()

async function scheduledPosts(server: ServerProcess): Promise<PostBody[]> {
  const { posts } = (await (await server.api('/schedule?limit=100')).json()) as { posts: PostBody[] }
  return posts.toSorted((a, b) => String(a.scheduledFor).localeCompare(String(b.scheduledFor)))
}

/** Holds back new drafts until they are released; the one in that place, counted from 1, is refused then. */
async function holdDrafts(page: Page, refused = 0) {
  let asked = 0
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/posts/draft/bulk', async (route) => {
    asked += 1
    await released
    const response = await answerTo(route)
    const json = (await response.json()) as { results: object[] }
    const problems = [{ code: 'INTERNAL_ERROR', field: 'post', message: 'There is no room.' }]
    if (refused > 0) json.results[refused - 1] = { post: null, problems }
    await route.fulfill({ response, json })
  })
  return { asked: () => asked, release }
}

/** Two files are dropped and sent as drafts, whose answers are held back. */
async function sendTwoDrafts(refused = 0) {
  const server = await startServer()
  const { page } = await visit(browser, server)
  const drafts = await holdDrafts(page, refused)
  await drop(page, [await photoFile('one.jpg'), await photoFile('two.jpg')])
  await page.getByRole('button', { name: 'Save 2 drafts' }).click()
  await expect.poll(() => drafts.asked()).toBe(1)
  return { server, page, drafts }
}

describe('files that are dropped on a page', () => {
  it('are a month of posts with a caption each after four clicks, and none after one Undo', async () => {
    const server = await startServer()
    const { page, complaints } = await visit(browser, server)
    const names = Array.from({ length: 30 }, (_, day) => `day ${day + 1}.jpg`)
    const effort = await countEffort(page)
    await drop(page, await Promise.all(names.map((name) => photoFile(name))))

    const sheet = page.getByRole('dialog', { name: '30 files, one post each' })
    await sheet.getByLabel('Caption of day 1.jpg').click()
    for (const name of names) {
      await page.keyboard.type(`About ${name}`)
      await page.keyboard.press('Tab')
    }
    await sheet.getByRole('combobox', { name: 'When they are published' }).click()
    await page.getByRole('option', { name: 'Daily from tomorrow' }).click()
    expect(await objections(page)).toEqual([])
    await sheet.getByRole('button', { name: 'Schedule 30 posts' }).click()
    expect((await effort()).clicks).toBe(4)
    // It stays for as long as the mouse is on it.
    await page.getByText('30 posts scheduled.').hover()
    expect(await page.getByRole('dialog').count()).toBe(0)
    const posts = await scheduledPosts(server)
    expect(posts.map(({ caption }) => caption)).toEqual(names.map((name) => `About ${name}`))
    expect(new Set(posts.map(({ scheduledFor }) => String(scheduledFor).slice(0, 10))).size).toBe(30)

    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('30 posts taken back.').waitFor()
    expect(await scheduledPosts(server)).toEqual([])
    await expect
      .poll(async () => (await (await server.api('/posts')).json()) as object)
      .toMatchObject({ posts: [] })
    expect(complaints).toEqual([])
  })

  it('are taken back by one Undo although the tab is closed at once', async () => {
    const server = await startServer()
    const { page } = await visit(browser, server)
    const names = Array.from({ length: 30 }, (_, day) => `day ${day + 1}.jpg`)
    await drop(page, await Promise.all(names.map((name) => photoFile(name))))
    const sheet = page.getByRole('dialog', { name: '30 files, one post each' })
    await sheet.getByRole('combobox', { name: 'When they are published' }).click()
    await page.getByRole('option', { name: 'Daily from tomorrow' }).click()
    await sheet.getByRole('button', { name: 'Schedule 30 posts' }).click()
    await page.getByText('30 posts scheduled.').hover()
    expect(await scheduledPosts(server)).toHaveLength(30)

    const sent = page.waitForRequest('**/api/posts/bulk')
    await page.getByRole('button', { name: 'Undo' }).click()
    await sent
    await page.close({ runBeforeUnload: false })
    await expect.poll(() => scheduledPosts(server)).toEqual([])
  })

  it('take their captions by Tab while they are still on their way, and none is left out by it', async () => {
    const server = await startServer()
    const { page } = await visit(browser, server)
    let release = () => {}
    const isReleased = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/api/media/upload', async (route) => {
      await isReleased
      await route.continue()
    })
    const names = ['one.jpg', 'two.jpg', 'three.jpg']
    await drop(page, await Promise.all(names.map((name) => photoFile(name))))

    await page.getByLabel('Caption of one.jpg').click()
    for (const name of names) {
      await page.keyboard.type(`All about ${name}`)
      await page.keyboard.press('Tab')
    }
    release()
    await page.getByRole('button', { name: 'Save 3 drafts' }).waitFor()
    // What stands between two captions is reached backwards.
    await page.getByLabel('Caption of three.jpg').click()
    await tabTo(page, page.getByRole('button', { name: 'Leave two.jpg out' }), 'Shift+Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Save 2 drafts' }).click()
    await page.getByText('2 drafts saved.').waitFor()
    const { posts } = (await (await server.api('/posts')).json()) as { posts: PostBody[] }
    expect(posts.map(({ caption }) => caption)).toEqual(['All about three.jpg', 'All about one.jpg'])
  })

  it('become drafts where the account has no slots, and what does not fit stays with its cure', async () => {
    const server = await startServer()
    const { page } = await visit(browser, server)
    await openFromHeader(page, 'Library')
    await openNewPost(page)
    await page.keyboard.press('Escape')
    await newPostSheet(page).waitFor({ state: 'detached' })
    const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Not a picture') }
    await drop(page, [await photoFile('fits.jpg'), await picture(400, 1200), notes])

    const sheet = page.getByRole('dialog', { name: '3 files, one post each' })
    await sheet.getByText('Crop it to between').waitFor()
    await sheet.getByText('2 are not ready yet and stay here.').waitFor()
    // A new post, opened and closed over these by the history, is not what messages appear above.
    await page.goForward()
    await newPostSheet(page).locator('footer').waitFor()
    await page.goBack()
    await newPostSheet(page).waitFor({ state: 'detached' })
    await sheet.getByRole('button', { name: 'Save 1 draft' }).click()
    await page.getByText('1 draft saved.').waitFor()

    const left = page.getByRole('dialog', { name: '2 files, one post each' })
    // What is told for a while covers nothing that is to be pressed next.
    await isAbove(toast(page, '1 draft saved.'), left.locator('footer'))
    await left.getByRole('button', { name: /crop/i }).click()
    await left.getByRole('button', { name: 'Save 1 draft' }).click()
    const last = page.getByRole('dialog', { name: '1 file, one post each' })
    await last.getByText('1 is not ready yet and stays here.').waitFor()
    const { posts } = (await (await server.api('/posts')).json()) as { posts: PostBody[] }
    expect(posts.map(({ status }) => status)).toEqual(['DRAFT', 'DRAFT'])
  })

  it('take the next free slots where the account has some', async () => {
    const server = await startServer()
    const { accounts } = (await (await server.api('/auth/me')).json()) as { accounts: { id: string }[] }
    const daily = Object.fromEntries(WEEKDAYS.map((day) => [day, ['12:30']]))
    const json = { timezone: 'UTC', weekly: daily }
    await server.api(`/accounts/${accounts[0]?.id ?? ''}/slots`, { method: 'PUT', json })
    const { page } = await visit(browser, server)
    await drop(page, [await photoFile('one.jpg'), await photoFile('two.jpg')])
    await page.getByRole('button', { name: 'Schedule 2 posts' }).click()
    await page.getByText('2 posts scheduled.').waitFor()
    const times = (await scheduledPosts(server)).map(({ scheduledFor }) => String(scheduledFor).slice(11, 16))
    expect(times).toEqual(['12:30', '12:30'])
  })

  it('are thirty posts on a full month of which no two are closer than 20 minutes', async () => {
    const server = await startServer()
    const { accounts } = (await (await server.api('/auth/me')).json()) as { accounts: { id: string }[] }
    const accountId = accounts[0]?.id ?? ''
    const weekly = Object.fromEntries(WEEKDAYS.map((day) => [day, ['12:30']]))
    await server.api(`/accounts/${accountId}/slots`, { method: 'PUT', json: { timezone: 'UTC', weekly } })
    const { id: mediaFileId } = await uploaded(server)
    const tomorrow = addDays(wallTimeOf(Date.now(), 'UTC').slice(0, 10), 1)
    const busy = daysFrom(tomorrow, 30).map((day, n) => `${day}T12:${n % 2 === 0 ? '25' : '45'}:00Z`)
    const posts = busy.map((scheduledFor) => ({ accountId, mediaType: 'IMAGE', mediaFileId, scheduledFor }))
    await server.api('/schedule/bulk', { json: { posts } })
    const { page, complaints } = await visit(browser, server)
    const names = Array.from({ length: 30 }, (_, day) => `day ${day + 1}.jpg`)
    await drop(page, await Promise.all(names.map((name) => photoFile(name))))
    await page.getByRole('button', { name: 'Schedule 30 posts' }).click()
    await page.getByText('30 posts scheduled.').waitFor()
    const times = (await scheduledPosts(server)).map(({ scheduledFor }) => Date.parse(String(scheduledFor)))
    expect(times).toHaveLength(60)
    expect(times.filter((at, n) => at - (times[n - 1] ?? 0) < 20 * MINUTE)).toEqual([])
    expect(complaints).toEqual([])
  })

  it('show their times, take others, and mark one that is too close to another before it is sent', async () => {
    const server = await startServer()
    const { page } = await visit(browser, server)
    await drop(page, [await photoFile('one.jpg'), await photoFile('two.jpg')])
    const sheet = page.getByRole('dialog', { name: '2 files, one post each' })
    await sheet.getByRole('combobox', { name: 'When they are published' }).click()
    await page.getByRole('option', { name: 'Daily from tomorrow' }).click()
    const [first, second] = ['one.jpg', 'two.jpg'].map((name) =>
      sheet.getByLabel(`Date and time of ${name}`, { exact: true }),
    )
    const proposed = String(await first?.inputValue())
    expect(await second?.inputValue()).toBe(`${addDays(proposed.slice(0, 10), 1)}${proposed.slice(10)}`)
    await second?.fill(proposed.replace(/..$/, '10'))
    await expect.poll(() => first?.inputValue()).toBe(proposed.replace(/..$/, '30'))
    await first?.fill(proposed)
    await expect.poll(() => sheet.getByText('Less than 20 minutes from another post').count()).toBe(2)
    expect(await objections(page)).toEqual([])
    await second?.fill(proposed.replace(/..$/, '40'))
    await expect.poll(() => sheet.getByText('Less than 20 minutes from another post').count()).toBe(0)
    await page.getByRole('button', { name: 'Schedule 2 posts' }).click()
    await page.getByText('2 posts scheduled.').waitFor()
  })

  it('are sent again when there was no answer, without becoming more posts', async () => {
    const server = await startServer()
    const { page } = await visit(browser, server)
    const asked: string[] = []
    await page.route('**/api/posts/draft/bulk', async (route) => {
      asked.push(route.request().postData() ?? '')
      await answerTo(route)
      await route.abort()
    })
    await drop(page, [await photoFile('one.jpg'), await photoFile('two.jpg')])
    await page.getByRole('button', { name: 'Save 2 drafts' }).click()
    await page.getByText('may or may not have been accepted').first().waitFor()
    expect(asked).toHaveLength(1)
    expect(await page.getByRole('dialog').getByText('may or may not have been accepted').count()).toBe(2)

    await page.unroute('**/api/posts/draft/bulk')
    await page.getByRole('button', { name: 'Save 2 drafts' }).click()
    await page.getByText('2 drafts saved.').waitFor()
    const { posts } = (await (await server.api('/posts')).json()) as { posts: PostBody[] }
    expect(posts).toHaveLength(2)
  })

  it('keep what was chosen for all of them over a reload', async () => {
    const { page } = await visit(browser, await startServer())
    await drop(page, [await photoFile('one.jpg'), await photoFile('two.jpg')])
    await page.getByRole('button', { name: 'Save 2 drafts' }).waitFor()
    await page.getByRole('combobox', { name: 'When they are published' }).click()
    await page.getByRole('option', { name: 'Daily from tomorrow' }).click()
    await page.getByLabel('Time of day').fill('07:45')
    await page.getByRole('button', { name: 'Schedule 2 posts' }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: /^(Schedule 2 posts|Save 2 drafts)$/ }).waitFor()
    expect(await page.getByRole('button', { name: 'Schedule 2 posts' }).count()).toBe(1)
    expect(await page.getByLabel('Time of day').inputValue()).toBe('07:45')
  })

  it('keep the clocks by which their times were typed, whatever another tab shows meanwhile', async () => {
    const server = await startServer()
    const { page } = await visit(browser, server)
    await drop(page, [await photoFile('one.jpg'), await photoFile('two.jpg')])
    await page.getByRole('combobox', { name: 'When they are published' }).click()
    await page.getByRole('option', { name: 'Daily from tomorrow' }).click()
    const year = new Date().getUTCFullYear() + 1
    await page.getByLabel('Time of one.jpg').fill(`${year}-03-05T10:00`)
    const heard = page.evaluate(
      () => new Promise((resolve) => window.addEventListener('storage', () => resolve(true), { once: true })),
    )
    const other = await page.context().newPage()
    await other.goto(`${server.origin}/favicon.svg`)
    await other.evaluate(() => localStorage.setItem('nightpost-plan-zone', '"Asia/Tokyo"'))
    await heard
    await page.getByRole('button', { name: 'Schedule 2 posts' }).click()
    await page.getByText('2 posts scheduled.').waitFor()
    const times = (await scheduledPosts(server)).map(({ scheduledFor }) => scheduledFor)
    expect(times).toContain(`${year}-03-05T10:00:00.000Z`)
  })

  it('are said to be posts perhaps when there was no answer and the page was loaded anew', async () => {
    const { page } = await visit(browser, await startServer())
    await page.route('**/api/posts/draft/bulk', (route) => route.abort())
    await drop(page, [await photoFile('one.jpg'), await photoFile('two.jpg')])
    await page.getByRole('button', { name: 'Save 2 drafts' }).click()
    await page.getByText('may or may not have been accepted').first().waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Save 2 drafts' }).waitFor()
    await expect.poll(() => page.getByText('This may have become a post already').count()).toBe(2)
  })

  it('are no posts where they were left out while they were sent', async () => {
    const { server, page, drafts } = await sendTwoDrafts()
    await page.getByRole('button', { name: 'Leave two.jpg out' }).click()
    drafts.release()
    await page.getByText('1 draft saved.').waitFor()
    const { posts } = (await (await server.api('/posts')).json()) as { posts: PostBody[] }
    expect(posts).toHaveLength(1)
  })

  it('stay with what was typed while they were sent, which is told', async () => {
    const { server, page, drafts } = await sendTwoDrafts()
    await page.getByLabel('Caption of two.jpg').fill('Typed meanwhile')
    drafts.release()
    await page.getByText('2 drafts saved.').waitFor()
    await page.getByText('This was sent before and became a post').waitFor()
    expect(await page.getByLabel('Caption of two.jpg').inputValue()).toBe('Typed meanwhile')
    const { posts } = (await (await server.api('/posts')).json()) as { posts: PostBody[] }
    expect(posts.map(({ caption }) => caption)).toEqual(['', ''])
  })

  it('are not closed without a question while something is typed that would be lost', async () => {
    const { page } = await visit(browser, await startServer())
    const mayLeave = () =>
      page.evaluate(() => window.dispatchEvent(new Event('beforeunload', { cancelable: true })))
    await drop(page, [await photoFile('one.jpg'), await photoFile('two.jpg')])
    await page.getByRole('button', { name: 'Save 2 drafts' }).waitFor()
    const caption = page.getByLabel('Caption of one.jpg')
    await caption.fill('Typed with care')
    // The browser keeps it.
    expect(await mayLeave()).toBe(true)
    await caption.press('Escape')
    const question = discardQuestion(page)
    await question.waitFor()
    expect(await objections(page)).toEqual([])
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
    await isFocused(caption)
    expect(await caption.inputValue()).toBe('Typed with care')
    await caption.press('Escape')
    await question.getByRole('button', { name: 'Discard changes' }).click()
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    expect(await mayLeave()).toBe(true)
  })

  it('are not closed without a question either when one of them was refused', async () => {
    const { page } = await visit(browser, await startServer())
    const drafts = await holdDrafts(page, 1)
    await drop(page, [await photoFile('one.jpg'), await photoFile('two.jpg')])
    await page.getByLabel('Caption of one.jpg').fill('Typed with care')
    await page.getByLabel('Caption of two.jpg').fill('Ready for its turn')
    await page.getByRole('button', { name: 'Save 2 drafts' }).click()
    drafts.release()
    await page.getByText('There is no room.').waitFor()
    await page.getByLabel('Caption of one.jpg').press('Escape')
    await discardQuestion(page).getByText('Your captions are lost.').waitFor()
  })

  it('go on being sent behind a closed sheet, which closes no other and is no reason to be silent', async () => {
    const { page, drafts } = await sendTwoDrafts(2)
    await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click()
    await drop(page, [await photoFile('three.jpg'), await photoFile('four.jpg')])
    await page.getByLabel('Caption of three.jpg').fill('Of the second import')
    drafts.release()
    await page.getByText('1 draft saved.').waitFor()
    await page.getByRole('alert').filter({ hasText: 'two.jpg: There is no room' }).waitFor()
    await page.getByRole('dialog', { name: '2 files, one post each' }).waitFor()
    expect(await page.getByLabel('Caption of three.jpg').inputValue()).toBe('Of the second import')
  })

  it('begin a new post when it is one', async () => {
    const { page } = await visit(browser, await startServer())
    await drop(page, [await photoFile('harbour.jpg')])
    await newPostSheet(page).getByAltText('The file as it will be published').waitFor()
  })

  it('begin at the day, the hour or the slot on which they are dropped, and are drafts in the tray', async () => {
    const server = await startServer()
    const { page } = await visit(browser, server, { viewport: { width: 1440, height: 900 } })
    const day = addDays(wallTimeOf(Date.now(), 'UTC').slice(0, 10), 8)
    await page.goto(`${server.origin}/plan?at=${day}`)
    await cell(page, day).waitFor()
    const two = [await photoFile('one.jpg'), await photoFile('two.jpg')]
    await drop(page, two, cell(page, day))
    await page.getByRole('button', { name: 'Schedule 2 posts' }).click()
    await page.getByText('2 posts scheduled.').waitFor()
    const times = async () =>
      (await scheduledPosts(server)).map(({ scheduledFor }) => scheduledFor?.slice(0, 16))
    expect(await times()).toEqual([`${day}T10:00`, `${addDays(day, 1)}T10:00`])

    await page.goto(`${server.origin}/plan?view=day&at=${addDays(day, 4)}`)
    await drop(page, [await photoFile('at three.jpg')], cell(page, `${addDays(day, 4)}T15`))
    await newPostSheet(page).getByRole('button', { name: 'Schedule', exact: true }).click()
    await page.getByRole('heading', { name: /^Scheduled for/ }).waitFor()
    expect((await times()).at(-1)).toBe(`${addDays(day, 4)}T15:00`)

    await page.goto(`${server.origin}/plan`)
    await drop(page, two, cell(page, 'tray'))
    await page.getByRole('button', { name: 'Save 2 drafts' }).waitFor()
  })

  it('say that there is no account for their posts', async () => {
    const { page } = await visit(browser, await startServer())
    await page.route('**/api/auth/me', (route) => route.fulfill({ json: { accounts: [] } }))
    await page.reload()
    await drop(page, [await photoFile('one.jpg'), await photoFile('two.jpg')])
    const sheet = page.getByRole('dialog', { name: '2 files, one post each' })
    await sheet.getByText('No account is connected, so there is nowhere to publish to yet.').waitFor()
    expect(await sheet.getByRole('button', { name: /^Save \d drafts$/ }).isDisabled()).toBe(true)
  })

  it('refuse a single file that is neither picture nor video before it is sent', async () => {
    const { page } = await visit(browser, await startServer())
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/media')) sent.push(request.url())
    })
    await drop(page, [{ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Not a picture') }])
    await newPostSheet(page).getByText('notes.txt').first().waitFor()
    await newPostSheet(page).getByRole('alert').first().waitFor()
    expect(sent).toEqual([])
  })
})
