// A post that is sent before all of its files are there.
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { PostBody } from '../../../core/api/posts.ts'
import { browser, openBrowserAndServer, server } from '../file-set-up.ts'
import {
  addMedia,
  caption,
  chooseKind,
  chosenFiles,
  closeSheet,
  isLive,
  newPostSheet,
  openNewPost,
  picture,
  publishButton,
  visitNewPost,
} from '../visit.ts'

openBrowserAndServer()

async function newestPost(): Promise<PostBody> {
  const { posts } = (await (await server.api('/posts?limit=1')).json()) as { posts: PostBody[] }
  return (await (await server.api(`/posts/${posts[0]?.id}`)).json()) as PostBody
}

describe('Publish, pressed while files are still being uploaded', () => {
  /** A carousel of three, the last of which is held back. */
  async function withOneHeldBack(page: Page) {
    const release = Promise.withResolvers<'arrives' | 'is lost'>()
    let uploads = 0
    await page.route('**/api/media/upload', async (route) => {
      uploads += 1
      if (uploads === 3 && (await release.promise) === 'is lost') return route.abort()
      await route.continue()
    })
    await chooseKind(page, 'Carousel')
    await addMedia(page, [await picture(800, 800), await picture(700, 700), await picture(600, 600)])
    await chosenFiles(page).nth(1).waitFor()
    return release
  }

  it('publishes with all files as soon as they are uploaded', async () => {
    const { page } = await visitNewPost(browser, server)
    const last = await withOneHeldBack(page)
    await caption(page).fill('Three of them')
    await publishButton(page).click()
    await page.getByText('It is published as soon as its files are ready.').waitFor()
    last.resolve('arrives')
    await isLive(page)
    expect((await newestPost()).mediaFiles).toHaveLength(3)
  })

  it('publishes with all files also when the sheet is closed meanwhile', async () => {
    const { page } = await visitNewPost(browser, server)
    const last = await withOneHeldBack(page)
    await caption(page).fill('Closed too soon')
    await publishButton(page).click()
    await page.getByText('It is published as soon as its files are ready.').waitFor()
    await closeSheet(page)
    last.resolve('arrives')
    await expect.poll(newestPost).toMatchObject({ caption: 'Closed too soon', status: 'PUBLISHED' })
    expect((await newestPost()).mediaFiles).toHaveLength(3)
  })

  it('says so when an upload failed after the sheet was closed, and again when it is opened', async () => {
    const { page } = await visitNewPost(browser, server)
    const last = await withOneHeldBack(page)
    await publishButton(page).click()
    await closeSheet(page)
    last.resolve('is lost')
    const reason = page.getByText('Nothing was sent: a file could not be uploaded or changed.')
    await reason.waitFor()
    await openNewPost(page)
    await newPostSheet(page).locator(reason).waitFor()
  })

  it('publishes nothing when an upload failed, and says so', async () => {
    const { page } = await visitNewPost(browser, server)
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/posts/publish')) sent.push(request.url())
    })
    const last = await withOneHeldBack(page)
    await publishButton(page).click()
    last.resolve('is lost')
    await page.getByText('Nothing was sent: a file could not be uploaded or changed.').waitFor()
    expect(sent).toEqual([])
    await page.getByRole('button', { name: /try again/i }).click()
    await page.getByText('Nothing was sent').waitFor({ state: 'detached' })
  })

  it('publishes nothing while a failed upload is shown, until it is removed', async () => {
    const { page } = await visitNewPost(browser, server)
    await chooseKind(page, 'Carousel')
    const notes = { name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('Notes') }
    await addMedia(page, [await picture(800, 800), notes, await picture(700, 700)])
    const remove = page.getByRole('button', { name: 'Dismiss notes.pdf' })
    await remove.waitFor()
    await chosenFiles(page).nth(1).waitFor()
    await publishButton(page).click()
    await page.getByText('Nothing was sent: a file could not be uploaded or changed.').waitFor()
    await remove.click()
    await publishButton(page).click()
    await isLive(page)
    expect((await newestPost()).mediaFiles).toHaveLength(2)
  })

  it('takes Publish back while it waits for uploads', async () => {
    const { page } = await visitNewPost(browser, server)
    const last = await withOneHeldBack(page)
    await publishButton(page).click()
    await page.getByRole('button', { name: 'Don’t send it yet' }).click()
    last.resolve('arrives')
    await chosenFiles(page).nth(2).waitFor()
    await publishButton(page).click()
    await isLive(page)
  })
})

it('keeps a file that arrives after the sheet was closed, also if the tab is gone then', async () => {
  const { page } = await visitNewPost(browser, server)
  const release = Promise.withResolvers<undefined>()
  await page.route('**/api/media/upload', async (route) => {
    await release.promise
    await route.continue()
  })
  const isSent = page.waitForRequest('**/api/media/upload')
  await page
    .locator('[data-field=media] input[type=file]')
    .first()
    .setInputFiles([await picture(800, 800)])
  await isSent
  await closeSheet(page)
  release.resolve(undefined)
  const kept = () =>
    page.evaluate(() =>
      Object.keys(localStorage)
        .map((key) => localStorage.getItem(key))
        .join(' '),
    )
  await expect.poll(kept).toContain('"mediaIds":["')
})

describe('files that are being brought into one shape', () => {
  /** A square and two that become one, each of which is held back. */
  async function withCropsHeldBack(page: Page) {
    const release = Promise.withResolvers<'is done' | 'fails'>()
    await page.route('**/api/media/*/fit', async (route) => {
      if ((await release.promise) === 'is done') return route.continue()
      await route.fulfill({ status: 422, json: { code: 'PROCESSING_FAILED', error: 'Not this time.' } })
    })
    await chooseKind(page, 'Carousel')
    await addMedia(page, [await picture(800, 800), await picture(400, 500), await picture(500, 400)])
    await chosenFiles(page).nth(2).waitFor()
    await page.getByRole('button', { name: 'One shape for all' }).click()
    await page.getByRole('button', { name: 'Crop all 3' }).click()
    return release
  }

  it('are all in it when the post is published', async () => {
    const { page } = await visitNewPost(browser, server)
    const crops = await withCropsHeldBack(page)
    await publishButton(page).click()
    await page.getByText('It is published as soon as its files are ready.').waitFor()
    crops.resolve('is done')
    await isLive(page)
    const shapes = (await newestPost()).mediaFiles.map(({ processed, ...stored }) => processed ?? stored)
    expect(shapes.map(({ width, height }) => width === height)).toEqual([true, true, true])
  })

  it('make the browser ask before the tab is closed that a post waits in', async () => {
    const { page } = await visitNewPost(browser, server)
    const mayLeave = () =>
      page.evaluate(() => window.dispatchEvent(new Event('beforeunload', { cancelable: true })))
    const crops = await withCropsHeldBack(page)
    expect(await mayLeave()).toBe(true)
    await publishButton(page).click()
    await page.getByText('It is published as soon as its files are ready.').waitFor()
    await closeSheet(page)
    expect(await mayLeave()).toBe(false)
    crops.resolve('is done')
    await expect.poll(mayLeave).toBe(true)
  })

  it('keep a post from being published when that fails', async () => {
    const { page } = await visitNewPost(browser, server)
    const crops = await withCropsHeldBack(page)
    await publishButton(page).click()
    crops.resolve('fails')
    await page.getByText('Nothing was sent: a file could not be uploaded or changed.').waitFor()
  })

  it('stay removed when they are removed meanwhile', async () => {
    const { page } = await visitNewPost(browser, server)
    const crops = await withCropsHeldBack(page)
    await closeSheet(page)
    await openNewPost(page)
    await page.getByRole('button', { name: 'Remove 800x800.jpg' }).click()
    crops.resolve('is done')
    for (const name of ['400x500.jpg', '500x400.jpg']) {
      await page.getByRole('button', { name: `Reorder ${name}` }).click()
      await page.getByText('Changed to ').waitFor()
    }
    expect(await chosenFiles(page).count()).toBe(2)
  })
})
