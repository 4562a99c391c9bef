import { describe, expect, it } from 'vitest'
import type { PostBody } from '../../../core/api/posts.ts'
import { objections } from '../axe.ts'
import { browser, openBrowserAndServer, server } from '../file-set-up.ts'
import {
  answerTo,
  addMedia,
  chooseKind,
  CLIP,
  caption,
  choosePhoto,
  isLive,
  newPostSheet,
  openFromHeader,
  photoFile,
  picture,
  pressEnterOn,
  publishButton,
  publishPhoto,
  tabTo,
  visit,
  visitNewPost,
} from '../visit.ts'

openBrowserAndServer()

describe('publishing', () => {
  it('follows a photo until it is live, and its link opens it in the sandbox feed', async () => {
    const { page, context, outside, complaints } = await visitNewPost(browser, server)
    await publishPhoto(page, 'Fresh bread #bakery')

    const link = page.getByRole('link', { name: 'See it in the sandbox feed' })
    const [feed] = await Promise.all([context.waitForEvent('page'), link.click()])
    await feed.getByText('Fresh bread #bakery').waitFor()

    expect(feed.url()).toContain(`${server.origin}/sandbox/p/`)
    // Its sheet has no buttons at its foot: messages appear at the bottom of the window.
    const foot = () => page.evaluate(() => document.documentElement.style.getPropertyValue('--foot'))
    await expect.poll(foot).toBe('0px')
    expect(await page.getByText('Sandbox', { exact: true }).count()).toBeGreaterThan(0)
    expect(outside).toEqual([])
    expect(complaints).toEqual([])
  })

  it.each([
    ['Carousel', 2],
    ['Reel', 1],
    ['Story', 1],
  ])('takes a %s', async (kind, files) => {
    const { page, complaints } = await visitNewPost(browser, server)
    await chooseKind(page, kind)
    await addMedia(page, files === 2 ? [await picture(800, 1000), await picture(900, 900)] : [CLIP])
    if (kind !== 'Story') await caption(page).fill(`A ${kind}`)
    await publishButton(page).click()
    await isLive(page)
    expect(complaints).toEqual([])
  })

  it('publishes by keyboard alone', async () => {
    const { page, context } = await visitNewPost(browser, server)
    const choose = page.locator('[data-field=media]').getByRole('button', { name: /choose|upload/i })
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      pressEnterOn(page, choose.first()),
    ])
    await chooser.setFiles(await photoFile())
    await page.getByAltText('The file as it will be published').waitFor()

    await tabTo(page, caption(page))
    await page.keyboard.type('Written without a mouse')
    await pressEnterOn(page, publishButton(page))
    await isLive(page)

    const link = page.getByRole('link', { name: 'See it in the sandbox feed' })
    const [feed] = await Promise.all([context.waitForEvent('page'), pressEnterOn(page, link)])
    await feed.getByText('Written without a mouse').waitFor()

    await pressEnterOn(page, page.getByRole('link', { name: 'All posts' }))
    await page.getByRole('searchbox', { name: 'Search captions' }).waitFor()
  })

  it('publishes once, however often the button is pressed', async () => {
    const { page } = await visitNewPost(browser, server)
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/posts/publish')) sent.push(request.url())
    })
    await choosePhoto(page)
    await publishButton(page).dblclick()
    await isLive(page)
    expect(sent).toHaveLength(1)
  })

  it('begins another post while the first one is on its way', async () => {
    const { page } = await visitNewPost(browser, server)
    await choosePhoto(page)
    await caption(page).fill('The first of two')
    await page.route('**/api/posts/*', async (route) => {
      const response = await answerTo(route)
      const post = (await response.json()) as PostBody
      await route.fulfill({ response, json: { ...post, status: 'PROCESSING' } })
    })
    await publishButton(page).click()
    await page.getByRole('button', { name: 'Write another post' }).click()
    expect(await caption(page).inputValue()).toBe('')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await choosePhoto(page)
    await caption(page).fill('The second of two')
    await publishButton(page).click()
    await isLive(page)
  })

  it('opens by the key C over any page, and closes to it', async () => {
    const { page } = await visit(browser, server)
    await openFromHeader(page, 'Library')
    await page.keyboard.press('c')
    await newPostSheet(page).waitFor()
    expect(page.url()).toMatch(/\/library\?post=new$/)
    await page.keyboard.press('Escape')
    await newPostSheet(page).waitFor({ state: 'detached' })
    expect(page.url()).toMatch(/\/library$/)

    const button = page.getByRole('link', { name: 'New post', exact: true })
    await pressEnterOn(page, button)
    await newPostSheet(page).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => button.evaluate((one) => one === document.activeElement)).toBe(true)
  })

  it('keeps account, time and the button in sight, whatever is open', async () => {
    for (const viewport of [
      { width: 360, height: 740 },
      { width: 1440, height: 900 },
    ]) {
      const { page } = await visitNewPost(browser, server, { viewport })
      for (const kind of ['Photo', 'Carousel', 'Reel', 'Story']) {
        await chooseKind(page, kind)
        await newPostSheet(page)
          .locator('details')
          .evaluateAll((all) => all.forEach((one) => one.toggleAttribute('open', true)))
        const foot = newPostSheet(page).getByRole('contentinfo').or(newPostSheet(page).locator('footer'))
        for (const part of [foot.getByRole('button', { name: 'demo.kitchen' }), publishButton(page)]) {
          const box = await part.first().boundingBox()
          expect(box && box.y >= 0 && box.y + box.height <= viewport.height).toBe(true)
        }
      }
      await page.context().close()
    }
  })
})

describe('a post that would be refused', () => {
  it('refuses a caption that is too long, counted as people count', async () => {
    const { page } = await visitNewPost(browser, server)
    await caption(page).fill('🌙 over #harbour and #home with @ada')
    await page.getByText('35/2,200 characters').waitFor()
    await page.getByText('2 hashtags').waitFor()
    await page.getByText('1 mention', { exact: true }).waitFor()

    await caption(page).fill('a'.repeat(2201))
    await page.getByText('Shorten the caption by 1 character.').waitFor()
  })

  it('refuses a post without a photo when somebody tries, and moves the focus there', async () => {
    const { page } = await visitNewPost(browser, server)
    expect(await page.getByText('Choose a photo first.').count()).toBe(0)
    await publishButton(page).click()
    await page.getByText('Choose a photo first.').waitFor()
    const place = await page.evaluate(() =>
      document.activeElement?.closest('[data-field]')?.getAttribute('data-field'),
    )
    expect(place).toBe('media')
  })

  it('refuses a carousel of one file, also as a draft, until there is another', async () => {
    const { page } = await visitNewPost(browser, server)
    await chooseKind(page, 'Carousel')
    await addMedia(page, [await picture(800, 800)])
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText('A carousel needs at least 2 files.').waitFor()
    await addMedia(page, [await picture(700, 700)])
    await page.getByText('A carousel needs at least 2 files.').waitFor({ state: 'detached' })
  })

  it('refuses a photo of a shape that Instagram does not take, until one click has cropped it', async () => {
    const { page } = await visitNewPost(browser, server)
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/posts/publish')) sent.push(request.url())
    })
    await addMedia(page, [await picture(400, 1200)])
    await page.getByText('Crop it to between').waitFor()
    await caption(page).fill('A tower')
    await publishButton(page).click()
    expect(await caption(page).inputValue()).toBe('A tower')
    expect(sent).toEqual([])

    await page.getByRole('button', { name: /crop/i }).first().click()
    await page.getByText('Crop it to between').waitFor({ state: 'detached' })
    await publishButton(page).click()
    await isLive(page)
  })

  it('refuses a reel without a video, until another kind of post is chosen', async () => {
    const { page } = await visitNewPost(browser, server)
    await chooseKind(page, 'Reel')
    await addMedia(page, [await photoFile()])
    await page.getByText('A REELS post needs a video.').waitFor()
    await chooseKind(page, 'Photo')
    await page.getByText('A REELS post needs a video.').waitFor({ state: 'detached' })
  })
})

describe('a post that did not work', () => {
  it('names the cause of a failure and leads back to the draft, which takes the place of the failed post', async () => {
    const { page } = await visitNewPost(browser, server)
    const refusal = { on: 'create', mode: 'quota-reached', match: { captionIncludes: 'one too many' } }
    await server.request('/sandbox/faults', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...refusal, times: 100 }),
    })
    await choosePhoto(page)
    await caption(page).fill('one too many')
    await publishButton(page).click()
    await page.getByRole('heading', { name: 'Not published' }).waitFor()
    await page.getByText('publishing limit for the last 24 hours').waitFor()

    await page.getByRole('button', { name: 'Back to the draft' }).click()
    expect(await caption(page).inputValue()).toBe('one too many')
    const posts = async () => (await server.api('/posts?text=one%20too%20many')).json()
    await expect.poll(posts).toMatchObject({ posts: [] })
  })

  it('does not call a post failed while it may be live', async () => {
    const { page } = await visitNewPost(browser, server)
    // Coming to this takes the server minutes, so only its answer is played.
    await page.route('**/api/posts/*', async (route) => {
      if (route.request().method() !== 'GET') return route.continue()
      const response = await answerTo(route)
      const post = (await response.json()) as PostBody
      const inDoubt = {
        status: 'FAILED',
        publishOutcome: 'unconfirmed',
        recovery: 'check_platform',
        igPermalink: null,
      } as const
      await route.fulfill({ response, json: { ...post, ...inDoubt } })
    })
    await choosePhoto(page)
    await publishButton(page).click()

    await page.getByRole('heading', { name: 'We do not know whether this is live' }).waitFor()
    expect(await page.getByText('Nothing went live').count()).toBe(0)
    await page.getByRole('link', { name: 'Check the profile' }).waitFor()
    // A new post of it could be a second one.
    expect(await page.getByRole('button', { name: 'Back to the draft' }).count()).toBe(0)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
})

describe('axe on the form', () => {
  it('finds no axe violation on a carousel with all its details open, nor on a story', async () => {
    const { page } = await visitNewPost(browser, server)
    await chooseKind(page, 'Carousel')
    await addMedia(page, [await picture(800, 1000), await picture(900, 900)])
    await caption(page).fill('#a #b #c #d #e #f')
    for (const detail of ['Tag people', 'Collaborators', 'Location', 'Facebook']) {
      await page.getByText(detail, { exact: true }).click()
    }
    await page.getByRole('radio', { name: 'Schedule' }).click()
    expect(await objections(page)).toEqual([])

    await page.getByRole('combobox', { name: 'Usernames' }).pressSequentially('@ada grace ')
    await page.getByText('@ada, @grace').waitFor()
    await chooseKind(page, 'Story')
    await page.getByText('Mention people').click()
    await page.getByText('Show what Instagram covers').waitFor()
    expect(await objections(page)).toEqual([])
  })
})
