import { describe, expect, it } from 'vitest'
import type { PostBody } from '../../../core/api/posts.ts'
import type { LiveMedia, UnderMedia } from '../../../local-server/sandbox/live.ts'
import { accountId, uploaded } from '../../process-harness/client.ts'
import { liveAt } from '../../process-harness/sandbox-process.ts'
import { objections } from '../axe.ts'
import { browser, openBrowserAndServer, server } from '../file-set-up.ts'
import {
  addMedia,
  chooseKind,
  CLIP,
  caption,
  choosePhoto,
  isLive,
  openTool,
  photoFile,
  publishButton,
  tabTo,
  tool,
  visit,
  visitNewPost,
} from '../visit.ts'

openBrowserAndServer()

async function liveWith(text: string) {
  const live = (await liveAt(server.origin)) as (LiveMedia & UnderMedia)[]
  return live.find((post) => post.caption === text)
}

describe('more options', () => {
  it('publishes a picture with its alt text and its first comment, and without others', async () => {
    const { page, complaints } = await visitNewPost(browser, server)
    await choosePhoto(page)
    await caption(page).fill('A picture with more')
    await openTool(page, 'Alt text')
    await page.getByLabel('What the picture shows').fill('A harbour in the morning')
    await openTool(page, 'First comment')
    await page.getByRole('textbox', { name: 'First comment' }).fill('#harbour #morning')
    await openTool(page, 'More options')
    await page.getByLabel('Switch comments off').check()
    for (const chosen of ['Alt text: Set', 'First comment: Set', 'More options: Comments off'])
      await tool(page, chosen).waitFor()
    expect(await objections(page)).toEqual([])

    await publishButton(page).click()
    await isLive(page)
    await expect
      .poll(() => liveWith('A picture with more'))
      .toMatchObject({
        altText: 'A harbour in the morning',
        comments: [{ text: '#harbour #morning' }],
        commentsEnabled: false,
      })
    expect(complaints).toEqual([])
  })

  it('publishes with a name that was typed when Ctrl and Enter were pressed', async () => {
    const { page } = await visitNewPost(browser, server)
    await choosePhoto(page)
    await caption(page).fill('Sent from a list')
    await openTool(page, 'Collaborators')
    await page.getByRole('combobox', { name: 'Usernames' }).pressSequentially('@ada')
    const sent = page.waitForRequest(
      (request) => request.method() === 'POST' && /publish/.test(request.url()),
    )
    await page.keyboard.press('Control+Enter')
    expect((await sent).postDataJSON()).toMatchObject({ collaborators: ['ada'] })
  })

  it('publishes a reel with a cover that the keyboard chose, outside of the feed', async () => {
    const { page, complaints } = await visitNewPost(browser, server)
    await chooseKind(page, 'Reel')
    await addMedia(page, [CLIP])
    await caption(page).fill('A reel with a cover')
    await tool(page, 'More options').press('Enter')
    const slider = page.getByRole('slider', { name: 'Moment of the video to use as the cover' })
    await tabTo(page, slider)
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowRight')
    await page.getByText('The cover is the frame at 0.3 seconds.').waitFor()
    await expect
      .poll(() => page.locator('video[aria-hidden]').evaluate((video: HTMLVideoElement) => video.currentTime))
      .toBeCloseTo(0.3)
    await page.getByLabel('Also show it in the feed and on the profile').uncheck()
    await page.getByLabel('Trial reel').selectOption('MANUAL')
    await page.getByLabel('Label it as made with AI').check()
    expect(await objections(page)).toEqual([])

    await publishButton(page).click()
    await isLive(page)
    expect(await liveWith('A reel with a cover')).toMatchObject({
      thumbOffset: 300,
      shareToFeed: false,
      isTrial: true,
      graduation: 'MANUAL',
      isAiGenerated: true,
    })
    expect(complaints).toEqual([])
  })

  it('publishes a reel with a picture of the library as its cover', async () => {
    const { publicUrl } = await uploaded(server, (await photoFile()).buffer, { name: 'cover.jpg' })
    const { page, complaints } = await visitNewPost(browser, server)
    await chooseKind(page, 'Reel')
    await addMedia(page, [CLIP])
    await caption(page).fill('A reel with a picture')
    await openTool(page, 'More options')
    await page.getByRole('button', { name: 'Choose a picture from the library' }).click()
    const dialog = page.getByRole('dialog', { name: 'Choose from the library' })
    const picture = dialog.getByRole('button', { name: /^cover\.jpg/ })
    await picture.waitFor()
    expect(await dialog.getByText('clip.mp4').count()).toBe(0)
    expect(await objections(page)).toEqual([])
    await picture.click()
    await page.getByText('The cover is a picture from the library.').waitFor()
    const other = page.getByRole('button', { name: 'Choose another picture' })
    await expect.poll(() => other.evaluate((button) => button === document.activeElement)).toBe(true)
    expect(await objections(page)).toEqual([])

    await publishButton(page).click()
    await isLive(page)
    expect(await liveWith('A reel with a picture')).toMatchObject({ coverUrl: publicUrl })
    expect(complaints).toEqual([])
  })

  it('keeps the options over a reload and as a draft, and resets a cover', async () => {
    const { page } = await visitNewPost(browser, server)
    await chooseKind(page, 'Carousel')
    await addMedia(page, [await photoFile('one.jpg'), await photoFile('two.jpg')])
    await openTool(page, 'Alt text')
    await page.getByLabel('What picture 2 of 2 shows').fill('The second')
    await page.reload()
    await openTool(page, 'First comment')
    await page.getByRole('textbox', { name: 'First comment' }).fill('Said first')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText('Saved as a draft.').waitFor()
    await page.reload()
    await openTool(page, 'Alt text: Set')
    expect(await page.getByLabel('What picture 2 of 2 shows').inputValue()).toBe('The second')
    await openTool(page, 'First comment: Set')
    expect(await page.getByRole('textbox', { name: 'First comment' }).inputValue()).toBe('Said first')

    await chooseKind(page, 'Reel')
    await addMedia(page, [CLIP])
    await openTool(page, 'More options')
    await page.getByRole('slider').fill('500')
    await page.getByRole('button', { name: 'Reset the cover' }).click()
    await page.getByText('Unless you choose a moment, Instagram takes the first frame.').waitFor()
    const focused = page.locator('[data-field=cover] :focus')
    expect(await focused.getAttribute('type')).toBe('range')
  })

  it('tags people in each picture of a carousel, also where a script has tagged some', async () => {
    const { id } = await uploaded(server)
    const ada = { username: 'ada', x: 0.5, y: 0.5 }
    const other = (await uploaded(server, (await photoFile()).buffer)).id
    const post = {
      accountId: await accountId(server),
      mediaType: 'CAROUSEL',
      mediaFileIds: [id, other],
      mediaTags: [{ mediaFileId: id, userTags: [ada] }],
    }
    const drafted = (await (await server.api('/posts/draft', { json: post })).json()) as PostBody
    const read = async () => (await (await server.api(`/posts/${drafted.id}`)).json()) as PostBody
    const { page } = await visit(browser, server, { at: `/compose/${drafted.id}` })
    await openTool(page, 'Tag people')
    await page.getByRole('combobox', { name: 'Picture' }).selectOption('Picture 2')
    await page.getByRole('button', { name: 'Place someone on the picture' }).press('Enter')
    await page.getByLabel('Instagram username').fill('grace')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    const preview = page.getByRole('region', { name: 'Preview' })
    for (const name of ['ada', 'grace']) await preview.getByText(name, { exact: true }).waitFor()
    expect(await objections(page)).toEqual([])
    await page.getByRole('button', { name: 'Save draft' }).click()
    const grace = { username: 'grace', x: 0.5, y: 0.5 }
    const both = [post.mediaTags[0], { mediaFileId: other, userTags: [grace] }]
    await expect.poll(async () => (await read()).mediaTags).toEqual(both)

    await page.getByRole('button', { name: 'Remove @grace' }).click()
    await page.getByRole('button', { name: 'Save draft' }).click()
    await expect.poll(async () => (await read()).mediaTags).toBeNull()
    expect(JSON.parse((await read()).userTags ?? '[]')).toEqual([ada])
  })

  it('tags people in a reel by their names', async () => {
    const { id } = await uploaded(server, new Uint8Array(CLIP.buffer), {
      name: 'clip.mp4',
      type: 'video/mp4',
    })
    const post = { accountId: await accountId(server), mediaType: 'REELS', mediaFileId: id }
    const drafted = (await (await server.api('/posts/draft', { json: post })).json()) as PostBody
    const { page } = await visit(browser, server, { at: `/compose/${drafted.id}` })
    await openTool(page, 'Tag people')
    await page.getByRole('combobox', { name: 'People in the video' }).pressSequentially('@ada grace ')
    await page.getByRole('button', { name: 'Save draft' }).click()
    const userTags = [{ username: 'ada' }, { username: 'grace' }]
    const read = async () => (await (await server.api(`/posts/${drafted.id}`)).json()) as PostBody
    await expect.poll(async () => (await read()).mediaTags).toEqual([{ mediaFileId: id, userTags }])
  })

  it('says what is wrong beside its field, and leads there when somebody tries to send it', async () => {
    const { page } = await visitNewPost(browser, server)
    await choosePhoto(page)
    await openTool(page, 'First comment')
    await page.getByRole('textbox', { name: 'First comment' }).fill('BUY NOW')
    await page.getByText('cannot be all in capital letters').waitFor()
    await openTool(page, 'More options')
    await page.getByText('Connect it through Facebook to label paid partnerships.').waitFor()
    await tool(page, 'First comment: Check this').waitFor()
    await publishButton(page).click()
    await expect.poll(() => page.locator('[data-field=firstComment] :focus').count()).toBe(1)
  })
})
