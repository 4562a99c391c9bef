// A post that is sent before all of its files are there.
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { PostBody } from '../../../core/api/posts.ts'
import { browser, openBrowserAndServer, server } from '../file-set-up.ts'
import {
  addMedia,
  caption,
  closeSheet,
  isLive,
  newPostSheet,
  openNewPost,
  picture,
  publishButton,
  visitNewPost,
} from '../visit.ts'

openBrowserAndServer()

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
    await page.getByRole('radio', { name: /^Carousel/ }).click()
    await addMedia(page, [await picture(800, 800), await picture(700, 700), await picture(600, 600)])
    await page
      .getByRole('list', { name: 'Files of the post, in their order' })
      .getByRole('listitem')
      .nth(1)
      .waitFor()
    return release
  }

  async function newestPost(): Promise<PostBody> {
    const { posts } = (await (await server.api('/posts?limit=1')).json()) as { posts: PostBody[] }
    return (await (await server.api(`/posts/${posts[0]?.id}`)).json()) as PostBody
  }

  it('publishes with all files as soon as they are uploaded', async () => {
    const { page } = await visitNewPost(browser, server)
    const last = await withOneHeldBack(page)
    await caption(page).fill('Three of them')
    await publishButton(page).click()
    await page.getByText('It is published as soon as all files are uploaded.').waitFor()
    last.resolve('arrives')
    await isLive(page)
    expect((await newestPost()).mediaFiles).toHaveLength(3)
  })

  it('publishes with all files also when the sheet is closed meanwhile', async () => {
    const { page } = await visitNewPost(browser, server)
    const last = await withOneHeldBack(page)
    await caption(page).fill('Closed too soon')
    await publishButton(page).click()
    await page.getByText('It is published as soon as all files are uploaded.').waitFor()
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
    const reason = page.getByText('Nothing was sent: a file could not be uploaded.')
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
    await page.getByText('Nothing was sent: a file could not be uploaded.').waitFor()
    expect(sent).toEqual([])
    await page.getByRole('button', { name: /try again/i }).click()
    await page.getByText('Nothing was sent').waitFor({ state: 'detached' })
  })

  it('takes Publish back while it waits for uploads', async () => {
    const { page } = await visitNewPost(browser, server)
    const last = await withOneHeldBack(page)
    await publishButton(page).click()
    await page.getByRole('button', { name: 'Don’t send it yet' }).click()
    last.resolve('arrives')
    await page
      .getByRole('list', { name: 'Files of the post, in their order' })
      .getByRole('listitem')
      .nth(2)
      .waitFor()
    await publishButton(page).click()
    await isLive(page)
  })
})
