// One call to the private API: what is sent, what came back, and the session as it is afterwards. Never rejects, never repeats,
// never follows a redirect.
import type { PrivateApiRequest, PrivateApiSession } from '../../ports/reposts/private-api.ts'
import { MINUTE, SECOND, type Duration } from '../../time.ts'
import { readText } from '../../http-calls/read-text.ts'
import { headersOf, hostOf } from './hosts.ts'
import type { PrivateApiWorld } from './private-api-world.ts'
import { neverConnected } from '../../http-calls/never-connected.ts'
import { parseKeepingIds } from '../../http-calls/parse-keeping-ids.ts'
import { judgeReply, readRetryAfter, type RawReply, type ReplyVerdict } from './judge-reply.ts'
import { afterHeaders, hasCredentials } from './session/session-state.ts'
import { stopFor } from './signals.ts'

export type RequestToSend = Omit<PrivateApiRequest<unknown>, 'answer'>

export interface Exchange {
  readonly session: PrivateApiSession
  readonly verdict: ReplyVerdict
  /** Null when nothing came back. */
  readonly headers: Headers | null
}

const TIMEOUT: Duration = 30 * SECOND
const UPLOAD_TIMEOUT: Duration = 5 * MINUTE
/** No answer that we ask for comes near this. */
const LARGEST_ANSWER = 5 * 1024 * 1024

export interface CallingSession {
  readonly session: PrivateApiSession
  readonly isSandbox: boolean
}

export async function exchange(
  world: Pick<PrivateApiWorld, 'fetch' | 'clock' | 'apiUrl' | 'webUrl'>,
  { session, isSandbox }: CallingSession,
  sent: RequestToSend,
): Promise<Exchange> {
  let known: { session: PrivateApiSession; headers: Headers } | null = null
  try {
    const host = hostOf(world, session.transport, isSandbox)
    const response = await world.fetch(urlOf(host, sent), {
      method: sent.method,
      redirect: 'manual',
      signal: AbortSignal.timeout(sent.bytes ? UPLOAD_TIMEOUT : TIMEOUT),
      ...content(session, { sent, host, now: world.clock.now() }),
    })
    const { headers } = response
    // What it says of the session counts also when the rest cannot be read.
    known = { session: afterHeaders(session, headers), headers }
    const now = world.clock.now()
    const verdict = judgeReply(await answerOf(response, session), {
      doubtedAt: session.doubtedAt ?? null,
      now,
    })
    return { session: afterVerdict(known.session, verdict, now), verdict, headers }
  } catch (error) {
    return { session, headers: null, ...known, verdict: verdictOf(error) }
  }
}

function urlOf(host: string, { path, query }: RequestToSend): string {
  const below = path.startsWith('/') ? path : `/api/v1/${path}`
  const text = new URLSearchParams(query).toString()
  return host + below + (text === '' ? '' : `?${text}`)
}

function content(
  session: PrivateApiSession,
  { sent, host, now }: { sent: RequestToSend; host: string; now: number },
): Pick<RequestInit, 'headers' | 'body'> {
  const { method, bytes, signed, form } = sent
  const headers = { ...headersOf(session, { method, host, now }), ...sent.headers }
  if (bytes) return { headers: { 'content-type': 'application/octet-stream', ...headers }, body: bytes }
  if (signed)
    return { headers, body: new URLSearchParams({ signed_body: `SIGNATURE.${JSON.stringify(signed)}` }) }
  return form || method === 'POST' ? { headers, body: new URLSearchParams(form) } : { headers }
}

async function answerOf(response: Response, session: PrivateApiSession): Promise<RawReply> {
  const text = withoutSecrets(await readText(response, LARGEST_ANSWER), session)
  const { status: httpStatus, headers } = response
  const location = headers.get('location')
  return { httpStatus, location, retryAfter: readRetryAfter(headers), text, body: parsed(text) }
}

/** A host may repeat what it was sent, and its words are shown to people. */
function withoutSecrets(text: string, { cookies, authorization }: PrivateApiSession): string {
  const secrets = [cookies['sessionid'], cookies['csrftoken'], authorization?.replace(/^Bearer /, '')]
  return secrets.reduce<string>((told, secret) => (secret ? told.replaceAll(secret, '…') : told), text)
}

function parsed(text: string): unknown {
  try {
    return parseKeepingIds(text)
  } catch {
    return undefined
  }
}

function afterVerdict(session: PrivateApiSession, verdict: ReplyVerdict, now: number): PrivateApiSession {
  if (verdict.kind === 'ok') return { ...session, lastOkAt: now, doubtedAt: null }
  if (verdict.kind !== 'stopped') return session
  if (verdict.stop.signal === 'session-dead') return { ...session, isDead: true }
  if (verdict.cause === 'require-login') return { ...session, doubtedAt: session.doubtedAt ?? now }
  return session
}

function verdictOf(error: unknown): ReplyVerdict {
  if (neverConnected(error))
    return { kind: 'stopped', cause: 'offline', stop: stopFor('offline'), challenge: null }
  const isLate = error instanceof Error && error.name === 'TimeoutError'
  // The words of other errors may quote what was sent.
  return { kind: 'unknown', reason: isLate ? 'no answer in time' : 'the connection broke' }
}

/** Without anything that speaks for the account there is nothing to call with. */
export function isUsableSession(session: PrivateApiSession | null | undefined): session is PrivateApiSession {
  return session !== null && session !== undefined && !session.isDead && hasCredentials(session)
}
