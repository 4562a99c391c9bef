// Follows a post as the person who sent it does: failed, repaired, tried again, in doubt.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import type { PostBody } from '../../../core/api/posts.ts'
import { MINUTE } from '../../../core/time.ts'
import { accountId, postOf, publish, uploaded } from '../../process-harness/client.ts'
import { newFolder } from '../../process-harness/own-folders.ts'
import { startServer } from '../../process-harness/server-process.ts'
import { objections } from '../axe.ts'
import { fault, openPost, published, rowOf } from './posts-at-hand.ts'
import { browser, openBrowserAndServer, server } from '../file-set-up.ts'
import { isFocused, openList, pressEnterOn, visit } from '../visit.ts'

openBrowserAndServer()

/** A photo in portrait, which leaves something to crop. */
async function portrait(): Promise<Uint8Array<ArrayBuffer>> {
  const picture = sharp({ create: { width: 400, height: 480, channels: 3, background: '#468' } })
  return new Uint8Array(await picture.jpeg().toBuffer())
}

const NOT_THE_SHAPE = {
  on: 'create',
  mode: 'error',
  code: 36003,
  subcode: 2207009,
  message: 'The aspect ratio is not supported.',
} as const

/** Words that a line break or an edge goes through. Those that are out of sight as a whole are none. */
function cutWords(place: Locator): Promise<string[]> {
  return place.evaluate((root) => {
    const isWhole = (word: DOMRect, { top, bottom, left, right }: DOMRect) =>
      word.top >= top - 1 && word.bottom <= bottom + 1 && word.left >= left - 1 && word.right <= right + 1
    const isGone = (word: DOMRect, { top, bottom }: DOMRect) => word.top > bottom - 1 || word.bottom < top + 1
    const cut: string[] = []
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const windows: DOMRect[] = []
      for (let around = text.parentElement; around && root.contains(around); around = around.parentElement)
        if (getComputedStyle(around).overflow !== 'visible') windows.push(around.getBoundingClientRect())
      for (const { 0: word, index } of (text.textContent ?? '').matchAll(/\p{L}+/gu)) {
        const range = new Range()
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        const [box = new DOMRect(), ...others] = range.getClientRects()
        const isSeen = !windows.some((edges) => isGone(box, edges))
        // A line that ends in an ellipsis has each of its boxes twice: whole, and as it is shown.
        const isOnTwoLines = others.some(({ top }) => top !== box.top)
        if (isSeen && (isOnTwoLines || !windows.every((edges) => isWhole(box, edges)))) cut.push(word)
      }
    }
    return cut
  })
}

async function refused(caption: string): Promise<PostBody> {
  await fault(server, { ...NOT_THE_SHAPE, match: { captionIncludes: caption } })
  return published(server, caption, await portrait())
}

describe('a post that failed', () => {
  it('repairs a failed post in place, retries it and shows it live, all by keyboard', async () => {
    await refused('The tall window')
    const { page, complaints } = await visit(browser, server)
    await page.keyboard.press('/')
    await rowOf(page, 'The tall window').getByText('The picture’s aspect ratio is not accepted.').waitFor()
    await pressEnterOn(page, page.getByRole('link', { name: 'Fix the files: “The tall window”' }))

    await page.getByRole('heading', { name: 'Not published' }).waitFor()
    await page.getByText('400 × 480').waitFor()
    await pressEnterOn(page, page.getByRole('button', { name: 'Crop picture.jpg to 4:5' }))
    await page.getByText('Changed to ').waitFor()
    await page.getByText('400 × 480').waitFor({ state: 'detached' })

    await pressEnterOn(page, page.getByRole('button', { name: 'Retry' }))
    await page.getByRole('heading', { name: 'Your post is live' }).waitFor()
    await page.getByRole('link', { name: 'See it in the sandbox feed' }).waitFor()
    const focused = await page.evaluate(() => document.activeElement?.textContent)
    expect(focused).toBe('Your post is live')
    expect(complaints).toEqual([])
  })

  it('cuts no word of the long German ones, neither on its card nor on its page', async () => {
    await published(server, 'Of the same day')
    const post = await refused('The narrow window')
    const viewport = { width: 1024, height: 768 }
    const { page } = await visit(browser, server, { locale: 'de-DE', viewport })
    const card = page.locator('main [data-status=FAILED]', { hasText: 'The narrow window' })
    expect(await cutWords(card)).toEqual([])
    await openPost(page, post)
    expect(await cutWords(page.getByRole('group', { name: /picture\.jpg/ }))).toEqual([])
  })

  it('hides the platform’s words in a disclosure, and shows each step as text for a report', async () => {
    const post = await refused('Steps to be told')
    const { page, context } = await visit(browser, server)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await openPost(page, post)
    const said = page.getByText('The aspect ratio is not supported. (36003/2207009)')
    expect(await said.isVisible()).toBe(false)
    await page.getByText('What Instagram said').click()
    await said.waitFor()

    await page.getByRole('button', { name: 'Activity' }).click()
    await page.getByText('Prepare the post').waitFor()
    await page.getByText('Answer 400, code 36003/2207009:').waitFor()
    await page.getByText('Then: nothing; it failed').waitFor()
    expect(page.url()).toContain('?attempts')
    await page.getByRole('button', { name: 'Copy as text for a bug report' }).click()
    await page.getByRole('button', { name: 'Copied', exact: true }).waitFor()
    const report = await page.evaluate(() => navigator.clipboard.readText())
    expect(report).toContain(post.id)
    expect(report).toContain('create container: HTTP 400, code 36003/2207009')

    await page.reload()
    await page.getByText('Prepare the post').waitFor()
    expect(await objections(page)).toEqual([])
  })

  it('says why in the reader’s language, and gives the platform’s words as it said them', async () => {
    const post = await refused('Auf Deutsch')
    const { page } = await visit(browser, server)
    await page.evaluate(() => localStorage.setItem('nightpost-language', '"de"'))
    await page.reload()
    await openPost(page, post)
    await page.getByText('Das Seitenverhältnis des Bildes wird nicht angenommen.').waitFor()
    await page.getByText('Was Instagram dazu sagte').click()
    await page.getByText('The aspect ratio is not supported. (36003/2207009)').waitFor()
  })

  it('copies a post that would be refused again into a draft to be changed', async () => {
    const tooMany = { on: 'create', mode: 'error', code: 100, subcode: 2207040 } as const
    await fault(server, { ...tooMany, match: { captionIncludes: 'Too many friends' } })
    const post = await published(server, 'Too many friends')
    const { page } = await visit(browser, server)
    await openPost(page, post)
    expect(await page.getByRole('button', { name: 'Retry' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Copy into a new draft' }).click()
    await page.waitForURL(/\?post=[-\da-f]{36}$/)
    const copy = await postOf(server, page.url().slice(-36))
    expect(copy).toMatchObject({ status: 'DRAFT', caption: 'Too many friends' })
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await isFocused(page.getByRole('button', { name: 'Copy into a new draft' }))
  })

  it('holds a failed post while its account backs off, and publishes it when asked', async () => {
    const own = await startServer()
    await fault(own, { on: 'create', mode: 'action-blocked' })
    const post = await published(own, 'One too many')
    const { page } = await visit(browser, own)
    await openList(page)
    await rowOf(page, 'One too many').getByText('Instagram is limiting this account.').waitFor()
    await page.getByRole('button', { name: /^Publish after .*“One too many”$/ }).click()
    await rowOf(page, 'One too many').getByText('Nightpost continues automatically').waitFor()
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('One too many')
    expect(await postOf(own, post.id)).toMatchObject({ status: 'QUEUED' })
  })
})

describe('a post that nobody confirmed', () => {
  it('says that a post is unconfirmed, leads to the profile, and finds it when it is retried', async () => {
    const clock = join(newFolder(), 'clock')
    writeFileSync(clock, '0')
    const turned = await startServer({
      nodeArgs: ['--import', join(import.meta.dirname, '../../process-harness/turned-clock.ts')],
      env: { TURNED_CLOCK_FILE: clock },
    })
    const account = await accountId(turned)
    const media = await uploaded(turned)
    // It is live, but the answer is lost, and so is every look.
    await fault(turned, { on: 'publish', mode: 'drop', effect: 'after' })
    for (const on of ['status', 'list'] as const)
      await fault(turned, { on, mode: 'server-error', times: 1000, ...(on === 'status' && { skip: 1 }) })
    const id = await publish(turned, { accountId: account, mediaFileId: media.id, caption: 'Seen by nobody' })
    const { page } = await visit(browser, turned)
    await openPost(page, { ...(await postOf(turned, id)), caption: 'Seen by nobody' })
    await page.getByText('Instagram has not confirmed it yet').waitFor()
    const told = page.getByRole('heading', { name: 'We do not know whether this is live' })
    // Time alone tells nothing: it is looked for as often as in the minutes that pass.
    for (let minutes = 3; !(await told.isVisible()); minutes += 3) {
      writeFileSync(clock, String(minutes * MINUTE))
      await told.waitFor({ timeout: 6_000 }).catch(() => {})
    }
    await page.getByRole('link', { name: 'Check the profile' }).waitFor()
    expect(await page.getByText('Retrying is safe').count()).toBe(1)
    expect(await page.getByText('Nothing went live').count()).toBe(0)
    expect(await objections(page)).toEqual([])

    await openList(page)
    const doubtful = rowOf(page, 'Seen by nobody')
    await doubtful.getByText('Not confirmed', { exact: true }).waitFor()
    await doubtful.getByRole('link', { name: 'Check the profile' }).waitFor()
    await doubtful.getByRole('link', { name: 'Seen by nobody' }).click()

    await turned.request('/sandbox/faults', { method: 'DELETE' })
    await page.getByRole('button', { name: 'It is not there: retry' }).click()
    await page.getByRole('heading', { name: 'Your post is live' }).waitFor()
  })
})
