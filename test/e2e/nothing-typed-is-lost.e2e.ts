// Everything that was typed and not stored yet is there again, to the letter, whatever ended the page.
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { PostBody } from '../../core/api/posts.ts'
import { accountId, uploaded } from '../process-harness/client.ts'
import { startServer, type ServerProcess } from '../process-harness/server-process.ts'
import { dropFiles } from './drop-files.ts'
import { browser, openBrowser } from './file-set-up.ts'
import { caption, closeSheet, freshLink, isSignedIn, photoFile, visit } from './visit.ts'

openBrowser()

const WORDS = {
  ofNewPost: 'Fresh from the oven 🥐 #bread',
  ofDraft: 'Better than it was',
  ofFile: 'A croissant on a blue plate',
  first: 'Monday: rye',
  second: 'Tuesday: spelt, “wholemeal”',
} as const

interface Shelf {
  readonly draftId: string
  readonly fileId: string
}

async function stock(server: ServerProcess): Promise<Shelf> {
  const { id: fileId } = await uploaded(server, undefined, { name: 'croissant.jpg' })
  const json = {
    accountId: await accountId(server),
    mediaType: 'IMAGE',
    mediaFileId: fileId,
    caption: 'As it was',
  }
  const draft = (await (await server.api('/posts/draft', { json })).json()) as PostBody
  return { draftId: draft.id, fileId }
}

const altText = (page: Page) => page.getByRole('dialog').getByLabel('Alt text')
const captionOf = (page: Page, name: string) => page.getByLabel(`Caption of ${name}`)

/** Types in each sheet in turn; the last one, an import, stays open. */
async function typeEverywhere(
  page: Page,
  { origin }: ServerProcess,
  { draftId, fileId }: Shelf,
): Promise<void> {
  await page.goto(`${origin}/plan?post=new`)
  await caption(page).fill(WORDS.ofNewPost)
  await closeSheet(page)
  await page.goto(`${origin}/plan?post=${draftId}`)
  await caption(page).fill(WORDS.ofDraft)
  await closeSheet(page)
  // It is saved a moment after the last letter; here its answer never comes.
  await page.route('**/api/media/*', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  )
  await page.goto(`${origin}/library?file=${fileId}`)
  await altText(page).fill(WORDS.ofFile)
}

async function importTwo(page: Page, { origin }: ServerProcess): Promise<void> {
  await page.goto(`${origin}/plan`)
  await dropFiles(page, await Promise.all(['one.jpg', 'two.jpg'].map((name) => photoFile(name))))
  await captionOf(page, 'one.jpg').fill(WORDS.first)
  await captionOf(page, 'two.jpg').fill(WORDS.second)
  await page.getByRole('button', { name: 'Save 2 drafts' }).waitFor()
}

async function signOut(page: Page, server: ServerProcess): Promise<void> {
  await page
    .context()
    .request.post(`${server.origin}/api/auth/logout`, { headers: { origin: server.origin } })
  await page.reload()
  await page.getByText('What you wrote in this browser is kept').waitFor()
  await page.getByText('On a phone: on the computer where Nightpost runs').waitFor()
  await page.goto(await freshLink(server))
}

const ENDS: readonly [string, (page: Page, server: ServerProcess) => Promise<unknown>][] = [
  ['a reload', (page) => page.reload()],
  ['a sign-out', signOut],
  [
    'the end of the server and its next start',
    async (page, server) => {
      await server.kill9()
      await server.again({ port: server.port })
      await page.reload()
    },
  ],
]

it.each(ENDS)('all that was typed is there after %s', async (_, end) => {
  const server = await startServer()
  const shelf = await stock(server)
  const { page, complaints } = await visit(browser, server)
  await typeEverywhere(page, server, shelf)
  await importTwo(page, server)
  await end(page, server)
  await captionOf(page, 'one.jpg').waitFor()
  expect(await captionOf(page, 'one.jpg').inputValue()).toBe(WORDS.first)
  expect(await captionOf(page, 'two.jpg').inputValue()).toBe(WORDS.second)
  await page.getByRole('button', { name: 'Save 2 drafts' }).click()
  await page.getByText('2 drafts saved.').waitFor()
  await isSignedIn(page)

  await page.goto(`${server.origin}/library?file=${shelf.fileId}`)
  expect(await altText(page).inputValue()).toBe(WORDS.ofFile)
  await page.goto(`${server.origin}/plan?post=${shelf.draftId}`)
  await expect.poll(() => caption(page).inputValue()).toBe(WORDS.ofDraft)
  await page.goto(`${server.origin}/plan?post=new`)
  await expect.poll(() => caption(page).inputValue()).toBe(WORDS.ofNewPost)
  // The server was stopped and the session ended on purpose, which browsers note.
  expect(complaints.filter((one) => !/Failed to load resource|net::/.test(one))).toEqual([])
})
