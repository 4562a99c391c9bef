// The library: files come in, are looked at, made to fit, used and thrown away.
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { accountId, uploaded } from '../../process-harness/client.ts'
import { objections } from '../axe.ts'
import { dropFiles } from '../drop-files.ts'
import { browser, openBrowserAndServer, server } from '../file-set-up.ts'
import { toast } from '../posts/posts-at-hand.ts'
import {
  isAbove,
  isFocused,
  newPostSheet,
  openFromHeader,
  openList,
  photoFile,
  pressEnterOn,
  tabTo,
  visit,
} from '../visit.ts'

let page: Page

openBrowserAndServer()
beforeAll(async () => {
  page = (await visit(browser, server)).page
})

/** Starts as after a reload: nothing is left of the previous test. */
async function openLibrary(): Promise<void> {
  await page.unrouteAll()
  await page.goto(`${server.origin}/library`)
  await page.reload()
  await page.getByRole('heading', { name: 'Library', level: 1 }).waitFor()
}

async function picture(width: number, height: number): Promise<Buffer<ArrayBuffer>> {
  const plain = { width, height, channels: 3 as const, background: '#357' }
  return Buffer.from(await sharp({ create: plain }).jpeg().toBuffer())
}

const cell = (name: string) => page.getByRole('button', { name: `${name}, ` })
const fileInput = () => page.locator('main input[type=file]')

const BUSY = { status: 503, json: { code: 'INTERNAL_ERROR', error: 'Not this time.' } }

/** Holds uploads back until they are released. */
async function holdUploads() {
  const waiting: (() => void)[] = []
  await page.route('**/api/media/upload', async (route) => {
    await new Promise<void>((letIn) => waiting.push(letIn))
    await route.continue()
  })
  const letIn = () => {
    for (const one of waiting.splice(0)) one()
  }
  return { waiting, letIn }
}

describe('the library', () => {
  it('explains the empty library to a newcomer', async () => {
    await openLibrary()
    await page.getByRole('heading', { name: 'Nothing here yet' }).waitFor()
  })

  it('uploads several files, two at a time, and shows their progress', async () => {
    await openLibrary()
    const { waiting, letIn } = await holdUploads()
    const files = ['one.jpg', 'two.jpg', 'three.jpg'].map((name) => photoFile(name))
    await fileInput().setInputFiles(await Promise.all(files))

    const uploads = page.getByRole('list', { name: 'Uploads' })
    await uploads.getByText('Waiting for its turn').waitFor()
    await expect.poll(() => waiting.length).toBe(2)
    expect(await uploads.getByRole('progressbar').count()).toBe(3)
    letIn()
    await expect.poll(() => waiting.length).toBe(1)
    letIn()
    await uploads.waitFor({ state: 'detached' })
    for (const name of ['one.jpg', 'two.jpg', 'three.jpg']) await cell(name).waitFor()
    await page.getByText('3 files').waitFor()
  })

  it('keeps a refused file in the list, with the reason, and offers no repetition that cannot help', async () => {
    await openLibrary()
    await fileInput().setInputFiles([
      { name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') },
      { name: 'broken.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture at all') },
      { name: 'phone.heic', mimeType: 'image/heic', buffer: Buffer.from('\0\0\0\x18ftypheic\0\0\0\0') },
    ])
    await page.getByText('This is neither a photo nor a video.').waitFor()
    await page.getByText('Unsupported file type. Upload').waitFor()
    await page.getByText('This browser cannot read HEIC photos. Add it in Safari').waitFor()
    expect(await page.getByRole('button', { name: /^Try again with/ }).count()).toBe(0)
    expect(await objections(page)).toEqual([])

    for (const name of ['broken.jpg', 'notes.pdf', 'phone.heic'])
      await page.getByRole('button', { name: `Dismiss ${name}` }).click()
    await page.getByRole('list', { name: 'Uploads' }).waitFor({ state: 'detached' })
  })

  it('takes a picture that only the browser can read, as JPEG', async () => {
    await openLibrary()
    await fileInput().setInputFiles([{ name: 'drawing.bmp', mimeType: 'image/bmp', buffer: aBmp(40, 50) }])
    await cell('drawing.jpg').waitFor()
  })

  it('says when an upload broke off, and retries the same file', async () => {
    await openLibrary()
    await page.route('**/api/media/upload', (route) => route.abort(), { times: 1 })
    await fileInput().setInputFiles(await photoFile('again.jpg'))
    await page.getByText('The upload was interrupted.').waitFor()
    await page.getByRole('button', { name: 'Try again with again.jpg' }).click()
    await cell('again.jpg').waitFor()
  })

  it('stops an upload, and continues another one while another page is open', async () => {
    await openLibrary()
    const { waiting, letIn } = await holdUploads()
    await fileInput().setInputFiles([await photoFile('stopped.jpg'), await photoFile('patient.jpg')])
    await expect.poll(() => waiting.length).toBe(2)
    await page.getByRole('button', { name: 'Stop the upload of stopped.jpg' }).click()
    await openList(page)
    await openFromHeader(page, 'Library')
    await page.getByText('patient.jpg').waitFor()
    letIn()
    await cell('patient.jpg').waitFor()
    expect(await cell('stopped.jpg').count()).toBe(0)
  })

  it('asks before the tab is closed while a file is on its way, on every page', async () => {
    await openLibrary()
    const { waiting, letIn } = await holdUploads()
    await fileInput().setInputFiles([await photoFile('on-its-way.jpg')])
    await expect.poll(() => waiting.length).toBe(1)
    await openList(page)
    const mayLeave = () =>
      page.evaluate(() => window.dispatchEvent(new Event('beforeunload', { cancelable: true })))
    expect(await mayLeave()).toBe(false)
    letIn()
    await expect.poll(mayLeave).toBe(true)
  })

  /** Returns whether the browser pastes, too. */
  async function paste(into: Locator, name: string, words: Record<string, string> = {}): Promise<boolean> {
    const pasted = { name, words, bytes: [...(await picture(320, 320))] }
    return into.evaluate((target, given) => {
      const clipboardData = new DataTransfer()
      for (const [type, text] of Object.entries(given.words)) clipboardData.setData(type, text)
      clipboardData.items.add(new File([new Uint8Array(given.bytes)], given.name, { type: 'image/jpeg' }))
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
      return target.dispatchEvent(event)
    }, pasted)
  }

  it('uploads a pasted file', async () => {
    await openLibrary()
    expect(await paste(page.locator('body'), 'pasted.jpg')).toBe(false)
    await cell('pasted.jpg').waitFor()
  })

  it('keeps a file that is dropped on its area, and begins no post with it', async () => {
    await openLibrary()
    await dropFiles(page, [await photoFile('dropped.jpg')], page.locator('[data-drop=library]'))
    await cell('dropped.jpg').waitFor()
    expect(await newPostSheet(page).count()).toBe(0)
  })

  it('leaves words that come with a picture of them to the field that they are pasted into', async () => {
    await openLibrary()
    const words = { 'text/plain': 'From a table', 'text/html': '<table></table>' }
    expect(await paste(page.getByRole('searchbox'), 'table.jpg', words)).toBe(true)
    expect(await page.getByText('table.jpg').count()).toBe(0)
  })

  it('leaves a pasted file to the post that is written over it', async () => {
    await openLibrary()
    await page.keyboard.press('c')
    await newPostSheet(page).waitFor()
    await paste(page.locator('body'), 'for-the-post.jpg')
    await newPostSheet(page).getByRole('button', { name: 'Remove for-the-post.jpg' }).waitFor()
    await newPostSheet(page).getByRole('button', { name: 'Close' }).click()
    await cell('for-the-post.jpg').waitFor()
    expect(await cell('for-the-post.jpg').count()).toBe(1)
  })
})

describe('a stored file', () => {
  it('is closed by Back, found again after a reload, and used in a post, which Back closes', async () => {
    await uploaded(server, undefined, { name: 'lantern.jpg' })
    const { page, complaints } = await visit(browser, server, { at: '/library' })
    const library = page.url()
    const details = page.getByRole('dialog', { name: 'lantern.jpg' })
    const open = () => page.getByRole('button', { name: 'lantern.jpg, ' }).click()
    await open()
    await details.waitFor()
    await page.goBack()
    await details.waitFor({ state: 'detached' })
    expect(page.url()).toBe(library)
    await open()
    await details.waitFor()
    await page.reload()
    await details.getByRole('button', { name: 'Use in a new post' }).click()
    await newPostSheet(page).getByAltText('The file as it will be published').waitFor()
    await page.goBack()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(page.url()).toBe(library)
    expect(complaints).toEqual([])
  })

  it('fits a stored file by one click, and restores it by another', async () => {
    await uploaded(server, await picture(900, 1200), { name: 'tall.jpg' })
    await openLibrary()
    await cell('tall.jpg').click()
    const dialog = page.getByRole('dialog', { name: 'tall.jpg' })
    await dialog.getByText('The picture is 3:4.').waitFor()
    expect(await objections(page)).toEqual([])

    await dialog.getByRole('button', { name: 'Crop tall.jpg to 4:5' }).click()
    await dialog.getByText('Changed to ').waitFor()
    await dialog.getByText('Photo post, Carousel, and Story').waitFor()
    expect(await dialog.getByText('The picture is 3:4.').count()).toBe(0)

    await dialog.getByRole('button', { name: 'Undo what was done to tall.jpg' }).click()
    await dialog.getByText('The picture is 3:4.').waitFor()
    expect(await dialog.getByText('900 × 1200').count()).toBe(1)
  })

  it('deletes a stored file after a question that names the drafts which use it', async () => {
    const { id: mediaFileId } = await uploaded(server, undefined, { name: 'doomed.jpg' })
    const draft = { accountId: await accountId(server), mediaType: 'IMAGE', mediaFileId }
    expect((await server.api('/posts/draft', { json: draft })).status).toBe(201)

    await openLibrary()
    await cell('doomed.jpg').click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    const question = page.getByRole('dialog', { name: 'Delete doomed.jpg?' })
    await question.getByText('1 draft uses this file and will need another one.').waitFor()
    await question.getByRole('button', { name: 'Delete for good' }).click()
    await page.getByText('doomed.jpg is deleted.').waitFor()
    await cell('doomed.jpg').waitFor({ state: 'detached' })
    expect((await server.api(`/media/${mediaFileId}`)).status).toBe(404)
  })

  it('finds, opens and leaves a stored file by keyboard', async () => {
    await openLibrary()
    const cells = page.getByRole('grid', { name: 'Stored files' }).getByRole('button')
    await cells.first().waitFor()
    const names = await cells.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''))
    await tabTo(page, cells.first())
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: names[1]?.split(',')[0] ?? '' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => cells.nth(1).evaluate((one) => one === document.activeElement)).toBe(true)
    await page.keyboard.press('End')
    expect(await cells.last().evaluate((one) => one === document.activeElement)).toBe(true)
  })

  it('tells that an uploaded file was there before, and keeps only the first on request', async () => {
    const bytes = await picture(640, 480)
    const first = await uploaded(server, bytes, { name: 'first-copy.jpg' })
    await openLibrary()
    await fileInput().setInputFiles({ name: 'again-copy.jpg', mimeType: 'image/jpeg', buffer: bytes })
    await page.getByText('again-copy.jpg is in the library already, as first-copy.jpg').waitFor()
    await cell('again-copy.jpg').waitFor()
    expect(await objections(page)).toEqual([])
    await page.getByRole('button', { name: 'Keep only the first copy of again-copy.jpg' }).click()
    await cell('again-copy.jpg').waitFor({ state: 'detached' })
    await cell('first-copy.jpg').waitFor()
    expect((await server.api(`/media/${first.id}`)).status).toBe(200)
  })

  it('keeps a copy that a post has taken since it was uploaded', async () => {
    const bytes = await picture(480, 640)
    await uploaded(server, bytes, { name: 'first-tall.jpg' })
    await openLibrary()
    const stored = page.waitForResponse('**/api/media/upload')
    await fileInput().setInputFiles({ name: 'again-tall.jpg', mimeType: 'image/jpeg', buffer: bytes })
    const { id: mediaFileId } = (await (await stored).json()) as { id: string }
    const draft = { accountId: await accountId(server), mediaType: 'IMAGE', mediaFileId }
    expect((await server.api('/posts/draft', { json: draft })).status).toBe(201)
    await page.getByRole('button', { name: 'Keep only the first copy of again-tall.jpg' }).click()
    await page.getByText('again-tall.jpg stays: a post needs it').waitFor()
    expect((await server.api(`/media/${mediaFileId}`)).status).toBe(200)
  })

  it('keeps the alt text that is typed beside a picture, also when it is closed at once', async () => {
    const { id } = await uploaded(server, await picture(500, 500), { name: 'described.jpg' })
    const altText = async () =>
      ((await (await server.api(`/media/${id}`)).json()) as { altText: string }).altText
    await openLibrary()
    await cell('described.jpg').click()
    const field = page.getByRole('dialog', { name: 'described.jpg' }).getByLabel('Alt text')
    await field.fill('A blue square')
    await page.getByText('Saved.').waitFor()
    expect(await altText()).toBe('A blue square')
    await field.fill('A dark blue square')
    await page.keyboard.press('Escape')
    await expect.poll(altText).toBe('A dark blue square')
    await page.getByRole('searchbox').fill('dark blue')
    await page.getByText('1 file', { exact: true }).waitFor()
    await cell('described.jpg').waitFor()
  })

  it('gives back an alt text that was refused after the dialog was closed, and saves it then', async () => {
    const { id } = await uploaded(server, await picture(510, 510), { name: 'refused.jpg' })
    await openLibrary()
    await page.route(`**/api/media/${id}`, (route) => route.fulfill(BUSY), { times: 1 })
    await cell('refused.jpg').click()
    const field = page.getByRole('dialog', { name: 'refused.jpg' }).getByLabel('Alt text')
    await field.fill('A square that nobody saved')
    await page.keyboard.press('Escape')
    await page.getByText('The alt text of refused.jpg was not saved.').waitFor()
    await cell('refused.jpg').click()
    await expect.poll(() => field.inputValue()).toBe('A square that nobody saved')
    await page.getByText('Saved.', { exact: true }).waitFor()
    const stored = (await (await server.api(`/media/${id}`)).json()) as { altText: string }
    expect(stored.altText).toBe('A square that nobody saved')
  })

  it('puts a stored file into a new post', async () => {
    await openLibrary()
    await cell('one.jpg').click()
    await pressEnterOn(page, page.getByRole('button', { name: 'Use in a new post' }))
    await newPostSheet(page).waitFor()
    await page.getByText('one.jpg').first().waitFor()
  })
})

describe('the bar of the library', () => {
  const shown = () => page.getByRole('grid', { name: 'Stored files' }).getByRole('button')
  const names = async () => {
    const labels = await shown().evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''))
    return labels.map((label) => label.split(',')[0])
  }

  it('finds files by name and by the caption of a post, and keeps the search over a reload and Back', async () => {
    const { id: mediaFileId } = await uploaded(server, undefined, { name: 'plain.jpg' })
    const draft = {
      accountId: await accountId(server),
      mediaType: 'IMAGE',
      mediaFileId,
      caption: 'Dawn chorus',
    }
    expect((await server.api('/posts/draft', { json: draft })).status).toBe(201)
    await openLibrary()
    const search = page.getByRole('searchbox', { name: 'Search names, alt texts and captions' })
    await search.fill('TWO.J')
    await expect.poll(names).toEqual(['two.jpg'])
    await page.getByText('1 file', { exact: true }).waitFor()
    await search.fill('dawn CHOR')
    await expect.poll(names).toEqual(['plain.jpg'])
    await page.reload()
    await expect.poll(names).toEqual(['plain.jpg'])
    expect(await search.inputValue()).toBe('dawn CHOR')
    await openFromHeader(page, 'Plan')
    await page.goBack()
    await expect.poll(names).toEqual(['plain.jpg'])
    expect(await objections(page)).toEqual([])
  })

  it('shows one kind, what a kind of post takes, and what nothing uses', async () => {
    await openLibrary()
    await page.getByLabel('Works for').selectOption('Works for a reel')
    await page.getByText('No file matches.').waitFor()
    expect(await objections(page)).toEqual([])
    // Another part of the page keeps its state in the same address.
    await page.keyboard.press('c')
    await newPostSheet(page).getByRole('button', { name: 'Close' }).click()
    await newPostSheet(page).waitFor({ state: 'detached' })
    await page.getByText('No file matches.').waitFor()
    await page.getByRole('button', { name: 'Show all files' }).click()
    await cell('plain.jpg').waitFor()
    await page.getByText('Photos', { exact: true }).click()
    await page.getByRole('button', { name: 'Unused' }).click()
    await cell('plain.jpg').waitFor({ state: 'detached' })
    await cell('two.jpg').waitFor()
    expect(new URL(page.url()).search).toBe('?kind=image&unused=yes')
  })
})

describe('several stored files', () => {
  const selected = (count: number) => page.getByRole('toolbar', { name: `${count} selected` })

  it('become a carousel in the order in which they were chosen', async () => {
    await openLibrary()
    await page.getByRole('checkbox', { name: 'Select two.jpg' }).click()
    // Once something is chosen, a click chooses.
    await cell('one.jpg').click()
    await selected(2).waitFor()
    expect(await objections(page)).toEqual([])
    await page.getByRole('button', { name: 'Make a carousel' }).click()
    const files = newPostSheet(page).getByRole('list', { name: 'Files of the post' })
    await files.getByRole('button', { name: 'Reorder one.jpg' }).waitFor()
    const order = await files
      .getByRole('button', { name: /^Reorder / })
      .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))
    expect(order.slice(-2)).toEqual(['Reorder two.jpg', 'Reorder one.jpg'])
  })

  it('are chosen as a range by Shift and by keyboard, and deselected by Escape', async () => {
    await openLibrary()
    const cells = page.getByRole('grid', { name: 'Stored files' }).getByRole('button')
    await cells.first().click({ modifiers: ['Control'] })
    await cells.nth(2).click({ modifiers: ['Shift'] })
    await selected(3).waitFor()
    const search = page.getByRole('searchbox')
    await search.fill('no such file')
    await page.getByText('No file matches.').waitFor()
    await search.press('Escape')
    await cells.first().focus()
    await selected(3).waitFor()
    await page.keyboard.press('Escape')
    await selected(3).waitFor({ state: 'detached' })
    await page.keyboard.press('Home')
    await page.keyboard.press('Space')
    await page.keyboard.press('Shift+ArrowRight')
    await selected(2).waitFor()
    await page.keyboard.press('Space')
    await selected(1).waitFor()
    await page.keyboard.press('Control+a')
    await selected(await cells.count()).waitFor()
  })

  it('become a draft each, and Undo takes all of them back', async () => {
    await openLibrary()
    for (const name of ['one.jpg', 'two.jpg'])
      await page.getByRole('checkbox', { name: `Select ${name}` }).click()
    await page.getByRole('button', { name: 'Schedule', exact: true }).click()
    const sheet = page.getByRole('dialog', { name: '2 files, one post each' })
    await sheet.getByLabel('Caption of one.jpg').fill('From the library')
    await sheet.getByRole('button', { name: 'Save 2 drafts' }).click()
    await page.getByText('2 drafts saved.').waitFor()
    const drafts = async () => {
      const { posts } = (await (await server.api('/posts?status=DRAFT')).json()) as {
        posts: { caption: string | null }[]
      }
      return posts.filter(({ caption }) => caption === 'From the library').length
    }
    expect(await drafts()).toBe(1)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(drafts).toBe(0)
  })

  it('that were deleted elsewhere are no longer selected, which is said before anything is made of the rest', async () => {
    for (const name of ['stays.jpg', 'stays, too.jpg']) await uploaded(server, undefined, { name })
    const { id } = await uploaded(server, undefined, { name: 'soon-gone.jpg' })
    await openLibrary()
    for (const name of ['stays.jpg', 'stays, too.jpg', 'soon-gone.jpg'])
      await page.getByRole('checkbox', { name: `Select ${name}` }).click()
    await server.api(`/media/${id}`, { method: 'DELETE' })
    await selected(3).getByRole('button', { name: 'Make a carousel' }).click()
    const told = toast(page, '1 file was deleted elsewhere and is no longer selected.')
    await told.waitFor()
    await selected(2).waitFor()
    await isAbove(told, selected(2))
    expect(await newPostSheet(page).count()).toBe(0)
  })

  it('are deleted after one question, and those that posts need stay', async () => {
    await openLibrary()
    for (const name of ['two.jpg', 'plain.jpg', 'three.jpg'])
      await page.getByRole('checkbox', { name: `Select ${name}` }).click()
    await selected(3).getByRole('button', { name: 'Delete' }).click()
    const question = page.getByRole('dialog', { name: 'Delete 3 files?' })
    await question.getByText('1 of them is used by a draft or a post still to go out, and stays.').waitFor()
    expect(await objections(page)).toEqual([])
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
    await selected(3).getByRole('button', { name: 'Delete' }).click()
    await question.getByRole('button', { name: 'Delete for good' }).click()
    await page.getByText('2 files are deleted. 1 stays: a post needs it.').waitFor()
    await cell('two.jpg').waitFor({ state: 'detached' })
    await selected(1).waitFor()
    await cell('plain.jpg').waitFor()
  })

  it('leave the keyboard at the title when all of them are deleted', async () => {
    await openLibrary()
    await fileInput().setInputFiles([await photoFile('four.jpg')])
    await cell('four.jpg').click({ modifiers: ['Control'] })
    await selected(1).getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete for good' }).click()
    await isFocused(page.getByRole('heading', { name: 'Library', level: 1 }))
  })
})

/** Grey, with 24 bits for each pixel. */
function aBmp(width: number, height: number): Buffer {
  const row = Math.ceil((width * 3) / 4) * 4
  const file = Buffer.alloc(54 + row * height, 0x80)
  file.fill(0, 0, 54)
  file.write('BM')
  file.writeUInt32LE(file.length, 2)
  file.writeUInt32LE(54, 10)
  file.writeUInt32LE(40, 14)
  file.writeInt32LE(width, 18)
  file.writeInt32LE(height, 22)
  file.writeUInt16LE(1, 26)
  file.writeUInt16LE(24, 28)
  return file
}
