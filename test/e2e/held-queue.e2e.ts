// A copied data folder, two of whose posts went out from the original meanwhile: before anything is confirmed the page says which of them will
// not go out.
import Database from 'better-sqlite3'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { HOUR } from '../../core/time.ts'
import { postOf, terminalPost, uploaded } from '../process-harness/client.ts'
import { startSandbox } from '../process-harness/sandbox-process.ts'
import { startServer, type ServerProcess } from '../process-harness/server-process.ts'
import { objectionsToOverlay } from './axe.ts'
import { browser, openBrowser } from './file-set-up.ts'
import { scheduledAt } from './posts/posts-at-hand.ts'
import { isFocused, visit } from './visit.ts'

openBrowser()

/** In two hours, except for the last: in four. */
async function scheduleAll(server: ServerProcess, captions: readonly (string | null)[]): Promise<string[]> {
  const { id: mediaFileId } = await uploaded(server)
  const ids: string[] = []
  for (const [at, caption] of captions.entries()) {
    const inHours = at === captions.length - 1 ? 4 : 2
    ids.push(await scheduledAt(server, Date.now() + inHours * HOUR, { mediaFileId, caption }))
  }
  return ids
}

function letHoursPass(dataDir: string, hours: number): void {
  const database = new Database(join(dataDir, 'nightpost.db'))
  const earlier = hours * HOUR
  database.prepare('update posts set scheduled_for = scheduled_for - ?').run(earlier)
  const jobs = 'run_at = run_at - @earlier, wake_at = wake_at - @earlier, created_at = created_at - @earlier'
  database.prepare(`update jobs set ${jobs}`).run({ earlier })
  database.close()
}

it('lists what goes out and what does not before the button that releases a copied folder', async () => {
  const sandbox = await startSandbox()
  const original = await startServer({ env: { NIGHTPOST_SANDBOX_URL: sandbox.origin } })
  const [figs = '', wordless = '', later = ''] = await scheduleAll(original, ['Figs', null, 'Not yet'])
  await original.stop()
  letHoursPass(original.dataDir, 3)
  const dataDir = `${original.dataDir}-copy`
  cpSync(original.dataDir, dataDir, { recursive: true })
  const first = await original.again()
  for (const id of [figs, wordless]) expect((await terminalPost(first, id)).status).toBe('PUBLISHED')
  await first.stop()

  const copy = await original.again({ dataDir })
  const { page, complaints } = await visit(browser, copy)
  const banner = page.getByRole('status').filter({ hasText: 'This data folder is a copy' })
  await banner.getByText('3 posts are waiting. 2 of them are overdue').waitFor()
  expect(await page.getByRole('button', { name: 'Publish from here' }).count()).toBe(0)

  await page.getByRole('link', { name: 'Inbox' }).click()
  const coming = page.getByRole('region', { name: 'The next 48 hours' }).getByRole('listitem')
  expect(await coming.filter({ hasText: 'Not yet' }).innerText()).toContain('Held until you confirm')

  await banner.getByRole('button', { name: 'See what goes out' }).click()
  const dialog = page.getByRole('dialog', { name: 'What goes out when you confirm' })
  const listed = (name: string) => dialog.getByRole('region', { name }).getByRole('listitem')
  await listed('Found on the profile: 1 post').filter({ hasText: 'Figs' }).waitFor()
  await listed('Check this: 1 post').filter({ hasText: 'No caption' }).waitFor()
  await listed('Later: 1 post').filter({ hasText: 'Not yet' }).waitFor()
  expect(await objectionsToOverlay(page)).toEqual([])

  // What was taken out of it meanwhile is no longer listed.
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  const { scheduledFor } = await postOf(copy, later)
  expect((await copy.api(`/schedule/${later}`, { method: 'DELETE' })).status).toBe(200)
  await banner.getByRole('button', { name: 'See what goes out' }).click()
  await listed('Check this: 1 post').waitFor()
  expect(await dialog.getByRole('region', { name: /^Later/ }).count()).toBe(0)
  const json = { scheduledFor, timezone: 'UTC' }
  expect((await copy.api(`/posts/draft/${later}/schedule`, { json })).ok).toBe(true)

  await dialog.getByRole('button', { name: 'Publish from here' }).click()
  await banner.waitFor({ state: 'detached' })
  await isFocused(page.getByRole('heading', { name: 'Inbox', level: 1 }))
  await coming.filter({ hasText: 'Not yet' }).getByText('Fine').waitFor()
  expect(await terminalPost(copy, figs)).toMatchObject({ status: 'PUBLISHED' })
  expect(await terminalPost(copy, wordless)).toMatchObject({ status: 'FAILED', recovery: 'check_platform' })
  expect((await postOf(copy, later)).status).toBe('SCHEDULED')
  expect(await sandbox.live()).toHaveLength(2)
  expect(complaints).toEqual([])
})
