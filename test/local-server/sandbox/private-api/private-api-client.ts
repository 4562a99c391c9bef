// The calls of the app and of a browser at the private hosts, as a client makes them: it keeps what answers tell it.
import { constants, createCipheriv, publicEncrypt, randomBytes } from 'node:crypto'
import {
  privateApiPersonNamed,
  type PrivateApiPerson,
} from '../../../../local-server/sandbox/private-api/practice.ts'
import type { SandboxOptions } from '../../../../local-server/sandbox/sandbox.ts'
import { openKitchen, ORIGIN } from '../kitchen.ts'

export const DEVICE = {
  guid: '5b2a7a0c-0f5c-4d6f-9a51-6a1f6f4c2b01',
  phone_id: '0d9f3c1e-7c4b-4c27-8f5e-2f3d1c5b6a02',
  device_id: 'android-0123456789abcdef',
  adid: '9a6e5d4c-3b2a-4190-8f7e-6d5c4b3a2103',
}
const APP = {
  'user-agent': 'Instagram 446.0.0.49.77 Android (34/14; 480dpi; 1080x2400; Test; T1; t1; t1; en_US; 1)',
  'x-ig-app-id': '567067343352427',
}
const BROWSER = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Test/1.0',
  'x-ig-app-id': '936619743392459',
  'x-requested-with': 'XMLHttpRequest',
}

export interface Sent {
  readonly query?: Record<string, string>
  readonly signed?: object
  readonly form?: Record<string, string>
  readonly bytes?: Uint8Array<ArrayBuffer>
  readonly headers?: Record<string, string>
}

export type Client = ReturnType<typeof openPrivateApi>

export function openPrivateApi(options: Partial<SandboxOptions> = {}) {
  const kitchen = openKitchen(options)
  const { sandbox } = kitchen
  const send = async (method: string, path: string, sent: Sent & { as: Record<string, string> }) => {
    const { query, signed, form, bytes, headers, as } = sent
    const fields = signed ? { signed_body: `SIGNATURE.${JSON.stringify(signed)}` } : form
    const body = bytes ?? (fields && new URLSearchParams(fields))
    const search = query ? `?${new URLSearchParams(query)}` : ''
    return sandbox.app.request(`${ORIGIN}/sandbox/${path}${search}`, {
      method,
      headers: { ...as, ...headers },
      ...(body && { body }),
    })
  }
  /** The app: a bearer is kept from each answer that brings one. */
  const app = (state: { bearer?: string } = {}) => {
    const call = async (method: string, path: string, sent: Sent = {}) => {
      const as = { ...APP, ...(state.bearer !== undefined && { authorization: state.bearer }) }
      const response = await send(method, `i.instagram.com${path}`, { ...sent, as })
      const bearer = response.headers.get('ig-set-authorization')
      if (bearer && !bearer.endsWith(':')) state.bearer = bearer
      return response
    }
    return {
      state,
      call,
      api: (method: string, path: string, sent?: Sent) => call(method, `/api/v1/${path}`, sent),
    }
  }
  /** A browser in which the account's owner has logged in. */
  const browser = (username = 'demo.kitchen', host = 'www.instagram.com') => {
    const cookies: Record<string, string> = { ...personNamed(username).browser }
    const call = async (method: string, path: string, sent: Sent = {}) => {
      const cookie = Object.entries(cookies)
        .map(([name, value]) => `${name}=${value}`)
        .join('; ')
      const csrf = method === 'POST' ? { 'x-csrftoken': cookies['csrftoken'] ?? '' } : {}
      const response = await send(method, `${host}${path}`, { ...sent, as: { ...BROWSER, ...csrf, cookie } })
      for (const set of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
        cookies[name] = value
      }
      return response
    }
    return {
      cookies,
      call,
      api: (method: string, path: string, sent?: Sent) => call(method, `/api/v1/${path}`, sent),
    }
  }
  return { ...kitchen, app, browser }
}

export function personNamed(username: string): PrivateApiPerson {
  const person = privateApiPersonNamed(username)
  if (!person) throw new Error(`nobody is called ${username}`)
  return person
}

export const INBOX = {
  visual_message_return_type: 'unseen',
  thread_message_limit: '10',
  persistentBadging: 'true',
  limit: '20',
}

/** Logs in as the app does. */
export async function logIn(
  client: ReturnType<Client['app']>,
  { username = 'demo.kitchen', password = personNamed(username).password } = {},
): Promise<Response> {
  const sync = await client.api('POST', 'qe/sync/', { signed: { id: DEVICE.guid } })
  const keyId = Number(sync.headers.get('ig-set-password-encryption-key-id'))
  const publicKey = sync.headers.get('ig-set-password-encryption-pub-key') ?? ''
  return client.api('POST', 'accounts/login/', {
    signed: loginBody({ username, enc_password: sealPassword(password, keyId, publicKey) }),
  })
}

export function loginBody(more: Record<string, string>): Record<string, string> {
  return {
    ...DEVICE,
    google_tokens: '[]',
    login_attempt_count: '0',
    country_codes: JSON.stringify([{ country_code: '351', source: ['default'] }]),
    jazoest: `2${Array.from(DEVICE.phone_id, (char) => char.charCodeAt(0)).reduce((sum, code) => sum + code)}`,
    ...more,
  }
}

/** `#PWD_INSTAGRAM:4:…`, made with the crypto of Node, not with ours. */
export function sealPassword(password: string, keyId: number, publicKey: string): string {
  const time = '1795179600'
  const [key, iv] = [randomBytes(32), randomBytes(12)]
  const pem = Buffer.from(publicKey, 'base64').toString()
  const block = publicEncrypt({ key: pem, padding: constants.RSA_PKCS1_PADDING }, key)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(time))
  const text = Buffer.concat([cipher.update(password, 'utf8'), cipher.final()])
  const length = Buffer.from([block.length & 255, block.length >> 8])
  const parts = [Buffer.from([1, keyId]), iv, length, block, cipher.getAuthTag(), text]
  return `#PWD_INSTAGRAM:4:${time}:${Buffer.concat(parts).toString('base64')}`
}

/** The body of an answer, whatever its status, with numbers beyond 2^53 as text. */
export async function bodyOf<T = Record<string, unknown>>(response: Response): Promise<T> {
  const keep = (_key: string, value: unknown, { source }: { source?: string }) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && !source?.includes('.') ? source : value
  return JSON.parse(await response.text(), keep as (key: string, value: unknown) => unknown) as T
}

/** `status message` of an answer. */
export async function saying(response: Response): Promise<string> {
  const body = await bodyOf<{ message?: string }>(response)
  return `${response.status} ${body.message ?? 'without a message'}`
}
