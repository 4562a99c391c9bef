// Logging in as the app does, and the calls around it.
import { z } from 'zod'
import { bare, privateApiJson } from '../private-api-json.ts'
import { badPassword, fail, invalidParameters } from '../private-api-refusal.ts'
import type { CallHandler, PrivateApiPorts, SessionCall } from '../private-api-ports.ts'
import { privateApiPersonNamed, type PrivateApiPerson } from '../practice.ts'
import { EMPTY_AUTHORIZATION, setBeginning, setSession } from './session-headers.ts'
import { androidId, deviceUuid, readSigned } from './signed-body.ts'
import { scenarioAnswerOf } from '../play-scenario.ts'
import { BLOCK_SIZE, openPracticeBlock, PRACTICE_KEY_ID } from './practice-key.ts'

const countryCodes = z.string().refine((text) => {
  try {
    return z
      .array(z.object({ country_code: z.string() }))
      .min(1)
      .safeParse(JSON.parse(text)).success
  } catch {
    return false
  }
})

const LoginBody = z
  .object({
    username: z.string().min(1),
    enc_password: z.string().min(1),
    guid: deviceUuid,
    phone_id: deviceUuid,
    device_id: androidId,
    adid: deviceUuid,
    google_tokens: z.literal('[]'),
    login_attempt_count: z.literal('0'),
    country_codes: countryCodes,
    jazoest: z.string(),
  })
  .refine(({ jazoest, phone_id }) => jazoest === jazoestOf(phone_id))

/** `2` and the sum of the text's characters. */
function jazoestOf(text: string): string {
  return `2${Array.from(text, (char) => char.charCodeAt(0)).reduce((sum, code) => sum + code, 0)}`
}

/** `qe/sync/` and `launcher/sync/`: they hand out the key for passwords, and the first cookies. */
export const sync: CallHandler = () => {
  const answer = privateApiJson({ configs: {}, status: 'ok' })
  setBeginning(answer)
  return answer
}

/** `POST accounts/login/` */
export const login: CallHandler = async (ports, { form, host, path }) => {
  const body = readSigned(form, LoginBody)
  const person = privateApiPersonNamed(body.username.trim())
  if (!person) {
    throw fail(400, {
      message: 'The username you entered doesn’t appear to belong to an account.',
      error_type: 'invalid_user',
      invalid_credentials: true,
      error_title: 'Incorrect username',
    })
  }
  const struck = scenarioAnswerOf(ports, { person, where: 'login', host, path, guid: body.guid })
  if (struck) throw struck
  const password = await openPassword(body.enc_password)
  // Not sealed for this host: not a wrong password, but a call that the host does not understand.
  if (password === null) throw invalidParameters()
  if (password !== person.password) throw badPassword()
  return loggedIn(ports, person, { logged_in_user: userNode(person) })
}

/** The answer that ends a login or a challenge well. */
export function loggedIn(ports: PrivateApiPorts, person: PrivateApiPerson, body: object): Response {
  const answer = privateApiJson({ ...body, status: 'ok' })
  setSession(answer, ports.sessions.open(person), ports.clock)
  const scenario = ports.scenarios.of(person.account.username)
  if (scenario === 'empty_authorization_header')
    answer.headers.set('ig-set-authorization', EMPTY_AUTHORIZATION)
  return answer
}

/** `POST accounts/two_factor_login/`: no account here has a second factor, so no code is right. */
export const twoFactorLogin: CallHandler = () => {
  throw fail(400, {
    message: 'Please check the security code and try again.',
    error_type: 'sms_code_validation_code_invalid',
  })
}

/** `GET accounts/current_user/` */
export const currentUser: SessionCall = (_ports, { person }) =>
  privateApiJson({ user: userNode(person), status: 'ok' })

export function userNode({ pk, account }: PrivateApiPerson): object {
  return {
    pk: bare(pk),
    pk_id: pk,
    username: account.username,
    full_name: account.name,
    is_private: false,
    is_verified: false,
    is_business: account.accountType === 'BUSINESS',
  }
}

/** A sealed password of the app: `#PWD_INSTAGRAM:4:<unix time>:<base64>`, an AES key in an RSA block and what it has sealed. */
const SEALED_PASSWORD = /^#PWD_INSTAGRAM:4:(\d{10}):([A-Za-z0-9+/]+={0,2})$/
const IV_SIZE = 12
const TAG_SIZE = 16

/** Null when it is sealed in another form or for another key, or was altered on its way. Plain forms are refused. */
async function openPassword(sealed: string): Promise<string | null> {
  const [, time, payload] = SEALED_PASSWORD.exec(sealed) ?? []
  if (time === undefined || payload === undefined) return null
  const parts = readParts(Uint8Array.from(atob(payload), (char) => char.charCodeAt(0)))
  const aesKey = parts && openPracticeBlock(parts.block)
  return parts && aesKey?.length === 32 ? openText({ ...parts, aesKey, time }) : null
}

interface SealedParts {
  readonly iv: Uint8Array<ArrayBuffer>
  readonly block: Uint8Array<ArrayBuffer>
  readonly tag: Uint8Array<ArrayBuffer>
  readonly text: Uint8Array<ArrayBuffer>
}

/** Form (1), key id (1), IV (12), length of the block (2, little-endian), block, tag (16), ciphertext. */
function readParts(bytes: Uint8Array<ArrayBuffer>): SealedParts | null {
  let at = 0
  const take = (length: number) => bytes.slice(at, (at += length))
  const [form, keyId] = take(2)
  const iv = take(IV_SIZE)
  const [low = 0, high = 0] = take(2)
  const block = take(BLOCK_SIZE)
  const tag = take(TAG_SIZE)
  const isOurs = form === 1 && keyId === PRACTICE_KEY_ID && low + high * 256 === BLOCK_SIZE
  return isOurs && tag.length === TAG_SIZE ? { iv, block, tag, text: bytes.slice(at) } : null
}

async function openText(parts: SealedParts & { aesKey: Uint8Array<ArrayBuffer>; time: string }) {
  const { iv, tag, text, aesKey, time } = parts
  const key = await crypto.subtle.importKey('raw', aesKey, 'AES-GCM', false, ['decrypt'])
  // Web Crypto wants the tag after the text.
  const sealed = new Uint8Array([...text, ...tag])
  const additionalData = new TextEncoder().encode(time)
  try {
    const opened = await crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData }, key, sealed)
    return new TextDecoder().decode(opened)
  } catch {
    return null
  }
}
