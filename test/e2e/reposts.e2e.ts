// Story reposts as a person goes about them: set up, look, repost, dismiss, settings, and the way that is against the terms.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer, type ServerProcess } from '../process-harness/server-process.ts'
import { objections } from './axe.ts'
import { launchBrowser } from './browser.ts'
import { openFromHeader, pressEnterOn, tabTo, visit } from './visit.ts'

let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

const NAME = 'demo.kitchen'

async function ofSandbox(server: ServerProcess, path: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const init = { method: 'POST', headers, body: JSON.stringify({ username: NAME, ...body }) }
  const response = await server.request(`/sandbox${path}`, init)
  if (!response.ok) throw new Error(`the sandbox answered ${response.status}`)
}

const strangerMentions = (server: ServerProcess, poster: string) =>
  ofSandbox(server, '/mentions', { poster, kind: 'image' })

async function openReposts(server: ServerProcess) {
  const watched = await visit(browser, server)
  await openFromHeader(watched.page, 'Story reposts')
  return watched
}

async function setUp(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Set up and switch on' }).click()
  await page.getByText('The next look is in').waitFor()
}

/** Looks until it was found, and says how much. */
async function look(page: Page, found: RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Look now' }).click()
  await page.getByText(found).waitFor()
}

const save = (page: Page, group: string) => page.getByRole('button', { name: `Save: ${group}` })

describe('story reposts', () => {
  it('are set up, look, repost at a click and dismiss', async () => {
    const server = await startServer()
    const { page, outside, complaints } = await openReposts(server)
    await page.getByRole('heading', { name: 'What it does not do' }).waitFor()
    expect(await objections(page)).toEqual([])

    await page.getByLabel('Hours between two looks').fill('5')
    await page.getByRole('button', { name: 'Set up and switch on' }).click()
    await page.getByText('A whole number from 6 to 48.').waitFor()
    await page.getByLabel('Hours between two looks').fill('8')
    await setUp(page)
    await page.getByText('No mention is waiting').waitFor()

    await look(page, /Nothing new/)
    await strangerMentions(server, 'ilse.eats')
    await strangerMentions(server, 'benno.bikes')
    await look(page, /Found 2 new mentions/)
    await page.getByRole('img', { name: 'Story of @ilse.eats' }).waitFor()
    expect(await page.getByText(/Ends in 2[34] h/).count()).toBe(2)
    expect(await objections(page)).toEqual([])

    await page.getByRole('button', { name: 'Repost the story of ilse.eats' }).click()
    await page.getByText('Reposted. It is live in your story.').waitFor()
    await page
      .getByRole('link', { name: /See your story/ })
      .first()
      .waitFor()
    await page.getByText('1 of 5').waitFor()

    await page.getByRole('button', { name: 'Dismiss the story of benno.bikes' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('this cannot be undone').waitFor()
    await dialog.getByRole('button', { name: 'Dismiss' }).click()
    const history = page.getByRole('region', { name: 'History' })
    await history.getByText('Dismissed').first().waitFor()
    await history.getByLabel('Show').selectOption({ label: 'Reposted' })
    await history.getByText('@ilse.eats').waitFor()
    expect(await history.getByText('@benno.bikes').count()).toBe(0)

    await page.getByRole('button', { name: 'Switch off' }).click()
    await page.getByText('Off. Nobody looks for mentions.').waitFor()
    expect(outside).toEqual([])
    expect(complaints).toEqual([])
  })

  it('keep their settings, say what cannot be beside its field, and lose nothing that was typed', async () => {
    const server = await startServer()
    const { page, complaints } = await openReposts(server)
    await setUp(page)
    const openSettings = () => page.getByRole('tab', { name: 'Settings' }).click()
    await openSettings()

    await page.getByLabel('Most reposts a day').fill('26')
    await page.getByLabel('Give or take, in minutes').fill('10')
    await save(page, 'Reposts a day').click()
    await page.getByText('A whole number from 1 to 25.').waitFor()
    expect(await page.getByLabel('Most reposts a day').inputValue()).toBe('26')
    await page.getByLabel('Most reposts a day').fill('3')
    await save(page, 'Reposts a day').click()
    await page.getByText('0 of 3').waitFor()
    expect(await page.getByLabel('Give or take, in minutes').inputValue()).toBe('10')

    await page.getByLabel('Paint a signature').check()
    await page.getByLabel('Line').fill('thank you @{username}')
    await page.getByText('thank you @benno.bikes').waitFor()
    const place = page.getByRole('button', { name: /Place of the signature: 50 % from the left, 90 %/ })
    await place.focus()
    await page.keyboard.press('Shift+ArrowUp')
    await page.keyboard.press('ArrowRight')
    await page.getByLabel('Colour', { exact: true }).fill('#808080')
    await page.getByText('Neither light nor dark').waitFor()
    expect(await objections(page)).toEqual([])
    await save(page, 'Signature').click()
    await page.getByText('Saved.').waitFor()

    await page.getByLabel('Keep quiet hours').check()
    const hour = new Date().getUTCHours()
    await page.getByLabel('From', { exact: true }).selectOption(String(hour))
    await page.getByLabel('Until', { exact: true }).selectOption(String((hour + 2) % 24))
    await page.getByLabel('Time zone', { exact: true }).fill('UTC')
    await page.getByRole('option', { name: 'UTC', exact: true }).click()
    await save(page, 'Quiet hours').click()
    await page.getByText('Quiet hours until').waitFor()
    await page.getByText('In quiet hours nobody looks.').waitFor()

    await page.reload()
    await page.getByText('Quiet hours until').waitFor()
    await openSettings()
    expect(await page.getByLabel('Most reposts a day').inputValue()).toBe('3')
    expect(await page.getByLabel('Line').inputValue()).toBe('thank you @{username}')
    await page.getByRole('button', { name: /Place of the signature: 51 % from the left, 85 %/ }).waitFor()

    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('heading', { name: 'Set up story reposts' }).waitFor()
    expect(complaints).toEqual([])
  })

  it('stop at a challenge of the platform, and say until when and why', async () => {
    const server = await startServer()
    await ofSandbox(server, '/native/scenario', { scenario: 'ok' })
    const { page } = await openReposts(server)
    await bringCookies(page)
    await setUp(page)
    await strangerMentions(server, 'ilse.eats')
    await ofSandbox(server, '/native/scenario', { scenario: 'checkpoint_required' })
    await page.getByRole('button', { name: 'Look now' }).click()
    await page.getByText(/Resting until .*: Instagram gave a warning/).waitFor()
    await page.getByText('Nobody can look before').waitFor()
    expect(await page.getByRole('button', { name: 'Look now' }).isDisabled()).toBe(true)
    expect(await objections(page)).toEqual([])
  })

  it('say the risk of the owner’s own session before anything of it can be entered, and lead through it', async () => {
    const server = await startServer()
    const { page, complaints } = await openReposts(server)
    await page.getByRole('radio', { name: /Your own session/ }).check()
    await page.getByText('against Instagram’s terms, whoever does it').waitFor()
    expect(await page.getByLabel('Cookies of instagram.com').count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Go on with my own session' }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Set up and switch on' }).click()
    await page.getByText('First choose a way to read mentions that is ready.').waitFor()
    expect(await objections(page)).toEqual([])

    await understand(page)
    await page.getByText('With my password', { exact: true }).click()
    expect(await objections(page)).toEqual([])
    const logIn = async (password: string) => {
      await page.getByRole('textbox', { name: 'Password' }).fill(password)
      await page.getByRole('button', { name: 'Log in once' }).click()
    }
    await logIn('not it')
    await page.getByText('Instagram did not accept the password.').waitFor()
    expect(await page.getByRole('textbox', { name: 'Password' }).inputValue()).toBe('')

    await ofSandbox(server, '/native/scenario', { scenario: 'challenge_email' })
    await logIn(`nosecret-${NAME}-às-6`)
    await page.getByRole('heading', { name: 'Instagram wants to be sure that it is you' }).waitFor()
    await page.getByRole('button', { name: 'Send me the code' }).click()
    await page.getByText('The code was sent to').waitFor()
    await page.getByLabel('Code', { exact: true }).fill('12')
    await page.getByRole('button', { name: 'Hand it in' }).click()
    await page.getByText('Enter the six digits without anything else.').waitFor()
    await page.getByLabel('Code', { exact: true }).fill('424242')
    await page.getByRole('button', { name: 'Hand it in' }).click()
    await page.getByText(`There is a session of @${NAME}.`).waitFor()

    await page.getByRole('button', { name: 'Forget the session' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Forget the session' }).click()
    await page.getByLabel('Cookies of instagram.com').waitFor()
    expect(complaints.filter((one) => !one.includes('400 (Bad Request)'))).toEqual([])
  })

  it('work by keyboard alone', async () => {
    const server = await startServer()
    await strangerMentions(server, 'ilse.eats')
    const { page } = await openReposts(server)
    await pressEnterOn(page, page.getByRole('button', { name: 'Set up and switch on' }))
    await page.getByText('The next look is in').waitFor()
    await pressEnterOn(page, page.getByRole('button', { name: 'Look now' }))
    await page.getByText('Found 1 new mention.').waitFor()
    await pressEnterOn(page, page.getByRole('button', { name: 'Dismiss the story of ilse.eats' }))
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await pressEnterOn(page, page.getByRole('button', { name: 'Repost the story of ilse.eats' }))
    await page.getByText('Reposted. It is live in your story.').waitFor()
    await tabTo(page, page.getByRole('link', { name: /See your story/ }).first())
  })
})

async function understand(page: Page): Promise<void> {
  await page.getByLabel('I understand that this can cost me the account').check()
  await page.getByRole('button', { name: 'Go on with my own session' }).click()
  await page.getByLabel('Cookies of instagram.com').waitFor()
}

const COOKIES =
  'sessionid=91000000000012341%3ASANDBOXnosecret%3A1%3AAYe; ds_user_id=91000000000012341; csrftoken=SANDBOXcsrfnosecret0000000000001'

async function bringCookies(page: Page): Promise<void> {
  await page.getByRole('radio', { name: /Your own session/ }).check()
  await understand(page)
  await page.getByLabel('Cookies of instagram.com').fill('sessionid=nothing')
  await page.getByRole('button', { name: 'Try it and keep it' }).click()
  await page.getByText(/Of the session, .* missing/).waitFor()
  expect(await page.getByLabel('Cookies of instagram.com').inputValue()).toBe('sessionid=nothing')
  await page.getByLabel('Cookies of instagram.com').fill(COOKIES)
  await page.getByRole('button', { name: 'Try it and keep it' }).click()
  await page.getByText('It was copied from a browser.').waitFor()
}
