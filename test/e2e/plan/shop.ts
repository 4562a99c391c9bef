// A shop as the page meets it: two accounts, pictures, what is scheduled for the coming weeks, drafts, and one that failed.
import sharp from 'sharp'
import { DAY, HOUR, toIso } from '../../../core/time.ts'
import { SANDBOX_PARTNER_TOKEN } from '../../../local-server/sandbox/tokens/known-tokens.ts'
import { publish, terminalPost, uploaded } from '../../process-harness/client.ts'
import { startServer, type ServerProcess } from '../../process-harness/server-process.ts'
import { fault } from '../posts/posts-at-hand.ts'

const PICTURES = 46
const SCHEDULED = 36
const DRAFTS = 5
const SAID = ['Fresh figs', 'Sourdough at eight', 'The new window', 'Behind the counter', 'Rye, still warm']

export async function startShop(): Promise<ServerProcess> {
  const server = await startServer()
  await connectBakery(server)
  const { accounts } = (await (await server.api('/auth/me')).json()) as { accounts: { id: string }[] }
  const accountOf = (n: number) => accounts[n % accounts.length]?.id ?? ''
  const media: string[] = []
  for (let n = 0; n < PICTURES; n += 1) media.push((await uploaded(server, await aPicture(n))).id)
  const content = (n: number) => ({
    accountId: accountOf(n),
    mediaType: 'IMAGE',
    mediaFileId: media[n],
    caption: `${SAID[n % SAID.length]} ${n}`,
  })

  await fault(server, { on: 'create', mode: 'aspect-ratio', match: { captionIncludes: 'Did not go out' } })
  const failed = { accountId: accountOf(0), mediaFileId: media[45] ?? '', caption: 'Did not go out' }
  await terminalPost(server, await publish(server, failed))
  const live = { accountId: accountOf(1), mediaFileId: media[44] ?? '', caption: 'Live today' }
  await terminalPost(server, await publish(server, live))
  const midnight = Math.floor(Date.now() / DAY) * DAY
  for (let n = 0; n < SCHEDULED; n += 1) {
    const at = midnight + DAY * (1 + Math.floor(n * 0.75)) + HOUR * (8 + ((n * 5) % 12))
    await server.api('/schedule', { json: { ...content(n), scheduledFor: toIso(at) } })
  }
  for (let n = 0; n < DRAFTS; n += 1) await server.api('/posts/draft', { json: content(SCHEDULED + n) })
  return server
}

async function connectBakery(server: ServerProcess): Promise<void> {
  const headers = { cookie: await server.signIn(), origin: server.origin, 'content-type': 'application/json' }
  const body = JSON.stringify({ loginMethod: 'partner', accessToken: SANDBOX_PARTNER_TOKEN })
  await server.request('/api/auth/accounts/token', { method: 'POST', headers, body })
}

async function aPicture(n: number): Promise<Uint8Array<ArrayBuffer>> {
  const hue = (n * 67) % 360
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="640"><defs><linearGradient id="g" x2="1" y2="1">
    <stop stop-color="hsl(${hue},60%,62%)"/><stop offset="1" stop-color="hsl(${hue + 50},55%,32%)"/></linearGradient></defs>
    <rect width="640" height="640" fill="url(#g)"/><circle cx="${200 + ((n * 41) % 240)}" cy="380" r="170" fill="hsl(${hue + 200},70%,80%)"/></svg>`
  return new Uint8Array(await sharp(Buffer.from(svg)).jpeg().toBuffer())
}
