// Every dialog, menu and list that opens over the page, held to axe on a desk and on a phone, in both languages. What needs a scene of
// its own is held to it where that is: the Worker in `settings/cloud`, mentions and sessions in `reposts/`, a copied folder in
// `held-queue`, a change of clocks in `plan/plan`, hundreds of accounts in `many-accounts`.
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import type { PostBody } from '../../core/api/posts.ts'
import { DAY, toIso } from '../../core/time.ts'
import { german } from '../../local-server/ui/src/strings/de/german.ts'
import { lazyGerman } from '../../local-server/ui/src/strings/de/lazy/lazy.ts'
import { english } from '../../local-server/ui/src/strings/en/english.ts'
import { lazyEnglish } from '../../local-server/ui/src/strings/en/lazy/lazy.ts'
import { postOf, publish, terminalPost } from '../process-harness/client.ts'
import type { ServerProcess } from '../process-harness/server-process.ts'
import { objectionsToOverlay } from './axe.ts'
import { dropFiles } from './drop-files.ts'
import { browser, openBrowser } from './file-set-up.ts'
import { startShop } from './plan/shop.ts'
import { answerTo, photoFile, visit } from './visit.ts'

const ENGLISH = { ...english, lazy: lazyEnglish }
const GERMAN: typeof ENGLISH = { ...german, lazy: lazyGerman }

let shop: ServerProcess
let posts: readonly PostBody[]
let fileId: string
/** Of an account that can delete on Instagram. */
let ofBakery: string
const today = toIso(Date.now()).slice(0, 10)
openBrowser()
beforeAll(async () => {
  shop = await startShop()
  await shop.api('/posts/draft', { key: await shop.newKey('A script'), json: { caption: WORDS_OF_KEY } })
  posts = ((await (await shop.api('/posts?limit=100')).json()) as { posts: PostBody[] }).posts
  fileId = (await postOf(shop, idOf('DRAFT'))).mediaFiles[0]?.id ?? ''
  const { accounts } = (await (await shop.api('/auth/me')).json()) as {
    accounts: { id: string; username: string }[]
  }
  const bakery = accounts.find(({ username }) => username === 'harbour.bakery')?.id ?? ''
  ofBakery = await publish(shop, { accountId: bakery, mediaFileId: fileId, caption: 'Of the bakery' })
  await terminalPost(shop, ofBakery)
})

const WORDS_OF_KEY = 'With a #tag'
const postIn = (status: PostBody['status']) =>
  posts.find((post) => post.status === status && post.caption !== WORDS_OF_KEY) ?? expect.unreachable()
const idOf = (status: PostBody['status']) => postIn(status).id

type Words = typeof ENGLISH
interface Overlay {
  readonly name: string
  readonly at: () => string
  readonly open?: (page: Page, words: Words) => Promise<void>
}

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()
const newPost = () => '/plan?post=new'
const draft = () => `/plan?post=${idOf('DRAFT')}`
const aFile = () => `/library?file=${fileId}`
const planned = () => `/plan?panel=${idOf('SCHEDULED')}`

async function dropTwo(page: Page, { lazy: { importing } }: Words): Promise<void> {
  await dropFiles(page, [await photoFile('one.jpg'), await photoFile('two.jpg')])
  await page.getByRole('dialog', { name: importing.title(2, false) }).waitFor()
}

const OVERLAYS: readonly Overlay[] = [
  { name: 'a new post', at: newPost },
  {
    name: 'its zone',
    at: newPost,
    async open(page, { compose, shared }) {
      await press(page, compose.pickTime)
      await page.getByRole('dialog').getByRole('combobox', { name: shared.when.zone }).click()
    },
  },
  {
    name: 'what completes its caption',
    at: newPost,
    open: (page, { compose }) => page.getByLabel(compose.caption, { exact: true }).pressSequentially('#t'),
  },
  {
    name: 'the library beside it',
    at: newPost,
    open: (page, { library }) => press(page, library.chooseFromLibrary),
  },
  {
    name: 'what a crop keeps',
    at: draft,
    open: (page, { library }) => page.getByText(library.chooseCrop, { exact: true }).click(),
  },
  {
    name: 'who is on the picture',
    at: draft,
    async open(page, { compose, library }) {
      await press(page, compose.tags)
      await press(page, library.placePerson.tag)
    },
  },
  { name: 'an import', at: () => '/plan', open: dropTwo },
  {
    name: 'the times of an import',
    at: () => '/plan',
    async open(page, words) {
      await dropTwo(page, words)
      await page.getByRole('combobox', { name: words.lazy.importing.when }).click()
    },
  },
  {
    name: 'the order of dates of a table',
    at: () => '/plan',
    async open(page, { lazy: { importing } }) {
      const rows = ['caption,at', `Soup,4/11/${new Date().getUTCFullYear() + 1} 09:00`].join('\n')
      await dropFiles(page, [{ name: 'posts.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) }])
      await page.getByRole('combobox', { name: importing.order }).click()
    },
  },
  {
    name: 'what asks before captions are lost',
    at: () => '/plan',
    async open(page, words) {
      await dropTwo(page, words)
      await page.getByRole('dialog').getByRole('textbox').first().fill('Typed')
      await page.keyboard.press('Escape')
      await page.getByRole('dialog', { name: words.shared.unsaved.title }).waitFor()
    },
  },
  { name: 'a post of the plan', at: planned },
  { name: 'how often it comes back', at: planned, open: (page, { plan }) => press(page, plan.series.repeat) },
  { name: 'what the plan shows', at: () => '/plan', open: (page, { plan }) => press(page, plan.filter) },
  {
    name: 'the account of the page',
    at: () => '/plan',
    open: (page, { app }) => press(page, app.account.is('')),
  },
  {
    name: 'when a draft goes out',
    at: () => '/plan',
    open: (page, { plan }) => page.getByText(plan.schedule, { exact: true }).first().click(),
  },
  {
    name: 'the note of a day',
    at: () => '/plan',
    async open(page) {
      await page.request.put(`${shop.origin}/api/planner/notes/${today}`, {
        headers: { origin: shop.origin },
        data: { text: 'Market day' },
        failOnStatusCode: true,
      })
      await page.reload()
      await press(page, 'Market day')
    },
  },
  { name: 'the slots', at: () => '/plan?slots' },
  { name: 'a file', at: aFile },
  {
    name: 'what is asked before a file is deleted',
    at: aFile,
    open: (page, { library }) =>
      page.getByRole('dialog').getByRole('button', { name: library.delete, exact: true }).click(),
  },
  {
    name: 'what is asked before a post is deleted',
    at: () => `/posts/${idOf('DRAFT')}`,
    open: (page, { posts: words }) => press(page, words.delete.here),
  },
  {
    name: 'what is asked before a post is deleted on Instagram',
    at: () => `/posts/${ofBakery}`,
    open: (page, { posts: words }) => press(page, words.delete.there),
  },
  {
    name: 'for whom a post is copied whose account is gone',
    at: () => `/posts/${idOf('FAILED')}`,
    async open(page, { posts: words }) {
      const gone = postIn('FAILED').platformAccountId
      await page.route('**/api/auth/me', async (route) => {
        const response = await answerTo(route)
        const { accounts } = (await response.json()) as { accounts: { id: string }[] }
        await route.fulfill({ response, json: { accounts: accounts.filter(({ id }) => id !== gone) } })
      })
      await page.reload()
      await press(page, words.next.chooseAccount)
    },
  },
  {
    name: 'what is asked before a post is taken from a silent Worker',
    at: () => `/posts/${idOf('SCHEDULED')}`,
    async open(page, { posts: words }) {
      await page.route(`**/api/posts/${idOf('SCHEDULED')}`, async (route) => {
        const response = await answerTo(route)
        const scheduledFor = toIso(Date.now() - DAY)
        await route.fulfill({
          response,
          json: { ...(await response.json()), handover: 'cloud', scheduledFor },
        })
      })
      await page.reload()
      await press(page, words.takeOver.open)
    },
  },
  {
    name: 'the calls of a key',
    at: () => '/settings',
    open: (page, { lazy }) => press(page, lazy.settings.keys.calls.title('A script')),
  },
  {
    name: 'what is asked before a key is revoked',
    at: () => '/settings',
    open: (page, { lazy }) => press(page, lazy.settings.keys.revokeNamed('A script')),
  },
  {
    name: 'a dry run',
    at: () => '/settings/accounts',
    open: (page, { lazy }) => press(page, lazy.accounts.dryRun.of('demo.kitchen')),
  },
  {
    name: 'what is asked before an account is disconnected',
    at: () => '/settings/accounts',
    open: (page, { lazy }) => press(page, lazy.accounts.disconnectAccount('demo.kitchen')),
  },
  {
    name: 'what is asked before the app is locked',
    at: () => '/settings/accounts',
    open: (page, { lazy }) => press(page, lazy.accounts.setup.lock),
  },
  {
    name: 'the search of everything',
    at: () => '/inbox',
    open: (page, { app }) => press(page, app.palette.button),
  },
  { name: 'the keys', at: () => '/inbox', open: (page) => page.keyboard.press('?') },
]

describe.each([
  ['English', 'en-GB', ENGLISH],
  ['German', 'de-DE', GERMAN],
] as const)('over the page, in %s,', (_, locale, words) => {
  it.each(OVERLAYS)('$name has no axe violation on a desk and on a phone', async ({ at, open }) => {
    const { page } = await visit(browser, shop, { locale, viewport: { width: 1440, height: 900 }, at: at() })
    await open?.(page, words)
    expect(await objectionsToOverlay(page)).toEqual([])
  })
})
