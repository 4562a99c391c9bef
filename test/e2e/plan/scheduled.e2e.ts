import { cpSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { PostBody } from '../../../core/api/posts.ts'
import { HOUR, toIso } from '../../../core/time.ts'
import { postOf } from '../../process-harness/client.ts'
import { startServer, type ServerProcess } from '../../process-harness/server-process.ts'
import { serverWithPosts } from './planned-posts.ts'
import { rowOf, scheduledAt } from '../posts/posts-at-hand.ts'
import { browser, openBrowser } from '../file-set-up.ts'
import { answerTo, caption, chooseKind, isSignedIn, openList, photoFile, visit } from '../visit.ts'

openBrowser()

const tomorrow = (server: ServerProcess) =>
  scheduledAt(server, Date.now() + 26 * HOUR, { caption: 'Tomorrow' })

describe('a post that has a time', () => {
  it('shows the time of a scheduled post in the list', async () => {
    const server = await startServer()
    await tomorrow(server)
    const { page, complaints } = await visit(browser, server)
    await openList(page)
    const post = page.getByRole('main').getByRole('listitem').first()
    await post.getByText('Scheduled', { exact: true }).waitFor()
    await post.locator('time', { hasText: 'in 1 day' }).waitFor()
    expect(complaints).toEqual([])
  })

  it('becomes another kind with another file, in one step and at its time', async () => {
    const server = await startServer()
    const id = await tomorrow(server)
    const before = await postOf(server, id)
    const { page, complaints } = await visit(browser, server, { at: `/plan?post=${id}` })
    const dialog = page.getByRole('dialog')
    const chooser = page.waitForEvent('filechooser')
    await dialog.getByRole('button', { name: 'Choose a photo' }).click()
    await (await chooser).setFiles([await photoFile('harbour.jpg')])
    await chooseKind(page, 'Story')
    await dialog.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Saved. This is what will be published.').waitFor()
    const { mediaType, mediaFiles, scheduledFor, status } = await postOf(server, id)
    expect([mediaType, scheduledFor, status]).toEqual(['STORIES', before.scheduledFor, 'SCHEDULED'])
    expect(mediaFiles).toMatchObject([{ originalFilename: 'harbour.jpg' }])
    expect(complaints).toEqual([])
  })

  it('shows beside what went out, not as it, what was typed too late', async () => {
    const server = await startServer()
    const id = await tomorrow(server)
    const { page, complaints } = await visit(browser, server, { at: `/plan?post=${id}` })
    await caption(page).fill('Too late')
    const soon = { scheduledFor: toIso(Date.now() + 2_000) }
    expect((await server.api(`/schedule/${id}`, { method: 'PUT', json: soon })).status).toBe(200)
    await page.getByRole('heading', { name: 'This post is live' }).waitFor()
    const preview = page.getByRole('region', { name: 'Preview' })
    expect(await preview.textContent()).toContain('Tomorrow')
    expect(await preview.textContent()).not.toContain('Too late')
    await page.getByRole('dialog').getByText('Too late').waitFor()
    expect(complaints).toEqual([])
  })

  it('holds a scheduled post in a copied folder until the user confirms it', async () => {
    const original = await startServer()
    await tomorrow(original)
    await original.stop()
    const dataDir = `${original.dataDir}-copy`
    cpSync(original.dataDir, dataDir, { recursive: true })
    const { page, complaints } = await visit(browser, await original.again({ dataDir }))
    await page.getByText('This data folder is a copy of another one').waitFor()
    await page.getByText('1 post is waiting.').waitFor()
    await page.getByRole('button', { name: 'See what goes out' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Publish from here' }).click()
    await page.getByText('This data folder is a copy of another one').waitFor({ state: 'detached' })
    await page.reload()
    await isSignedIn(page)
    expect(await page.getByText('This data folder is a copy of another one').count()).toBe(0)
    expect(complaints).toEqual([])
  })

  it('says when a post of an account in backoff is retried, not that the computer was off', async () => {
    const now = Date.now()
    const server = await serverWithPosts(
      (at) => ({
        status: 'SCHEDULED',
        isScheduled: true,
        caption: at === 0 ? 'Its time has passed' : 'Its time is to come',
        scheduledFor: now + (at === 0 ? -HOUR : HOUR),
        nextAttemptAt: now + 30 * HOUR,
        createdAt: now - 2 * HOUR,
      }),
      2,
    )
    const { page } = await visit(browser, server)
    for (const caption of ['Its time has passed', 'Its time is to come']) {
      await openList(page)
      await rowOf(page, caption).getByText('Nightpost continues automatically').waitFor()
      await rowOf(page, caption).getByRole('link', { name: caption }).click()
      await page.getByText('so nothing is sent for it. Nightpost tries again').waitFor()
      expect(await page.getByText('so it has to be on').count()).toBe(0)
    }
  })

  it('takes a post over from a silent Worker after its time, once the risk was read', async () => {
    const now = Date.now()
    const server = await serverWithPosts(
      () => ({ status: 'SCHEDULED', isScheduled: true, caption: 'Out of reach', scheduledFor: now - HOUR }),
      1,
    )
    const { page } = await visit(browser, server)
    // What silence of the Worker does is tried in test/faults; here only the answers are played.
    let isTaken = false
    const asked: unknown[] = []
    await page.route(/\/api\/posts\/[-\da-f]{36}$/, async (route) => {
      const response = await answerTo(route)
      const post = (await response.json()) as PostBody
      await route.fulfill({ response, json: { ...post, handover: isTaken ? null : 'cloud' } })
    })
    await page.route('**/api/cloud/posts/*/take-over', async (route) => {
      asked.push(route.request().postDataJSON())
      isTaken = true
      await route.fulfill({ json: {} })
    })
    await openList(page)
    await rowOf(page, 'Out of reach').getByRole('link', { name: 'Out of reach' }).click()
    await page.getByRole('button', { name: 'Publish it from this computer' }).click()
    await page.getByText('it is live twice').waitFor()
    expect(asked).toEqual([])
    await page.getByRole('button', { name: 'Publish from here' }).click()
    await page.getByRole('button', { name: 'Publish it from this computer' }).waitFor({ state: 'detached' })
    expect(asked).toEqual([{ confirm: true }])
  })
})
