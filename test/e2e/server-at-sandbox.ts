// A server with the sandbox in the platform's place: its accounts are real ones to it.
import { SANDBOX_PARTNER_APP, SANDBOX_PLATFORM_APP } from '../../local-server/sandbox/oauth/apps.ts'
import { startSandbox } from '../process-harness/sandbox-process.ts'
import { startServer, type ServerProcess } from '../process-harness/server-process.ts'

/** Variables of a server whose set-up is done. */
export const APPS = {
  PLATFORM_APP_ID: SANDBOX_PLATFORM_APP.id,
  PLATFORM_APP_SECRET: SANDBOX_PLATFORM_APP.secret,
  PARTNER_APP_ID: SANDBOX_PARTNER_APP.id,
  PARTNER_APP_SECRET: SANDBOX_PARTNER_APP.secret,
}

export interface ServerAtSandbox extends ServerProcess {
  readonly sandbox: string
}

export async function serverAtSandbox(env: Record<string, string> = {}): Promise<ServerAtSandbox> {
  const { origin } = await startSandbox()
  const at = (host: string) => `${origin}/sandbox/${host}`
  const server = await startServer({
    args: ['--no-sandbox'],
    env: {
      PLATFORM_AUTH_URL: at('www.instagram.com'),
      PLATFORM_API_URL: at('api.instagram.com'),
      PLATFORM_GRAPH_URL: at('graph.instagram.com'),
      PARTNER_AUTH_URL: at('www.facebook.com'),
      PARTNER_GRAPH_URL: at('graph.facebook.com'),
      ...env,
    },
  })
  return { ...server, sandbox: `${origin}/sandbox` }
}

/** A fresh token of the partner's login, which ends within two hours. */
export async function shortToken({ sandbox }: ServerAtSandbox, person: string): Promise<string> {
  const { id, secret } = SANDBOX_PARTNER_APP
  const redirect_uri = 'http://localhost:1/back'
  const scope =
    'instagram_basic,instagram_content_publish,instagram_manage_contents,pages_show_list,pages_read_engagement'
  const asked = { client_id: id, redirect_uri, scope, sandbox_as: person, sandbox_allow: '1' }
  const dialog = `${sandbox}/www.facebook.com/dialog/oauth?${new URLSearchParams(asked)}`
  const { headers } = await fetch(dialog, { redirect: 'manual' })
  const code = new URL(headers.get('location') ?? '').searchParams.get('code') ?? ''
  const fields = { client_id: id, client_secret: secret, redirect_uri, code }
  const answer = await fetch(
    `${sandbox}/graph.facebook.com/oauth/access_token?${new URLSearchParams(fields)}`,
  )
  return ((await answer.json()) as { access_token: string }).access_token
}
