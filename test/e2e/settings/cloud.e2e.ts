// The cloud as a person sets it up: a Worker on this computer, and one that Nightpost deploys into the provider's double.
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postOf } from '../../process-harness/client.ts'
import { startSandbox, type SandboxProcess } from '../../process-harness/sandbox-process.ts'
import { startServer, type ServerProcess } from '../../process-harness/server-process.ts'
import { startWorker, type WorkerProcess } from '../../process-harness/worker-process.ts'
import { TOKEN } from '../../provider-double/provider-double.ts'
import { startProviderServer, type ProviderServer } from '../../provider-double/provider-server.ts'
import { handOver, moveTo, seenLive } from '../../together/three-programs.ts'
import { objections, objectionsToOverlay } from '../axe.ts'
import { browser, openBrowser } from '../file-set-up.ts'
import { discardQuestion, openFromHeader, pressEnterOn, tabTo, visit } from '../visit.ts'

openBrowser()

async function visitCloud(server: ServerProcess) {
  const watched = await visit(browser, server)
  await openFromHeader(watched.page, 'Cloud')
  return watched
}

const verdict = (page: Page, title: string): Locator =>
  page.getByRole('region', { name: 'Cloud status' }).getByRole('heading', { name: title })

/** The number that stands under this word. */
const count = (page: Page, name: string, value: number): Locator =>
  page.locator('dl > div', { hasText: name }).getByText(String(value), { exact: true })

describe('a Worker on this computer', () => {
  let sandbox: SandboxProcess
  let worker: WorkerProcess
  let server: ServerProcess

  beforeAll(async () => {
    sandbox = await startSandbox()
    worker = await startWorker()
    server = await startServer({ env: { NIGHTPOST_SANDBOX_URL: sandbox.origin } })
  })

  it('connects and disconnects a Worker by keyboard, with each wrong key named beside its field', async () => {
    const { page } = await visitCloud(server)
    await tabTo(page, page.getByRole('tab', { name: 'Automatic' }))
    await page.keyboard.press('ArrowRight')
    await tabTo(page, page.getByLabel('Paste what the Worker printed'))
    await page.keyboard.insertText(JSON.stringify(worker.details))
    await page.getByText('Filled in below.').waitFor()

    await replace(page, 'Worker key', 'not-the-key')
    await page.keyboard.press('Enter')
    await beside(page, 'Worker key', /does not accept the worker key/)
    expect(await page.getByLabel('Worker key', { exact: true }).inputValue()).toBe('not-the-key')

    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.insertText(worker.details.workerKey)
    await replace(page, 'Encryption key', 'A'.repeat(43))
    await page.keyboard.press('Enter')
    await beside(page, 'Encryption key', /different encryption key/)

    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.insertText(worker.details.encryptionKey)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Change the set-up' }).waitFor()

    await page.getByText('Connect another Worker, or this one again').click()
    await page.getByLabel('Paste what the Worker printed').fill(JSON.stringify(worker.details))
    await page.getByText('Filled in below.').waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.getByLabel('Worker address', { exact: true }).inputValue()).toBe('')
    expect(await page.getByText('Filled in below.').count()).toBe(0)

    await pressEnterOn(page, page.getByRole('button', { name: 'Disconnect…' }))
    const dialog = page.getByRole('dialog', { name: 'Disconnect the cloud?' })
    await pressEnterOn(page, dialog.getByRole('button', { name: 'Disconnect', exact: true }))
    await page.getByRole('heading', { name: 'It fits the free plan' }).waitFor()
  })

  it('says in which year a token ends', async () => {
    const { page } = await visitCloud(server)
    const account = {
      id: 'a',
      name: 'Mine',
      permissions: [],
      r2Enabled: true,
      workersDevName: null,
      isReady: true,
    }
    const token = { kind: 'user', expiresOn: '2031-03-01T12:00:00Z' }
    const report = { token, accounts: [account], needsAccountId: false }
    await page.route('**/api/cloud/validate', (route) => route.fulfill({ json: report }))
    await page.getByLabel('API token', { exact: true }).fill('x'.repeat(40))
    await page.getByText('The token is valid until March 1, 2031').waitFor()
  })

  it('says which address of a Worker does not answer, and what is missing', async () => {
    const { page } = await visitCloud(server)
    await page.getByRole('tab', { name: 'Connect a Worker' }).click()
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await beside(page, 'Worker address', 'This is required.')
    const gone = { ...worker.details, workerUrl: 'http://127.0.0.1:9' }
    await page.getByLabel('Paste what the Worker printed').fill(JSON.stringify(gone))
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await beside(page, 'Worker address', /does not answer/)
    expect(await objections(page)).toEqual([])
  })

  it('publishes with the lid closed the posts that the page shows in the Worker', async () => {
    const { page, context } = await visitCloud(server)
    await page.getByRole('tab', { name: 'Connect a Worker' }).click()
    await page.getByLabel('Paste what the Worker printed').fill(JSON.stringify(worker.details))
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await page.getByRole('heading', { name: 'Change the set-up' }).waitFor()

    const { postId } = await handOver(server, { caption: 'With the lid closed', in: 3_600 })
    await page.getByRole('button', { name: 'Check again' }).click()
    await count(page, 'Scheduled', 1).waitFor()
    await page.getByRole('link', { name: /^Open the post: Job/ }).waitFor()
    await page.getByText('job:', { exact: false }).nth(1).waitFor()
    const { port } = server

    await moveTo(server, postId, 5)
    expect((await server.stop()).code).toBe(0)
    await page.getByRole('button', { name: 'Check again' }).click()
    await page.getByText('Nightpost is not running. Start it').waitFor()
    await seenLive(sandbox, 'With the lid closed')

    server = await server.again({ port })
    await expect.poll(async () => (await postOf(server, postId)).status).toBe('PUBLISHED')
    await page.getByText('Nightpost is not running. Start it').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Check again' }).click()
    await count(page, 'Completed', 1).waitFor()
    await page.goto(`${server.origin}/plan?view=list`)
    const post = page.getByRole('main').getByRole('listitem').filter({ hasText: 'With the lid closed' })
    await post.getByText('Published', { exact: true }).waitFor()
    await context.close()
  })

  it('shows an unreachable Worker, and disconnects it only after a second question', async () => {
    const { postId } = await handOver(server, { caption: 'Waits for good', in: 3_600 })
    const { page } = await visitCloud(server)
    await count(page, 'Scheduled', 1).waitFor()
    await worker.stop()
    await page.getByRole('button', { name: 'Check again' }).click()
    await verdict(page, 'The Worker cannot be reached').waitFor()
    expect(await objections(page)).toEqual([])

    await page.getByRole('button', { name: 'Disconnect…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect', exact: true }).click()
    await page.getByText('Not disconnected: the Worker has not released everything').waitFor()
    await page.getByRole('button', { name: 'Leave them behind and disconnect…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Leave posts behind?' })
    await dialog.waitFor()
    expect(await objectionsToOverlay(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Leave them and disconnect' }).click()
    await page.getByRole('heading', { name: 'It fits the free plan' }).waitFor()
    expect(await postOf(server, postId)).toMatchObject({ status: 'FAILED' })
  })
})

describe('a Worker that Nightpost deploys', () => {
  let provider: ProviderServer
  let server: ServerProcess

  beforeAll(async () => {
    provider = await startProviderServer()
    server = await startServer({ env: provider.env, nodeArgs: provider.nodeArgs })
  })
  afterAll(() => provider.close())

  it('deploys a Worker step by step: says what stopped it, continues there, and survives a reload', async () => {
    const { page, outside } = await visitCloud(server)
    await page.getByRole('heading', { name: 'Create an API token' }).waitFor()
    expect(await objections(page)).toEqual([])

    const permissions = provider.provider.state.tokens.get(TOKEN)?.permissions
    permissions?.delete('kv')
    await page.getByLabel('API token', { exact: true }).fill(TOKEN)
    await page.getByText('The token lacks “Workers KV Storage: Edit”.').waitFor()
    expect(await page.getByRole('button', { name: 'Set it up' }).count()).toBe(0)
    await page.getByRole('link', { name: 'Library', exact: true }).click()
    await discardQuestion(page).getByRole('button', { name: 'Keep editing' }).click()
    permissions?.add('kv')
    await pressEnterOn(page, page.getByLabel('API token', { exact: true }))
    const setUp = page.getByRole('button', { name: 'Set it up' })
    await setUp.waitFor()
    await page.getByText('nightpost.ada.workers.dev', { exact: true }).waitFor()

    provider.provider.account.r2Enabled = false
    await setUp.click()
    await page.getByText(/^R2 is not enabled in this account/).waitFor()
    await page.getByText('a key-value store “nightpost”').waitFor()
    await page.getByText('Create the bucket for pictures (failed)').waitFor()
    expect(await objections(page)).toEqual([])

    provider.provider.account.r2Enabled = true
    provider.workers.silentFor(1_000)
    await page.reload()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('Now: Wait until it answers').waitFor()
    await page.reload()
    await page.getByText('Now: Wait until it answers').waitFor()
    provider.workers.silentFor(0)
    await verdict(page, 'The Worker is starting').waitFor()
    expect(outside).toEqual([])
  })

  it('shows a deployed Worker as ready as soon as its timer runs', async () => {
    provider.workers.status.lastCronRun = Date.now()
    provider.workers.status.cron = '* * * * *'
    const { page, complaints } = await visitCloud(server)
    await verdict(page, 'The Worker is ready').waitFor()
    await page.getByText('every minute').waitFor()
    await page.getByText('Stored here, encrypted').waitFor()
    await page.getByText('No keys.').waitFor()
    expect(await objections(page)).toEqual([])
    expect(complaints).toEqual([])
  })

  it('says in German alone why the cloud stays connected, and a key stored', async () => {
    const { page } = await visit(browser, server, { locale: 'de-DE', at: '/settings/cloud' })
    const refused = (refusal: object) => ({
      status: 400,
      json: { code: 'VALIDATION_ERROR', error: 'Why, in English.', status: 400, refusal },
    })
    await page.route('**/api/cloud?*', (route) =>
      route.fulfill(refused({ code: 'ALREADY_DEPLOYING', params: {} })),
    )
    await page.route('**/api/cloud/kv/*', (route) =>
      route.fulfill(refused({ code: 'KEY_REFUSED', params: { httpStatus: '413' } })),
    )
    await page.getByRole('button', { name: 'Trennen …' }).click()
    expect(await objectionsToOverlay(page)).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: 'Trennen', exact: true }).click()
    await page.getByText('Der Worker wird gerade eingerichtet. Warte, bis das fertig ist.').waitFor()
    await page.getByText('Für Fortgeschrittene').click()
    await page.getByLabel('Zu löschender Schlüssel').fill('meta:cron')
    await page.getByRole('button', { name: 'Löschen …' }).click()
    expect(await objectionsToOverlay(page)).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: 'Schlüssel löschen' }).click()
    await page.getByText('Der Worker nimmt diesen Schlüssel nicht an (HTTP 413).').waitFor()
    expect(await page.getByText('in English').count()).toBe(0)
  })

  it('keeps what was entered of another Worker while the form for it is folded', async () => {
    const { page } = await visitCloud(server)
    const summary = page.getByText('Connect another Worker, or this one again')
    const address = page.getByLabel('Worker address', { exact: true })
    await summary.click()
    await address.fill('https://worker.example')
    await summary.click()
    await address.waitFor({ state: 'hidden' })
    await summary.click()
    expect(await address.inputValue()).toBe('https://worker.example')
  })

  it('gives our keys to a Worker that holds another one, by the verdict’s own button', async () => {
    const script = provider.provider.account.scripts.get('nightpost')
    const other = script?.bindings.map((binding) =>
      binding.name === 'ENCRYPTION_KEY' ? { ...binding, text: 'A'.repeat(43) } : binding,
    )
    if (script && other) provider.provider.account.scripts.set('nightpost', { ...script, bindings: other })
    const { page } = await visitCloud(server)
    await verdict(page, 'The Worker has a different encryption key from this computer').waitFor()
    await page.getByRole('button', { name: 'Deploy it with our keys' }).click()
    await verdict(page, 'The Worker is ready').waitFor()
  })
})

/** In the place of what is in the field, as the keyboard does it. */
async function replace(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }))
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(text)
}

/** Waits until the field is marked wrong, with a sentence that belongs to it. */
async function beside(page: Page, label: string, sentence: string | RegExp): Promise<void> {
  const field = page.getByLabel(label, { exact: true })
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
  const ids = (await field.getAttribute('aria-describedby'))?.split(' ').filter(Boolean) ?? []
  const texts = await Promise.all(ids.map((id) => page.locator(`[id="${id}"]`).textContent()))
  expect(texts.join(' ')).toMatch(sentence)
}
