// Reading with the owner's own session: its risk comes first. Calls to the private API are seconds apart on purpose.
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { startServer } from '../../process-harness/server-process.ts'
import { objections, objectionsToOverlay } from '../axe.ts'
import { NAME, ofSandbox, openReposts, setUp, strangerMentions } from './story-reposts.ts'
import { browser, openBrowser } from '../file-set-up.ts'

openBrowser()

describe('story reposts by the owner’s own session', () => {
  it('stops story reposts at a challenge of the platform, and says until when and why', async () => {
    const server = await startServer()
    await ofSandbox(server, '/native/scenario', { scenario: 'ok' })
    const { page } = await openReposts(browser, server)
    await bringCookies(page)
    await setUp(page)
    // It would lie over the button of the question.
    await page.getByRole('button', { name: 'Close this message' }).click()
    await page.getByRole('button', { name: 'Switch off' }).click()
    await page.getByRole('button', { name: 'Switch on' }).click()
    await page.getByRole('dialog').getByText('against Instagram’s terms').waitFor()
    expect(await objectionsToOverlay(page)).toEqual([])
    await page.getByRole('button', { name: 'I understand: switch on' }).click()
    await page.getByText('The next check is in').waitFor()
    await strangerMentions(server, 'ilse.eats')
    await ofSandbox(server, '/native/scenario', { scenario: 'checkpoint_required' })
    await page.getByRole('button', { name: 'Check now' }).click()
    await page.getByText(/Paused until .*\. No requests are made before then/).waitFor()
    await page.getByText('Nightpost does not check before').waitFor()
    expect(await page.getByRole('button', { name: 'Check now' }).isDisabled()).toBe(true)
    expect(await objections(page)).toEqual([])
  })

  it('explains the risk of the owner’s own session before it can be entered, and leads through it', async () => {
    const server = await startServer()
    const { page, complaints } = await openReposts(browser, server)
    await page.getByRole('radio', { name: /Your own session/ }).check()
    await page.getByText('against Instagram’s terms, whoever does it').waitFor()
    expect(await page.getByLabel('Cookies of instagram.com').count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Continue with my own session' }).isDisabled()).toBe(true)
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
    await page.getByRole('heading', { name: 'Instagram wants to make sure that it is you' }).waitFor()
    await page.getByRole('button', { name: 'Send me the code' }).click()
    await page.getByText('The code was sent to').waitFor()
    await page.getByLabel('Code', { exact: true }).fill('12')
    await page.getByRole('button', { name: 'Submit' }).click()
    await page.getByText('Enter the six digits and nothing else.').waitFor()
    await page.getByLabel('Code', { exact: true }).fill('424242')
    await page.getByRole('button', { name: 'Submit' }).click()
    await page.getByText(`There is a session of @${NAME}.`).waitFor()

    await page.getByRole('button', { name: 'Forget the session' }).click()
    expect(await objectionsToOverlay(page)).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: 'Forget the session' }).click()
    await page.getByText('The session is forgotten.').waitFor()
    await page.getByLabel('Cookies of instagram.com').waitFor()
    expect(complaints.filter((one) => !one.includes('400 (Bad Request)'))).toEqual([])
  })
})

async function understand(page: Page): Promise<void> {
  await page.getByLabel('I understand that this can cost me the account').check()
  await page.getByRole('button', { name: 'Continue with my own session' }).click()
  await page.getByLabel('Cookies of instagram.com').waitFor()
}

const COOKIES =
  'sessionid=91000000000012341%3ASANDBOXnosecret%3A1%3AAYe; ds_user_id=91000000000012341; csrftoken=SANDBOXcsrfnosecret0000000000001'

async function bringCookies(page: Page): Promise<void> {
  await page.getByRole('radio', { name: /Your own session/ }).check()
  await understand(page)
  await page.getByLabel('Cookies of instagram.com').fill('sessionid=nothing')
  await page.getByRole('button', { name: 'Check and save it' }).click()
  await page.getByText(/ missing\. Copy /).waitFor()
  expect(await page.getByLabel('Cookies of instagram.com').inputValue()).toBe('sessionid=nothing')
  await page.getByLabel('Cookies of instagram.com').fill(COOKIES)
  await page.getByRole('button', { name: 'Check and save it' }).click()
  await page.getByText('It was copied from a browser.').waitFor()
}
