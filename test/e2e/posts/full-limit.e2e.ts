// A full publishing limit as the owner of an account meets it: the post fails and waits for room at a click, or waits from the
// start where the account's card says so. The limit is Instagram's in the sandbox; a day later its clock has made room.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY, HOUR } from '../../../core/time.ts'
import { accountId, postOf, publish, uploaded } from '../../process-harness/client.ts'
import { newFolder } from '../../process-harness/own-folders.ts'
import { liveAt } from '../../process-harness/sandbox-process.ts'
import { startServer, type ServerProcess } from '../../process-harness/server-process.ts'
import { objections } from '../axe.ts'
import { browser, openBrowser } from '../file-set-up.ts'
import { openFromHeader, pressEnterOn, visit } from '../visit.ts'
import { fault, openPost, published, toast } from './posts-at-hand.ts'

openBrowser()

let server: ServerProcess
let clock: string

beforeEach(async () => {
  clock = join(newFolder(), 'clock')
  writeFileSync(clock, '0')
  server = await startServer({
    nodeArgs: ['--import', join(import.meta.dirname, '../../process-harness/turned-clock.ts')],
    env: { TURNED_CLOCK_FILE: clock },
  })
  // As if another app had posted: the server learns of it by a refusal.
  await fault(server, { on: 'create', mode: 'quota-reached' })
})
afterEach(() => server.stop())

/** After that nobody is signed in any more. */
async function isLiveADayLater(caption: string): Promise<void> {
  expect(await liveAt(server.origin)).toEqual([])
  writeFileSync(clock, String(DAY + HOUR))
  const live = async () => (await liveAt(server.origin)).filter((media) => media.caption === caption)
  await expect.poll(async () => (await live()).length).toBe(1)
}

async function waitsForRoom(page: Page, id: string): Promise<void> {
  await page.getByText('The post waits until Instagram accepts more').first().waitFor()
  expect(await postOf(server, id)).toMatchObject({
    status: 'QUEUED',
    warningDetails: [{ code: 'WAITS_FOR_ROOM' }],
  })
}

describe('a full publishing limit', () => {
  it('fails a post, which one click lets wait and go out once there is room', async () => {
    const post = await published(server, 'One too many')
    expect(post).toMatchObject({ status: 'FAILED', recovery: 'wait' })
    const { page, complaints } = await visit(browser, server)
    await openPost(page, post)
    await page.getByText('reached Instagram’s publishing limit for 24 hours. There is room again').waitFor()
    expect(await objections(page)).toEqual([])
    await pressEnterOn(page, page.getByRole('button', { name: 'Publish when there is room' }))
    await waitsForRoom(page, post.id)
    expect(complaints).toEqual([])
    await isLiveADayLater('One too many')
  })

  it('lets posts wait without a click where the account’s card says so', async () => {
    const { page } = await visit(browser, server)
    await openFromHeader(page, 'Accounts')
    const choice = page.getByRole('switch', {
      name: 'When the publishing limit of demo.kitchen is reached, posts wait',
    })
    await choice.waitFor()
    expect(await choice.isChecked()).toBe(false)
    const saved = page.waitForResponse((response) => response.request().method() === 'PATCH')
    await choice.click()
    expect((await saved).ok()).toBe(true)
    await page.reload()
    await choice.waitFor()
    expect(await choice.isChecked()).toBe(true)
    expect(await objections(page)).toEqual([])

    const media = await uploaded(server)
    const id = await publish(server, {
      accountId: await accountId(server),
      mediaFileId: media.id,
      caption: 'In its turn',
    })
    await expect.poll(async () => (await postOf(server, id)).warningDetails).toHaveLength(1)
    await openPost(page, await postOf(server, id))
    await waitsForRoom(page, id)
    await isLiveADayLater('In its turn')
  })

  it('lets a post that waits for room be taken back into the drafts', async () => {
    const post = await published(server, 'Not today after all')
    const { page, complaints } = await visit(browser, server)
    await openPost(page, post)
    await pressEnterOn(page, page.getByRole('button', { name: 'Publish when there is room' }))
    await waitsForRoom(page, post.id)
    await pressEnterOn(page, page.getByRole('button', { name: 'Unschedule' }))
    await expect.poll(async () => (await postOf(server, post.id)).status).toBe('DRAFT')
    expect(complaints).toEqual([])
  })

  it('offers no way back to a time that is over when such a post is taken back in the plan', async () => {
    const post = await published(server, 'Out of the plan')
    const { page } = await visit(browser, server)
    await openPost(page, post)
    await page.getByRole('button', { name: 'Publish when there is room' }).click()
    await waitsForRoom(page, post.id)
    await page.goto(`${server.origin}/plan`)
    await page.getByRole('main').getByRole('button', { name: 'Out of the plan' }).click()
    const panel = page.getByRole('dialog')
    await panel.getByRole('button', { name: 'Change time' }).waitFor()
    expect(await panel.getByText('Publishing has begun').count()).toBe(0)
    await panel.getByRole('button', { name: 'Unschedule' }).click()
    const told = toast(page, 'Unscheduled. It is a draft again.')
    await told.waitFor()
    expect(await told.getByRole('button', { name: 'Undo' }).count()).toBe(0)
  })
})
