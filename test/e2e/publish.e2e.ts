import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PostBody } from '../../core/api/posts.ts'
import { startServer, type ServerProcess } from '../process-harness/server-process.ts'
import { launchBrowser } from './browser.ts'
import { choosePhoto, openFromHeader, photoFile, pressEnterOn, publishPhoto, tabTo, visit } from './visit.ts'

let browser: Browser
let server: ServerProcess

beforeAll(async () => {
  browser = await launchBrowser()
  server = await startServer()
})
afterAll(() => browser.close())

describe('publishing a photo', () => {
  it('follows the post until it is live, and its link opens it in the sandbox feed', async () => {
    const { page, context, outside, complaints } = await visit(browser, server)
    await publishPhoto(page, 'Fresh bread #bakery')

    const link = page.getByRole('link', { name: 'See it in the sandbox feed' })
    const [feed] = await Promise.all([context.waitForEvent('page'), link.click()])
    await feed.getByText('Fresh bread #bakery').waitFor()

    expect(feed.url()).toContain(`${server.origin}/sandbox/p/`)
    expect(await page.getByText('Sandbox', { exact: true }).count()).toBeGreaterThan(0)
    expect(outside).toEqual([])
    expect(complaints).toEqual([])
  })

  it('needs no mouse', async () => {
    const { page, context } = await visit(browser, server)
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      pressEnterOn(page, page.getByRole('button', { name: 'Choose a photo' })),
    ])
    await chooser.setFiles(await photoFile())
    await page.getByText('320 × 320').waitFor()

    await tabTo(page, page.getByLabel('Caption'))
    await page.keyboard.type('Written without a mouse')
    await pressEnterOn(page, page.getByRole('button', { name: 'Publish to the sandbox' }))

    const link = page.getByRole('link', { name: 'See it in the sandbox feed' })
    const [feed] = await Promise.all([context.waitForEvent('page'), pressEnterOn(page, link)])
    await feed.getByText('Written without a mouse').waitFor()

    await pressEnterOn(page, page.getByRole('link', { name: 'All posts' }))
    await page.getByRole('heading', { name: 'Posts', level: 1 }).waitFor()
  })

  it('starts with what is live already and where to go from there', async () => {
    const { page } = await visit(browser, server)
    await publishPhoto(page, 'The newest of all')
    await page.getByRole('button', { name: 'Publish another' }).click()

    const newest = page.getByRole('complementary', { name: 'Your newest post' })
    await newest.getByText('The newest of all').waitFor()
    expect(await newest.getByRole('listitem').allTextContents()).toEqual([
      'Publish another',
      'Create an API key for a script',
      expect.stringContaining('See the sandbox feed'),
    ])
  })
})

describe('a draft', () => {
  it('counts characters as people do and objects to one too many', async () => {
    const { page } = await visit(browser, server)
    await page.getByLabel('Caption').fill('🌙 over #harbour and #home')
    await page.getByText('25/2200 characters').waitFor()
    await page.getByText('2 hashtags').waitFor()

    await page.getByLabel('Caption').fill('a'.repeat(2201))
    await page.getByText('Shorten the caption by 1 character.').waitFor()
  })

  it('is not sent without a photo', async () => {
    const { page } = await visit(browser, server)
    await page.getByRole('button', { name: 'Publish to the sandbox' }).click()
    await page.getByText('Choose a photo first.').waitFor()
  })

  it('stays when the reader looks at another page', async () => {
    const { page } = await visit(browser, server)
    await choosePhoto(page)
    await page.getByLabel('Caption').fill('Half a thought')
    await openFromHeader(page, 'Posts')
    await openFromHeader(page, 'Compose')

    expect(await page.getByLabel('Caption').inputValue()).toBe('Half a thought')
    await page.getByText('harbour.jpg').waitFor()
  })

  it('says which file it cannot take', async () => {
    const { page } = await visit(browser, server)
    const gif = { name: 'moving.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') }
    await page.locator('input[type=file]').setInputFiles(gif)
    await page.getByText('Choose one JPEG, PNG or WebP file.').waitFor()
  })

  it('learns at once that Instagram would not take the photo’s shape, and is not sent', async () => {
    const { page } = await visit(browser, server)
    const sent: string[] = []
    page.on('request', (request) => request.url().endsWith('/posts/publish') && sent.push(request.url()))
    const tall = sharp({ create: { width: 400, height: 1200, channels: 3, background: '#468' } })
    const file = { name: 'tall.jpg', mimeType: 'image/jpeg', buffer: await tall.jpeg().toBuffer() }
    await page.locator('input[type=file]').setInputFiles(file)
    await page.getByText('400 × 1200').waitFor()
    await page.getByText('Crop it to between').waitFor()
    await page.getByLabel('Caption').fill('A tower')
    await page.getByRole('button', { name: 'Publish to the sandbox' }).click()

    expect(await page.getByLabel('Caption').inputValue()).toBe('A tower')
    expect(sent).toEqual([])
  })
})

describe('a post that did not work', () => {
  it('names the cause and leads back to the draft', async () => {
    const { page } = await visit(browser, server)
    const refusal = { on: 'create', mode: 'quota-reached', match: { captionIncludes: 'one too many' } }
    await server.request('/sandbox/faults', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...refusal, times: 100 }),
    })
    await choosePhoto(page)
    await page.getByLabel('Caption').fill('one too many')
    await page.getByRole('button', { name: 'Publish to the sandbox' }).click()
    await page.getByRole('heading', { name: 'Not published' }).waitFor()
    await page.getByText('publishing limit of the last 24 hours').waitFor()

    await page.getByRole('button', { name: 'Back to the draft' }).click()
    expect(await page.getByLabel('Caption').inputValue()).toBe('one too many')
  })

  it('is not called failed when nobody knows whether it is live', async () => {
    const { page } = await visit(browser, server)
    // Coming to this takes the server minutes, so only its answer is played.
    await page.route('**/api/posts/*', async (route) => {
      if (route.request().method() !== 'GET') return route.continue()
      const response = await route.fetch()
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
    await page.getByRole('button', { name: 'Publish to the sandbox' }).click()

    await page.getByRole('heading', { name: 'We do not know whether this is live' }).waitFor()
    expect(await page.getByText('Nothing went live').count()).toBe(0)
    await page.getByRole('link', { name: 'Look at the profile' }).waitFor()
  })
})
