// The files of a post, and the people on them, in the form for a new post.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { uploaded } from '../../process-harness/client.ts'
import { objections } from '../axe.ts'
import { browser, openBrowserAndServer, server } from '../file-set-up.ts'
import { addMedia, chooseKind, openTool, photoFile, picture, tabTo, tool, visitNewPost } from '../visit.ts'

let page: Page

openBrowserAndServer()
beforeAll(async () => {
  page = (await visitNewPost(browser, server)).page
  for (const name of ['a.jpg', 'b.jpg', 'c.jpg']) await uploaded(server, undefined, { name })
})

/** A form without anything from the previous test. */
async function composing(kind: 'Photo' | 'Reel' | 'Story' | 'Carousel'): Promise<void> {
  await page.goto(`${server.origin}/plan`)
  await page.evaluate(() => localStorage.removeItem('nightpost-compose-new'))
  await page.goto(`${server.origin}/plan?post=new`)
  await chooseKind(page, kind)
}

/** The field for files is the first on the page that takes any. */
const fileInput = () => page.getByRole('dialog').locator('input[type=file]').first()
const files = () => page.getByRole('list', { name: 'Files of the post' })

async function order(): Promise<string[]> {
  const names = files().getByRole('button', { name: /^Reorder / })
  const labels = await names.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''))
  return labels.map((label) => label.replace('Reorder ', ''))
}

async function carouselOfThree(): Promise<void> {
  await composing('Carousel')
  await page.getByRole('button', { name: 'Choose from the library' }).click()
  const dialog = page.getByRole('dialog')
  for (const name of ['a.jpg', 'b.jpg', 'c.jpg'])
    await dialog.getByRole('button', { name: `${name}, ` }).click()
  await dialog.getByText('3 of at most 10 chosen').waitFor()
  await dialog.getByRole('button', { name: 'Use 3 files' }).click()
  await expect.poll(() => order()).toEqual(['a.jpg', 'b.jpg', 'c.jpg'])
}

/** Positions are measured after what was picked up has been painted. */
function twoFrames(of: Page): Promise<void> {
  return of.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  )
}

describe('the files of a carousel', () => {
  it('takes a carousel’s files from the library in the chosen order, and moves them by buttons', async () => {
    await carouselOfThree()
    await page.getByRole('button', { name: 'Reorder a.jpg' }).click()
    const later = page.getByRole('button', { name: 'Move a.jpg one place later' })
    await later.click()
    expect(await order()).toEqual(['b.jpg', 'a.jpg', 'c.jpg'])
    expect(await later.evaluate((one) => one === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    expect(await order()).toEqual(['b.jpg', 'c.jpg', 'a.jpg'])
    expect(await objections(page)).toEqual([])
  })

  it('moves a carousel’s files by keyboard, and announces their positions', async () => {
    await carouselOfThree()
    await tabTo(page, page.getByRole('button', { name: 'Reorder a.jpg' }), 'Shift+Tab')
    await page.keyboard.press('Space')
    await page.getByText('Picked up a.jpg. It is number 1 of 3.').waitFor({ state: 'attached' })
    await twoFrames(page)
    await page.keyboard.press('ArrowRight')
    await page.getByText('a.jpg is now number 2 of 3.').waitFor({ state: 'attached' })
    await page.keyboard.press('Space')
    await expect.poll(() => order()).toEqual(['b.jpg', 'a.jpg', 'c.jpg'])
  })

  it('moves a carousel’s files by mouse', async () => {
    await carouselOfThree()
    const boxOf = async (name: string) => {
      const box = await page.getByRole('button', { name: `Reorder ${name}` }).boundingBox()
      return { x: (box?.x ?? 0) + 8, y: (box?.y ?? 0) + 20 }
    }
    const [from, to] = [await boxOf('c.jpg'), await boxOf('a.jpg')]
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(from.x - 30, from.y, { steps: 4 })
    await page.mouse.move(to.x - 10, to.y, { steps: 8 })
    await page.mouse.up()
    await expect.poll(() => order()).toEqual(['c.jpg', 'a.jpg', 'b.jpg'])
  })

  it('restores a file of a carousel that was removed by mistake', async () => {
    await carouselOfThree()
    await page.getByRole('button', { name: 'Remove b.jpg' }).click()
    expect(await order()).toEqual(['a.jpg', 'c.jpg'])
    await page.keyboard.press('Enter')
    expect(await order()).toEqual(['a.jpg', 'b.jpg', 'c.jpg'])
  })

  it('offers no way back to a removed file once what it belonged to was discarded', async () => {
    await carouselOfThree()
    await page.getByRole('button', { name: 'Remove b.jpg' }).click()
    await page.getByRole('button', { name: 'Start over' }).click()
    await page.getByRole('button', { name: 'Bring back b.jpg' }).waitFor({ state: 'detached' })
  })
})

describe('the file of a post', () => {
  it('replaces the file of a post by the next one, and restores it when asked', async () => {
    await composing('Photo')
    await fileInput().setInputFiles(await photoFile('first.jpg'))
    await page.getByText('first.jpg', { exact: true }).waitFor()
    await fileInput().setInputFiles(await photoFile('second.jpg'))
    await page.getByText('second.jpg', { exact: true }).waitFor()
    await page.getByText('Replaced first.jpg.').waitFor()
    await page.getByRole('button', { name: 'Bring back first.jpg' }).click()
    await page.getByText('first.jpg', { exact: true }).waitFor()
    expect(await files().getByRole('listitem').count()).toBe(1)
  })

  it('fits a file to the screen of a story at one click, although it need not', async () => {
    await composing('Story')
    await fileInput().setInputFiles(await photoFile('square.jpg'))
    await page.getByText('A story fills the screen at 9:16.').waitFor()
    await page.getByRole('button', { name: 'Blurred borders bring square.jpg to 9:16' }).click()
    await page.getByText('Changed to ').waitFor()
    expect(await page.getByText('A story fills the screen').count()).toBe(0)
  })

  it('converts a video that Instagram does not take, or says what is missing for it', async () => {
    await composing('Reel')
    const clip = await readFile(join(import.meta.dirname, '../../fixtures/clip.webm'))
    await fileInput().setInputFiles({ name: 'clip.webm', mimeType: 'video/webm', buffer: clip })
    const convert = page.getByRole('button', { name: 'Convert clip.webm to MP4' })
    const missing = page.getByText('needs ffmpeg for it')
    await convert.or(missing).first().waitFor()
    if (await missing.isVisible()) return
    await expect.poll(() => convert.isEnabled()).toBe(true)
    await convert.click()
    await page.getByText('Converted to MP4.').waitFor()
    await page.getByRole('button', { name: 'Undo what was done to clip.webm' }).click()
    await convert.waitFor()
  })
})

describe('people on a picture', () => {
  it('places, moves and removes people on a picture by mouse', async () => {
    await composing('Photo')
    // What is still on its way moves the picture from under a click.
    await addMedia(page, [await photoFile('team.jpg')])
    await openTool(page, 'Tag people')
    const surface = page.getByRole('button', { name: 'Place someone on the picture' })
    await surface.click({ position: { x: 100, y: 60 } })
    await page.getByLabel('Instagram username').fill('no spaces please')
    await twoFrames(page)
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('can only have letters, digits, dots and underscores').waitFor()
    expect(await objections(page)).toEqual([])
    await page.getByLabel('Instagram username').fill('@lena.bakes')
    await page.getByRole('button', { name: 'Add', exact: true }).click()

    const people = page.getByRole('list', { name: 'People in the picture' })
    await people.getByText('@lena.bakes').waitFor()
    const before = await people.textContent()
    const marker = page.getByRole('button', { name: '@lena.bakes, ' })
    const box = await marker.boundingBox()
    await page.mouse.move((box?.x ?? 0) + 16, (box?.y ?? 0) + 16)
    await page.mouse.down()
    await page.mouse.move((box?.x ?? 0) + 96, (box?.y ?? 0) + 96, { steps: 4 })
    await page.mouse.up()
    expect(await people.textContent()).not.toBe(before)
    await page.getByRole('button', { name: 'Remove @lena.bakes' }).click()
    expect(await people.getByRole('listitem').count()).toBe(0)
  })

  it('places, moves and removes people on a picture by keyboard', async () => {
    await composing('Story')
    const tall = { width: 540, height: 960, channels: 3 as const, background: '#753' }
    const buffer = await sharp({ create: tall }).jpeg().toBuffer()
    await fileInput().setInputFiles({ name: 'tall.jpg', mimeType: 'image/jpeg', buffer })
    await openTool(page, 'Mention people')
    await tabTo(page, page.getByRole('button', { name: 'Place a mention on the story' }))
    for (const key of ['Shift+ArrowUp', 'Shift+ArrowUp', 'ArrowRight']) await page.keyboard.press(key)
    await page.keyboard.press('Enter')
    const field = page.getByLabel('Instagram username')
    await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true)
    await page.keyboard.type('mia_91')
    await page.keyboard.press('Enter')
    const people = page.getByRole('list', { name: 'People mentioned in the story' })
    await people.getByText('52 % from the left, 30 % from the top').waitFor()

    await tabTo(page, page.getByRole('button', { name: '@mia_91, ' }))
    await page.keyboard.press('ArrowDown')
    await people.getByText('52 % from the left, 32 % from the top').waitFor()
    await page.keyboard.press('Delete')
    await people.getByText('@mia_91').waitFor({ state: 'detached' })
  })
})

it('Escape closes what lies over the sheet, or puts a carried file back, and leaves the sheet', async () => {
  const sheet = page.getByRole('dialog', { name: 'New post' })
  const escape = async (over: string) => {
    await page.getByRole('dialog', { name: over }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: over }).waitFor({ state: 'detached' })
    expect(await sheet.count()).toBe(1)
  }
  await carouselOfThree()
  const library = sheet.getByRole('button', { name: 'Choose from the library' })
  await library.click()
  await escape('Choose from the library')
  await library.and(page.locator(':focus')).waitFor()
  await page.getByRole('button', { name: 'One shape for all' }).click()
  await escape('One shape for 3 files')
  await openTool(page, 'Tag people')
  await page.getByRole('button', { name: 'Place someone on the picture' }).first().click()
  await escape('Who is it?')
  await page.getByRole('button', { name: 'Reorder a.jpg' }).focus()
  await page.keyboard.press('Space')
  await twoFrames(page)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Escape')
  await page.locator('[data-dragged]').waitFor({ state: 'detached' })
  expect(await order()).toEqual(['a.jpg', 'b.jpg', 'c.jpg'])
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
})

describe('several files dropped on a kind of post that takes one', () => {
  const drop = async (names: readonly string[]) => {
    const bytes = [...(await photoFile()).buffer]
    const transfer = await page.evaluateHandle(
      ({ all, content }) => {
        const data = new DataTransfer()
        for (const name of all)
          data.items.add(new File([new Uint8Array(content)], name, { type: 'image/jpeg' }))
        return data
      },
      { all: names, content: bytes },
    )
    await page.locator('.mantine-Dropzone-root').first().dispatchEvent('drop', { dataTransfer: transfer })
  }

  it('make a carousel of a photo, which says so', async () => {
    await composing('Photo')
    await drop(['one.jpg', 'two.jpg', 'three.jpg'])
    await page.getByText('Several files make a carousel, so this post is one now.').waitFor()
    await expect.poll(() => order()).toHaveLength(3)
    await tool(page, 'Kind of post: Carousel').waitFor()
    expect(await objections(page)).toEqual([])
  })

  it('make one, too, when they are chosen from the disk or a camera roll', async () => {
    await composing('Photo')
    const input = page.locator('[data-field=media] input[type=file]').first()
    await input.setInputFiles([await photoFile('one.jpg'), await photoFile('two.jpg')])
    await page.getByText('Several files make a carousel, so this post is one now.').waitFor()
  })

  it('are one row on a phone, and the one that is pressed has its tools below', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    await composing('Carousel')
    await addMedia(page, [await photoFile('one.jpg'), await photoFile('two.jpg')])
    await page.getByRole('button', { name: 'Reorder two.jpg' }).click()
    await page.getByText('Adjust crop').waitFor()
    const tops = await files()
      .getByRole('listitem')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
    expect(new Set(tops).size).toBe(1)
    await page.setViewportSize({ width: 1280, height: 720 })
  })

  it('stay near the caption when they are as tall as a phone takes them', async () => {
    const heights: number[] = []
    for (const height of [1350, 1440]) {
      await composing('Photo')
      await addMedia(page, [await picture(1080, height)])
      await page.getByRole('button', { name: /^Adjust the crop of / }).waitFor()
      const field = await page.locator('[data-field=media]').boundingBox()
      heights.push(field?.height ?? Infinity)
    }
    const [usual = 0, tall = Infinity] = heights
    expect(await page.getByRole('button', { name: /^Crop / }).count()).toBe(1)
    expect(tall - usual).toBeLessThanOrEqual(40)
  })

  it('are told of when a story has no place for them', async () => {
    await composing('Story')
    await drop(['one.jpg', 'two.jpg', 'three.jpg'])
    await page.getByAltText('The file as it will be published').waitFor()
    await page.getByText('This kind of post takes one file; 2 files were left out.').waitFor()
  })
})
