// Stands in for the platform's hosts: it lets both logins through and refuses everything else, repeating in each of its texts
// all that it was sent, tokens and secrets included.
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface EchoingPlatform {
  readonly origin: string
  /** Everything that it was sent, heads and bodies. */
  received(): string
  close(): void
}

export interface Handed {
  /** By the consent page's way. */
  readonly tokenForCode: string
  readonly pageToken: string
}

const OWN_ACCOUNT = '17841400000000777'
const LINKED_ACCOUNT = '17841400000000888'

export async function startEchoingPlatform(handed: Handed): Promise<EchoingPlatform> {
  let received = ''
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const told = `${request.url} ${JSON.stringify(request.headers)} ${body}`
      received += `${told}\n`
      const path = new URL(request.url ?? '', 'http://x').pathname.replace(/^\/v\d+\.0/, '')
      const answer = KNOWN[path]?.(handed) ?? null
      response.writeHead(answer === null ? 400 : 200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(answer ?? refusal(told)))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: () => decodeURIComponent(received.replaceAll('+', ' ').replaceAll(/%(?![0-9a-f]{2})/gi, '%25')),
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) body += (chunk as Buffer).toString('latin1')
  return body
}

/** In both dialects at once. Short, so that nothing is cut off before it is looked at. */
function refusal(told: string) {
  const secrets = [...told.matchAll(/[\w-]{24,}/g)].map(([word]) => word)
  const text = [...new Set(secrets)].join(' ').slice(0, 280)
  return {
    error: {
      message: text,
      error_user_msg: text,
      error_user_title: text,
      code: 190,
      error_subcode: 460,
      fbtrace_id: 'A1',
    },
    error_message: text,
    error_type: 'OAuthException',
    code: 400,
  }
}

const granted = (permission: string) => ({ permission, status: 'granted' })
const profile = (id: string, username: string) => ({
  id,
  user_id: id,
  username,
  name: username,
  account_type: 'BUSINESS',
  followers_count: 1,
  media_count: 1,
})

/** Both logins, as far as connecting goes. */
const KNOWN: Readonly<Record<string, (handed: Handed) => object | null>> = {
  '/oauth/access_token': ({ tokenForCode }) => (tokenForCode === '' ? null : { access_token: tokenForCode }),
  '/me': () => profile(OWN_ACCOUNT, 'own.account'),
  '/debug_token': () => ({ data: { type: 'USER', issued_at: 1, expires_at: 0, scopes: [] } }),
  '/me/permissions': () => ({
    data: ['instagram_basic', 'instagram_content_publish', 'pages_show_list', 'pages_read_engagement'].map(
      granted,
    ),
  }),
  '/me/accounts': ({ pageToken }) => ({
    data: [
      {
        id: '104000000000777',
        name: 'A Page',
        access_token: pageToken,
        instagram_business_account: { id: LINKED_ACCOUNT },
      },
    ],
  }),
  '/me/businesses': () => ({ data: [] }),
  [`/${LINKED_ACCOUNT}`]: () => profile(LINKED_ACCOUNT, 'linked.account'),
}
