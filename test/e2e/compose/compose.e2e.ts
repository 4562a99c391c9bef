import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import type { PostBody } from '../../../core/api/posts.ts'
import { DAY } from '../../../core/time.ts'
import { objections } from '../axe.ts'
import { browser, openBrowserAndServer, server } from '../file-set-up.ts'
import { scheduledAt } from '../posts/posts-at-hand.ts'
import {
  answerTo,
  addMedia,
  chooseKind,
  chosenFiles,
  CLIP,
  type FileToAdd,
  countEffort,
  caption,
  choosePhoto,
  isAbove,
  isFocused,
  isLive,
  newPostSheet,
  openFromHeader,
  openTool,
  photoFile,
  picture,
  pressEnterOn,
  publishButton,
  publishPhoto,
  tool,
  visit,
  visitNewPost,
} from '../visit.ts'

openBrowserAndServer()

const account = (page: Page) => page.locator('[data-field=account]')
const time = (page: Page) => page.getByRole('button', { name: 'Pick a time' })

/** In sight as a whole, with nothing over it. */
async function isInWindow(part: Locator): Promise<boolean> {
  return part.evaluate((element) => {
    const { top, bottom, left, width } = element.getBoundingClientRect()
    const isOnTop = (y: number) => element.contains(document.elementFromPoint(left + width / 2, y))
    return top >= 0 && bottom <= innerHeight && isOnTop(top + 4) && isOnTop(bottom - 4)
  })
}

/** Of its height, what is in the window with nothing over it. */
async function heightInSight(part: Locator): Promise<number> {
  return part.evaluate((element) => {
    const { top, bottom, left } = element.getBoundingClientRect()
    let seen = 0
    for (let y = Math.max(0, top); y < Math.min(innerHeight, bottom); y += 1)
      if (document.elementFromPoint(left + 24, y) === element) seen += 1
    return seen
  })
}

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

    await isFocused(caption(page))
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

  it('keeps account, time and the button in sight, whatever tool is open', async () => {
    for (const viewport of [
      { width: 360, height: 740 },
      { width: 1440, height: 900 },
    ]) {
      const { page } = await visitNewPost(browser, server, { viewport })
      for (const kind of ['Photo', 'Carousel', 'Reel', 'Story']) {
        await chooseKind(page, kind)
        const tools = page.getByRole('group', { name: 'Extras' }).getByRole('button', { expanded: false })
        for (const name of await tools.evaluateAll((all) => all.map((one) => one.ariaLabel ?? ''))) {
          await openTool(page, name)
          for (const part of [account(page), time(page), publishButton(page)])
            expect(await isInWindow(part), `${kind}, ${name}`).toBe(true)
        }
      }
      await page.context().close()
    }
  })
})

const PHONE = { width: 360, height: 740 }
const DESK = { width: 1440, height: 900 }

/** As a phone takes it. */
async function phonePhoto(n = 0) {
  const plain = sharp({ create: { width: 1080, height: 1440, channels: 3, background: `#4${n}8` } })
  return { name: `IMG_${n}.jpg`, mimeType: 'image/jpeg', buffer: await plain.jpeg().toBuffer() }
}

describe('the composer', () => {
  it.each([
    ['publishes', async () => {}],
    ['schedules', (page: Page) => page.getByRole('radio', { name: 'Schedule' }).click()],
  ])('%s an ordinary photo of a phone on a phone with all in sight, nothing scrolled', async (_, choose) => {
    const { page } = await visitNewPost(browser, server, { viewport: PHONE })
    const effort = await countEffort(page)
    await addMedia(page, [await phonePhoto()])
    await page.keyboard.type('Fresh bread, every morning from seven')
    await choose(page)
    const send = page.getByRole('button', { name: /^(Publish|Schedule)$/ })
    for (const part of [caption(page), account(page), time(page), send])
      expect(await isInWindow(part)).toBe(true)
    await send.click()
    await page.getByRole('heading', { name: /^(Your post is live|Scheduled for)/ }).waitFor()
    expect((await effort()).scrolled).toBe(0)
  })

  it.each([PHONE, DESK])('shows ten files in one row above the caption at $width px', async (viewport) => {
    const { page } = await visitNewPost(browser, server, { viewport })
    await addMedia(page, await Promise.all(Array.from({ length: 10 }, (_, n) => phonePhoto(n))))
    await chosenFiles(page).nth(9).waitFor()
    const boxes = await chosenFiles(page).evaluateAll((all) =>
      all.map((one) => one.getBoundingClientRect().top),
    )
    expect(new Set(boxes).size).toBe(1)
    expect(await isInWindow(caption(page))).toBe(true)
  })

  it.each([
    [640, 400],
    [320, 256],
  ])(
    'can be written in when the window is enlarged to %i × %i, also below a photo',
    async (width, height) => {
      const { page } = await visitNewPost(browser, server, { viewport: { width, height } })
      await isFocused(caption(page))
      // Three lines of it.
      expect(await heightInSight(caption(page))).toBeGreaterThanOrEqual(72)
      await addMedia(page, [await phonePhoto()])
      await page.getByRole('button', { name: 'Crop IMG_0.jpg to' }).waitFor()
      await expect.poll(() => heightInSight(caption(page))).toBeGreaterThanOrEqual(72)
      await page.keyboard.type('Enlarged')
      expect(await caption(page).inputValue()).toBe('Enlarged')
    },
  )

  it.each([
    ['en-GB', PHONE],
    ['de-DE', PHONE],
    ['en-GB', DESK],
  ])('takes at most 40 px more for a photo that is taller than 4:5 (%s, %o)', async (locale, viewport) => {
    const sheetWith = async (file: FileToAdd) => {
      const { page } = await visit(browser, server, { locale, viewport, at: '/plan?post=new' })
      await page.locator('[data-field=media] input[type=file]').first().setInputFiles([file])
      const sheet = page.getByRole('dialog')
      await sheet.getByText(file.name, { exact: true }).waitFor()
      return sheet
    }
    const tall = await sheetWith(await picture(3024, 4032))
    const plain = await sheetWith(await picture(1080, 1350))
    const topOf = async (sheet: Locator) =>
      (await sheet.locator('textarea').boundingBox())?.y ?? expect.unreachable()
    const added = async () => (await topOf(tall)) - (await topOf(plain))
    // What is said of the tall one is there, and nothing moves any more.
    await expect.poll(added).toBeGreaterThan(0)
    await expect.poll(added).toBeLessThanOrEqual(40)
    console.info(`${locale}, ${viewport.width} px: a tall photo adds ${await added()} px`)
  })

  it('shows the whole name of a long zone on a phone, before and after it is scheduled', async () => {
    const timezone = 'America/Argentina/Buenos_Aires'
    const id = await scheduledAt(server, Date.now() + 400 * DAY, { caption: 'In a year', timezone })
    for (const post of [id, `new&time=2036-11-25T10:00&zone=${timezone}`]) {
      const { page } = await visit(browser, server, { viewport: PHONE, at: `/plan?post=${post}` })
      const control = time(page)
        .or(page.getByRole('radio', { name: 'Schedule' }))
        .filter({ hasText: 'Buenos' })
      await control.getByText('(America/Argentina/Buenos Aires)').waitFor()
      const beyond = await control.evaluate((box) => {
        const words = document.createRange()
        words.selectNodeContents(box)
        const [inner, outer] = [words.getBoundingClientRect(), box.getBoundingClientRect()]
        return Math.max(inner.right - outer.right, inner.bottom - outer.bottom)
      })
      expect(beyond).toBeLessThanOrEqual(0)
      await isAbove(control, account(page))
    }
  })

  it('has the focus in the caption when it opens, also on a stored draft', async () => {
    const { page } = await visitNewPost(browser, server)
    await isFocused(caption(page))
    await page.keyboard.type('Typed at once')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText('Saved as a draft.').waitFor()
    await page.reload()
    await isFocused(caption(page))
  })

  it.each(['Control', 'Meta'])('sends with %s and Enter, once', async (key) => {
    const { page } = await visitNewPost(browser, server)
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/posts/publish')) sent.push(request.url())
    })
    await choosePhoto(page)
    await caption(page).fill(`Sent by ${key}`)
    await page.keyboard.press(`${key}+Enter`)
    await page.keyboard.press(`${key}+Enter`)
    await isLive(page)
    expect(sent).toHaveLength(1)
  })

  it('sends nothing by these keys from a dialog over it', async () => {
    const { page } = await visitNewPost(browser, server)
    await choosePhoto(page)
    await page.getByRole('button', { name: 'Choose from the library' }).click()
    await page
      .getByRole('dialog', { name: 'Choose from the library' })
      .getByRole('searchbox')
      .first()
      .press('Control+Enter')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Choose from the library' }).waitFor({ state: 'detached' })
    await caption(page).waitFor()
    expect(await publishButton(page).isEnabled()).toBe(true)
  })

  it('has targets for a finger on a phone', async () => {
    const { page } = await visitNewPost(browser, server, { viewport: PHONE })
    await addMedia(page, [await phonePhoto()])
    await openTool(page, 'Kind of post')
    const small = await newPostSheet(page)
      .locator('button:not([tabindex="-1"]):visible, select, summary')
      .evaluateAll((all) =>
        all.flatMap((one) => {
          const { width, height } = one.getBoundingClientRect()
          const reach = getComputedStyle(one, '::after')
          const isWide = (size: number, more: string) => size + (parseFloat(more) || 0) >= 40
          const fits = isWide(width, reach.width) && isWide(height, reach.height)
          return fits ? [] : `${one.ariaLabel ?? one.textContent} ${width} × ${height}`
        }),
      )
    expect(small).toEqual([])
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
    await page.getByText('A reel needs a video.').waitFor()
    await chooseKind(page, 'Photo')
    await page.getByText('A reel needs a video.').waitFor({ state: 'detached' })
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
    await page.getByText('publishing limit for 24 hours. Try again later').waitFor()

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
  it('finds no axe violation on a carousel with any of its tools open, nor on a story', async () => {
    const { page } = await visitNewPost(browser, server)
    await chooseKind(page, 'Carousel')
    await addMedia(page, [await picture(800, 1000), await picture(900, 900)])
    await caption(page).fill('#a #b #c #d #e #f')
    await page.getByRole('button', { name: 'Pick a time' }).click()
    expect(await objections(page)).toEqual([])
    for (const name of ['Tag people', 'Alt text', 'Location', 'First comment', 'More options']) {
      await openTool(page, name)
      expect(await objections(page), name).toEqual([])
    }
    await openTool(page, 'Collaborators')
    await page.getByRole('combobox', { name: 'Usernames' }).pressSequentially('@ada grace ')
    await tool(page, 'Collaborators: @ada, @grace').waitFor()
    await chooseKind(page, 'Story')
    await openTool(page, 'Mention people')
    await page.getByText('Show what Instagram covers').waitFor()
    expect(await objections(page)).toEqual([])
  })
})
