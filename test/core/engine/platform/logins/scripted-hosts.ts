// Hosts that answer as a test says, and note what they were asked.
import { createPartnerLogin } from '../../../../../core/engine/platform/logins/partner-login.ts'
import { createPlatformLogin } from '../../../../../core/engine/platform/logins/platform-login.ts'
import { createManualClock } from '../../../../fakes/manual-clock.ts'

export type Answer = unknown
/** A body, a `[body, status]`, a Response, an Error to fail with, or a function of what was asked that gives one of these. */
export type Script = Readonly<Record<string, Answer>>

export interface Asked {
  readonly method: string
  readonly url: URL
  readonly fields: Readonly<Record<string, string>>
  readonly authorization: string | null
  readonly redirect: string
  readonly hasTimeLimit: boolean
}

export const APP = { id: '990000000000001', secret: 'secretsecretsecretsecretsecret12' }
export const REDIRECT_URI = 'http://localhost:4100/api/auth/callback/platform'
export const REDEMPTION = { app: APP, redirectUri: REDIRECT_URI, code: 'AQBcodeOfThisLogin' }

/** `script` says what each path answers, as `GET graph.example/v27.0/me`; what is not named is not there. */
export function scriptedLogins(script: Script) {
  const asked: Asked[] = []
  const clock = createManualClock()
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    const sent = request.method === 'POST' ? await request.formData() : url.searchParams
    const fields = Object.fromEntries([...sent].map(([name, value]) => [name, asText(value)]))
    const authorization = request.headers.get('authorization')
    const one = {
      method: request.method,
      url,
      fields,
      authorization,
      redirect: init?.redirect ?? 'follow',
      hasTimeLimit: init?.signal instanceof AbortSignal,
    }
    asked.push(one)
    return respond(script[`${request.method} ${url.host}${url.pathname}`], one)
  }
  const platform = createPlatformLogin({
    fetch,
    clock,
    hosts: () => ({
      authUrl: 'https://www.example',
      apiUrl: 'https://api.example',
      graphUrl: 'https://graph.example',
    }),
  })
  const partner = createPartnerLogin({
    fetch,
    clock,
    hosts: () => ({ authUrl: 'https://www.partner.example', graphUrl: 'https://graph.partner.example' }),
  })
  return { platform, partner, clock, asked }
}

const asText = (value: FormDataEntryValue) => (typeof value === 'string' ? value : '')

async function respond(answer: Script[string], asked: Asked): Promise<Response> {
  const said: unknown =
    typeof answer === 'function' ? await (answer as (asked: Asked) => Answer)(asked) : answer
  if (said instanceof Error) throw said
  if (said instanceof Response) return said
  if (said === undefined)
    return Response.json(graphError({ code: 2500, message: 'Unknown path' }), { status: 400 })
  if (Array.isArray(said) && said.length === 2 && typeof said[1] === 'number') return text(said[0], said[1])
  return text(said, 200)
}

/** Text goes out as it is, so that numbers keep their digits. */
function text(body: unknown, status: number): Response {
  const json = typeof body === 'string' ? body : JSON.stringify(body)
  return new Response(json, { status, headers: { 'content-type': 'application/json' } })
}

export function graphError(error: {
  readonly code: number
  readonly error_subcode?: number
  readonly message?: string
}) {
  return { error: { type: 'OAuthException', message: 'no', fbtrace_id: 'A1', ...error } }
}

/** The platform's token host refuses in a shape of its own. */
export function hostError(message: string, code = 400) {
  return { error_type: 'OAuthException', code, error_message: message }
}

export const HTML = () =>
  new Response('<!doctype html><title>Sorry</title>', { headers: { 'content-type': 'text/html' } })
