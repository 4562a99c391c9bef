// Reads what a user copies from a browser in which they are logged in: the text of a Cookie header, `name=value`
// lines, a cookies.txt, the JSON of a cookie tool, or single fields as JSON. Pure; no refusal quotes any of it.
import * as z from 'zod'
import { CodedError } from '../../../coded-error.ts'
import { isCookie } from './session-state.ts'

export interface BrowserSession {
  readonly userId: string
  readonly cookies: Readonly<Record<string, string>>
  readonly userAgent: string
}

/** What the web page's own calls carry. Other cookies concern ads and measurements. */
const WANTED = ['sessionid', 'ds_user_id', 'csrftoken', 'mid', 'ig_did', 'rur', 'datr'] as const
const NEEDED = ['sessionid', 'ds_user_id', 'csrftoken'] as const
const LARGEST = 100_000

/** Throws VALIDATION_ERROR that says what is missing. */
export function readPasted(pasted: string, userAgent: string): BrowserSession {
  if (pasted.length > LARGEST)
    throw refused('This is too long to be the cookies of one site. Copy only those of instagram.com.')
  const found = readCookies(pasted.trim())
  const cookies = Object.fromEntries(
    WANTED.flatMap((name) => {
      const value = unquoted(found.get(name) ?? '')
      return isCookie(name, value) ? [[name, value] as const] : []
    }),
  )
  // The session begins with the id of its user.
  const named = /^(\d+)(?::|%3A)/i.exec(cookies['sessionid'] ?? '')?.[1]
  if (named !== undefined) cookies['ds_user_id'] ??= named
  const missing = NEEDED.filter((name) => cookies[name] === undefined)
  if (missing.length > 0) throw refused(missingText(missing))
  const userId = cookies['ds_user_id'] ?? ''
  if (!/^\d{1,20}$/.test(userId)) throw refused('ds_user_id must be a number. Copy it again.')
  if (named !== undefined && named !== userId)
    throw refused(
      'sessionid and ds_user_id belong to different logins. Copy both from the same page at the same time.',
    )
  return { userId, cookies, userAgent: readUserAgent(userAgent || (found.get(AGENT) ?? '')) }
}

const AGENT = 'userAgent'

function missingText(missing: readonly string[]): string {
  if (missing.length === NEEDED.length)
    return `This contains no Instagram session. Copy the cookies ${NEEDED.join(', ')} of www.instagram.com while you are logged in there.`
  return `${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing. Copy ${NEEDED.join(', ')}.`
}

function readCookies(text: string): Map<string, string> {
  if (/^[[{]/.test(text)) return fromJson(text)
  if (/^\S+\t(TRUE|FALSE)\t/im.test(text)) return fromCookiesTxt(text)
  return fromPairs(text.replace(/^cookie:\s*/i, ''))
}

function fromPairs(text: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const part of text.split(/[;\n\r]+/)) {
    const [, name, value] = /^\s*["']?(\w+)["']?\s*[=:\t]\s*(\S+)\s*$/.exec(part) ?? []
    if (name !== undefined && value !== undefined) found.set(name, value)
  }
  return found
}

function fromCookiesTxt(text: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const line of text.split(/\r?\n/)) {
    const [domain = '', , , , , name, value] = line.replace(/^#HttpOnly_/, '').split('\t')
    if (isInstagram(domain) && name && value) found.set(name, value.trim())
  }
  return found
}

const Entry = z.object({
  name: z.string(),
  value: z.union([z.string(), z.number()]).transform(String),
  domain: z.string().optional().catch(undefined),
})
const Fields = z.record(z.string(), z.unknown())

function fromJson(text: string): Map<string, string> {
  const body = parsed(text)
  const list = Array.isArray(body) ? body : (Fields.safeParse(body).data ?? {})['cookies']
  if (Array.isArray(list)) {
    const entries = list.flatMap((entry) => Entry.safeParse(entry).data ?? [])
    const ours = entries.filter(({ domain }) => domain === undefined || isInstagram(domain))
    return new Map([...agentOf(body), ...ours.map(({ name, value }) => [name, value] as const)])
  }
  const fields = Fields.safeParse(list ?? body).data ?? {}
  return new Map([
    ...agentOf(body),
    ...Object.entries(fields).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[name, String(value)] as const] : [],
    ),
  ])
}

function agentOf(body: unknown): (readonly [string, string])[] {
  const { userAgent } = Fields.safeParse(body).data ?? {}
  return typeof userAgent === 'string' ? [[AGENT, userAgent]] : []
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw refused('This begins like JSON but cannot be read. Copy all of it.')
  }
}

function isInstagram(domain: string): boolean {
  return /^(?:\.|www\.)?(?:www\.)?instagram\.com$/i.test(domain)
}

function unquoted(value: string): string {
  return value.replace(/^(["'])(.*)\1,?$/, '$2')
}

/** The session is used under the name of the browser that made it. */
function readUserAgent(text: string): string {
  const userAgent = text.trim()
  if (/^Mozilla\/5\.0 [\x20-\x7e]{10,500}$/.test(userAgent) && !/\bInstagram\b/.test(userAgent))
    return userAgent
  throw refused(
    'The user agent of the browser in which you are logged in is missing: the line that begins with Mozilla/5.0.',
  )
}

function refused(message: string): CodedError {
  return new CodedError('VALIDATION_ERROR', message)
}
