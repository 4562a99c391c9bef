// One shape for all: the frame stands, the picture moves, and what is seen in the frame is what is published.
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import type { MediaFileBody } from '../../../core/api/media.ts'
import { libraryDe as germanLibrary } from '../../../local-server/ui/src/strings/de/library.ts'
import { uploaded } from '../../process-harness/client.ts'
import { objections } from '../axe.ts'
import { browser, openBrowserAndServer, server } from '../file-set-up.ts'
import { CLIP, countEffort, visit } from '../visit.ts'

let page: Page

openBrowserAndServer()
beforeAll(async () => {
  page = (await visit(browser, server)).page
})

const canTranscode = async () =>
  page.evaluate(async () => (await (await fetch('/api/system')).json()).canTranscode as boolean)

const stored = async (id: string) => (await (await server.api(`/media/${id}`)).json()) as MediaFileBody

/** Red on its left half, blue on its right. */
async function halves(width: number, height: number): Promise<Buffer<ArrayBuffer>> {
  const side = (background: string, of: number) =>
    sharp({ create: { width: of, height, channels: 3, background } })
      .png()
      .toBuffer()
  const picture = sharp(await side('#f00', width)).composite([
    { input: await side('#00f', width - Math.floor(width / 2)), left: Math.floor(width / 2), top: 0 },
  ])
  return Buffer.from(await picture.jpeg({ quality: 95 }).toBuffer())
}

/** How much of what is published is blue: 0 to 1. */
async function blueOf(id: string): Promise<number> {
  const { previewUrl } = await stored(id)
  const bytes = await page.evaluate(
    async (url) => [...new Uint8Array(await (await fetch(url)).arrayBuffer())],
    previewUrl ?? '',
  )
  const { channels } = await sharp(Buffer.from(bytes)).stats()
  return (channels[2]?.mean ?? 0) / 255
}

const SHAPES = [
  [900, 1200],
  [1200, 900],
  [700, 700],
  [1600, 900],
  [900, 1600],
  [1000, 800],
  [800, 1000],
  [1910, 1000],
] as const

describe('one shape for all', () => {
  it('brings ten mixed files of a carousel into one shape in three clicks', async () => {
    const files: MediaFileBody[] = []
    for (const [index, [width, height]] of SHAPES.entries())
      files.push(await uploaded(server, await halves(width, height), { name: `mixed-${index}.jpg` }))
    for (const name of ['clip-1.mp4', 'clip-2.mp4'])
      files.push(await uploaded(server, Buffer.from(CLIP.buffer), { name, type: 'video/mp4' }))
    await page.goto(`${server.origin}/library`)
    for (const { originalFilename } of files)
      await page.getByRole('checkbox', { name: `Select ${originalFilename}` }).click()
    await page.getByRole('button', { name: 'Make a carousel' }).click()
    await page.getByRole('button', { name: 'Reorder clip-2.mp4' }).waitFor()
    const able = (await canTranscode()) ? files : files.slice(0, SHAPES.length)

    const effort = await countEffort(page)
    await page.getByRole('button', { name: 'One shape for all' }).click()
    const dialog = page.getByRole('dialog', { name: 'One shape for 10 files' })
    await dialog.getByText('1:1', { exact: true }).click()
    await dialog.getByRole('application').waitFor()
    expect(await objections(page)).toEqual([])
    await dialog.getByRole('button', { name: `Crop all ${able.length}` }).click()
    const shapes = async () =>
      Promise.all(
        able.map(async ({ id }) => {
          const { processed, width, height } = await stored(id)
          const size = processed ?? { width, height }
          return size.width === size.height
        }),
      )
    await expect.poll(shapes).toEqual(able.map(() => true))
    expect((await effort()).clicks).toBe(3)
    await page.getByRole('button', { name: 'Reorder mixed-1.jpg' }).click()
    await page.getByText('Changed to ').waitFor()
    expect(await blueOf(files[1]?.id ?? '')).toBeCloseTo(0.5, 1)
  })
})

it('keeps the buttons of a crop of many in sight on a phone', async () => {
  const phone = (await visit(browser, server, { viewport: { width: 360, height: 740 } })).page
  const names = Array.from({ length: 6 }, (_, at) => `phone-${at}.jpg`)
  for (const name of names) await uploaded(server, await halves(600, 700), { name })
  await phone.goto(`${server.origin}/library`)
  for (const name of names) await phone.getByRole('checkbox', { name: `Select ${name}` }).click()
  await phone.getByRole('button', { name: 'Make a carousel' }).click()
  await phone.getByRole('button', { name: 'One shape for all' }).click()
  const button = phone.getByRole('dialog').getByRole('button', { name: 'Crop all 6' })
  await button.waitFor()
  const hides = await button.evaluate((element) => {
    const { top, left, width, height } = element.getBoundingClientRect()
    return !element.contains(document.elementFromPoint(left + width / 2, top + height - 1))
  })
  expect(hides).toBe(false)
})

describe('the crop of one picture', () => {
  const opened = async (name: string) => {
    const { id } = await uploaded(server, await halves(1200, 600), { name })
    await page.goto(`${server.origin}/library`)
    await page.getByRole('button', { name: `${name}, ` }).click()
    await page.getByRole('button', { name: `Adjust the crop of ${name}` }).click()
    const dialog = page.getByRole('dialog', { name: 'Crop', exact: true })
    await dialog.getByText('1:1', { exact: true }).click()
    const frame = dialog.getByRole('application')
    await frame.waitFor()
    const crop = async () => {
      await dialog.getByRole('button', { name: 'Crop', exact: true }).click()
      await page.getByText('Changed to ').waitFor()
    }
    return { id, dialog, frame, crop }
  }

  it('is what was moved into the frame by mouse', async () => {
    const { id, dialog, frame, crop } = await opened('by-mouse.jpg')
    const box = await frame.boundingBox()
    const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x - 600, y, { steps: 6 })
    await page.mouse.up()
    await crop()
    expect(await blueOf(id)).toBeGreaterThan(0.95)

    // Chosen anew it is what the frame shows, also where nothing is moved in it.
    await page.getByRole('button', { name: 'Adjust the crop of by-mouse.jpg' }).click()
    await dialog.getByText('1:1', { exact: true }).click()
    await dialog.getByRole('button', { name: 'Crop', exact: true }).click()
    await expect.poll(() => blueOf(id)).toBeCloseTo(0.5, 1)
  })

  it('is what was moved and zoomed by keyboard', async () => {
    const { id, dialog, frame, crop } = await opened('by-keys.jpg')
    await frame.focus()
    for (let times = 0; times < 60; times += 1) await page.keyboard.press('ArrowRight')
    for (let times = 0; times < 5; times += 1) await page.keyboard.press('+')
    expect(await dialog.getByRole('slider', { name: 'Zoom' }).inputValue()).toBe('1.5')
    await crop()
    expect(await blueOf(id)).toBeLessThan(0.05)
    const { processed } = await stored(id)
    expect(processed?.width).toBe(400)
  })

  it('is closer where the wheel was turned', async () => {
    const { id, dialog, frame, crop } = await opened('by-wheel.jpg')
    const box = await frame.boundingBox()
    await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 20)
    await page.mouse.wheel(0, -200)
    await expect
      .poll(async () => Number(await dialog.getByRole('slider', { name: 'Zoom' }).inputValue()))
      .toBeGreaterThan(1.5)
    await crop()
    expect((await stored(id)).processed?.width).toBeLessThan(400)
  })

  it('is what two fingers brought closer and moved, on a phone', async () => {
    const { id } = await uploaded(server, await halves(1200, 600), { name: 'by-fingers.jpg' })
    const { page: phone } = await visit(browser, server, {
      viewport: { width: 360, height: 740 },
      hasTouch: true,
    })
    await phone.goto(`${server.origin}/library`)
    await phone.getByRole('button', { name: 'by-fingers.jpg, ' }).tap()
    await phone.getByRole('button', { name: 'Adjust the crop of by-fingers.jpg' }).tap()
    const dialog = phone.getByRole('dialog', { name: 'Crop', exact: true })
    await dialog.getByText('1:1', { exact: true }).tap()
    const frame = dialog.getByRole('application')
    await frame.waitFor()
    const box = await frame.boundingBox()
    const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2]
    const touch = await phone.context().newCDPSession(phone)
    const fingers = (type: 'touchStart' | 'touchMove', from: number, to: number) =>
      touch.send('Input.dispatchTouchEvent', { type, touchPoints: [from, to].map((at) => ({ x: at, y })) })
    await fingers('touchStart', x - 20, x + 20)
    for (let step = 1; step <= 8; step += 1) await fingers('touchMove', x - 20 - 10 * step, x + 20 - 4 * step)
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    const zoom = Number(await dialog.getByRole('slider', { name: 'Zoom' }).inputValue())
    expect(zoom).toBeGreaterThan(1.5)
    await dialog.getByRole('button', { name: 'Crop', exact: true }).tap()
    await expect.poll(async () => (await stored(id)).processed?.width).toBeLessThan(450)
    expect(await blueOf(id)).toBeGreaterThan(0.6)
  })

  it('is told in the reader’s language where it could not be made', async () => {
    const { page: german } = await visit(browser, server, { locale: 'de-DE' })
    const error = 'The server was stopped. Convert the video again.'
    const failed = { state: 'failed', progress: 0, error }
    await german.route('**/api/media/*/fit', (route) => route.fulfill({ json: failed }))
    await uploaded(server, await halves(1200, 600), { name: 'refused.jpg' })
    await german.goto(`${server.origin}/library`)
    await german.getByRole('button', { name: 'refused.jpg, ' }).click()
    await german.getByRole('button', { name: germanLibrary.chooseCropOf('refused.jpg') }).click()
    const dialog = german.getByRole('dialog', { name: germanLibrary.cropTitle(1) })
    await dialog.getByRole('button', { name: germanLibrary.crop(1), exact: true }).click()
    await german.getByText(`Das Video ließ sich nicht verarbeiten. Nightpost sagt dazu: ${error}`).waitFor()
  })
})
