import { describe, expect, it } from 'vitest'
import type { WatchedPage } from '../browser.ts'
import { browser, openBrowserAndServer, server } from '../file-set-up.ts'
import { discardQuestion, openFromHeader, pressEnterOn, tabTo, visit } from '../visit.ts'

openBrowserAndServer()

describe('an API key', () => {
  it('shows a new API key whole once, copies it by a button, and it works', async () => {
    const { page, context } = await visitKeys()
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await createKey(page, 'Morning script')
    await page.getByRole('button', { name: 'Copy the key' }).click()
    await page.getByRole('button', { name: 'Copied', exact: true }).waitFor()
    const key = await page.evaluate(() => navigator.clipboard.readText())

    expect((await server.api('/posts', { key })).status).toBe(200)
    const command = page.getByRole('region', { name: /^The key/ }).getByText('curl -H')
    expect(await command.textContent()).toContain(`Bearer ${key}" ${server.origin}/api/v1/posts`)

    await page.reload()
    await page.getByRole('heading', { name: 'Morning script' }).waitFor()
    expect(await page.content()).not.toContain(key)
  })

  it('asks before a new API key that was not copied is left, or gives way to another', async () => {
    const { page, context } = await visitKeys()
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await createKey(page, 'Not copied')
    const key = page.getByText(/^app_live_.{43}$/)
    const stay = discardQuestion(page).getByRole('button', { name: 'Keep editing' })
    await page.getByLabel('Name of the key').fill('Another script')
    for (const leave of [
      () => page.getByRole('button', { name: 'Create key' }).click(),
      () => openFromHeader(page, 'Plan'),
    ]) {
      // The address changes only once the question is answered.
      await Promise.race([leave().catch(() => {}), stay.waitFor()])
      await stay.click()
      await discardQuestion(page).waitFor({ state: 'detached' })
      await page.getByRole('heading', { name: 'The key “Not copied”' }).waitFor()
      expect(await key.count()).toBe(1)
    }
    await page.getByRole('button', { name: 'Copy the key' }).click()
    await page.getByRole('button', { name: 'Copied', exact: true }).waitFor()
    await openFromHeader(page, 'Plan')
    await page.getByRole('heading', { level: 1, name: 'Plan' }).waitFor()
  })

  it('refuses an API key from the moment it is revoked', async () => {
    const { page } = await visitKeys()
    await createKey(page, 'Old script')
    const key = (await page.getByText(/^app_live_.{43}$/).textContent()) ?? ''

    await page.getByRole('button', { name: 'Revoke Old script' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click()
    await page
      .getByRole('main')
      .getByText(/^Revoked (just )?now$/)
      .waitFor()

    expect((await server.api('/posts', { key })).status).toBe(401)
    expect(await page.getByText(key).count()).toBe(0)
  })

  it('keeps an API key when the dialog is left with Escape', async () => {
    const { page } = await visitKeys()
    await createKey(page, 'Kept script')
    const revoke = page.getByRole('button', { name: 'Revoke Kept script' })
    await pressEnterOn(page, revoke)
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    await tabTo(page, revoke)
    const { keys } = (await (await server.api('/settings/api-keys')).json()) as {
      keys: { name: string; revokedAt: string | null }[]
    }
    expect(keys).toContainEqual(expect.objectContaining({ name: 'Kept script', revokedAt: null }))
  })

  it('says that it could not be revoked, also to somebody who presses Escape meanwhile', async () => {
    const { page } = await visitKeys()
    await createKey(page, 'Stubborn script')
    const held = Promise.withResolvers<void>()
    await page.route('**/api/settings/api-keys/*', async (route) => {
      await held.promise
      await route.fulfill({ status: 500, json: { code: 'INTERNAL_ERROR', error: 'The disk is full.' } })
    })
    await page.getByRole('button', { name: 'Revoke Stubborn script' }).click()
    const question = page.getByRole('dialog')
    await question.getByRole('button', { name: 'Revoke key' }).click()
    await question.locator('button[data-loading]').waitFor()
    await page.keyboard.press('Escape')
    await expect(question.waitFor({ state: 'detached', timeout: 500 })).rejects.toThrow()
    held.resolve()
    await page.getByRole('alert').getByText('The disk is full.').waitFor()
    await question.waitFor({ state: 'detached' })
  })

  it('creates no API key without a name', async () => {
    const { page } = await visitKeys()
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByText('Give the key a name.').waitFor()
  })
})

async function visitKeys(): Promise<WatchedPage> {
  const watched = await visit(browser, server)
  await openFromHeader(watched.page, 'Settings')
  return watched
}

async function createKey(page: WatchedPage['page'], name: string): Promise<void> {
  await page.getByLabel('Name of the key').fill(name)
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByRole('heading', { name: `The key “${name}”` }).waitFor()
}
