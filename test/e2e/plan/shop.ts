// A shop as the page meets it: two accounts, photographs, what is scheduled for the coming weeks, drafts, and one that failed.
import { join } from 'node:path'
import sharp from 'sharp'
import { DAY, HOUR, toIso } from '../../../core/time.ts'
import { SANDBOX_PARTNER_TOKEN } from '../../../local-server/sandbox/tokens/known-tokens.ts'
import { publish, terminalPost, uploaded } from '../../process-harness/client.ts'
import { startServer, type ServerProcess } from '../../process-harness/server-process.ts'
import { fault } from '../posts/posts-at-hand.ts'

const SCHEDULED = 36
const FAILS = 'Sixty kilos each'
const LIVE = 'Good morning'
/** A photograph each (`test/fixtures/shop/`), and what is said with it, and then with a section of it. */
const SHOWN: readonly (readonly [photo: string, first: string, second: string])[] = [
  ['espresso', 'Good morning', 'The first one of the day'],
  ['croissant', 'Croissants from seven', 'Butter croissants, still warm'],
  ['cups', 'Eight ways to drink it', 'A round for the table'],
  ['sacks', 'New harvest from Huehuetenango', 'Delivery day'],
  ['strawberries', 'The last strawberries', 'Tart of the week'],
  ['room', 'Saturday, half past ten', 'Come in'],
  ['recipe-book', 'Grandmother’s book', 'Page 41: the rye loaf'],
  ['two-lattes', 'Two for one until nine', 'Oat or whole milk?'],
  ['letter', 'We’re hiring: write to us', 'Gift cards are here'],
  ['beans', 'Roasted yesterday', 'House blend, 250 g'],
  ['cat', 'The boss', 'Chelsea says hello'],
  ['black-coffee', 'Black, please', 'Refills on Sundays'],
  ['kitchen', 'What goes into the soup', 'Thyme, orange, salt'],
  ['croissant-close', 'Just look at it', '27 layers'],
  ['coasters', 'Made by our neighbour', 'Oak coasters, set of six'],
  ['espresso-close', 'Crema', 'Double, short'],
  ['sacks-close', 'Sixty kilos each', 'From farm to cup'],
  ['zine', 'Issue four is out', 'Read it by the window'],
  ['beans-close', 'Dark roast is back', 'Close up'],
  ['mug', 'For the workshop, too', 'Enamel mugs'],
  ['things', 'Our shelf of odd things', 'Flea market, Sunday'],
]

const SHELF = [
  ...SHOWN.map(([photo, caption]) => ({ photo, caption, isSection: false })),
  ...SHOWN.map(([photo, , caption]) => ({ photo, caption, isSection: true })),
]

/** `failing`: false for a shop in which nothing went wrong. */
export async function startShop({ failing = true } = {}): Promise<ServerProcess> {
  const server = await startServer()
  await connectBakery(server)
  const { accounts } = (await (await server.api('/auth/me')).json()) as { accounts: { id: string }[] }
  const accountOf = (n: number) => accounts[n % accounts.length]?.id ?? ''
  const posts: { accountId: string; mediaFileId: string; caption: string }[] = []
  for (const [n, { caption, ...picture }] of SHELF.entries()) {
    const { id } = await uploaded(server, await photograph(picture))
    posts.push({ accountId: accountOf(n), mediaFileId: id, caption })
  }

  if (failing) await fault(server, { on: 'create', mode: 'aspect-ratio', match: { captionIncludes: FAILS } })
  for (const post of posts.filter(({ caption }) => [FAILS, LIVE].includes(caption)))
    await terminalPost(server, await publish(server, post))
  const waiting = posts.filter(({ caption }) => ![FAILS, LIVE].includes(caption))
  const midnight = Math.floor(Date.now() / DAY) * DAY
  for (const [n, post] of waiting.slice(0, SCHEDULED).entries()) {
    const at = midnight + DAY * (1 + Math.floor(n * 0.75)) + HOUR * (8 + ((n * 5) % 12))
    await server.api('/schedule', { json: { ...post, mediaType: 'IMAGE', scheduledFor: toIso(at) } })
  }
  for (const post of waiting.slice(SCHEDULED))
    await server.api('/posts/draft', { json: { ...post, mediaType: 'IMAGE' } })
  return server
}

/** The sandbox's second account. */
export async function connectBakery(server: ServerProcess): Promise<void> {
  const headers = { cookie: await server.signIn(), origin: server.origin, 'content-type': 'application/json' }
  const body = JSON.stringify({ loginMethod: 'partner', accessToken: SANDBOX_PARTNER_TOKEN })
  await server.request('/api/auth/accounts/token', { method: 'POST', headers, body })
}

async function photograph({ photo, isSection }: { photo: string; isSection: boolean }) {
  const picture = sharp(join(import.meta.dirname, '../../fixtures/shop', `${photo}.jpg`))
  if (isSection) picture.extract({ left: 100, top: 60, width: 280, height: 280 })
  return new Uint8Array(await picture.jpeg().toBuffer())
}
