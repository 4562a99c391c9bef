// One call to the private API: what is sent, what came back, and the session as it is afterwards. Never rejects, never repeats,
// never follows a redirect.
import type { AccountRecord } from '../../ports/account-store.ts'
import type { PrivateApiCall, PrivateApiSession } from '../../ports/reposts/private-api.ts'
import { safeText, type SafeText } from '../../redact.ts'
import { MINUTE, SECOND, type Duration } from '../../time.ts'
import { headersOf, hostOf } from './hosts.ts'
import type { PrivateApiDeps } from './private-api-deps.ts'
import {
  callJson,
  parseKeepingIds,
  type JsonAnswer,
  type JsonCall,
} from '../../engine/http-calls/call-json.ts'
import { judgeReply, readRetryAfter, type RawReply, type ReplyVerdict, type Stopped } from './judge-reply.ts'
import { afterHeaders, hasCredentials } from './session/session-state.ts'
import { stopFor } from './signals.ts'

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

/** Waits until enough time has passed since the last call of the account. Only from within its turn. */
export function exchange(
  deps: PrivateApiDeps,
  { id, isSandbox }: Pick<AccountRecord, 'id' | 'isSandbox'>,
  session: PrivateApiSession,
  sent: PrivateApiCall,
): Promise<Exchange> {
  const host = hostOf(deps, session.transport, isSandbox)
  return deps.throttle.call(id, () => send(deps, host, session, sent))
}

async function send(
  deps: PrivateApiDeps,
  host: string,
  session: PrivateApiSession,
  sent: PrivateApiCall,
): Promise<Exchange> {
  let now = deps.clock.now()
  let known: Pick<Exchange, 'session' | 'headers'> = { session, headers: null }
  const { fetch } = deps
  const { method, bytes } = sent
  const timeout = bytes ? UPLOAD_TIMEOUT : TIMEOUT
  const content = contentOf(session, { sent, host, now })
  const secrets = secretsOf(session)
  const reply = await callJson<ReplyVerdict>(
    { fetch, method, url: urlOf(host, sent), ...content, timeout },
    {
      largestAnswer: LARGEST_ANSWER,
      parse: parseKeepingIds,
      censor: (text) => secrets.reduce((left, secret) => left.replaceAll(secret, '…'), text),
      received({ headers }) {
        known = { session: afterHeaders(session, headers), headers }
        now = deps.clock.now()
      },
      read: (answer) =>
        judgeReply(rawReply(answer), { doubtedAt: session.doubtedAt ?? null, now }, [
          ...secrets,
          ...(sent.secrets ?? []),
        ]),
      explain,
    },
  )
  const verdict = reply.kind === 'unreachable' ? OFFLINE : reply
  return { session: afterVerdict(known.session, verdict, now), verdict, headers: known.headers }
}

function urlOf(host: string, { path, query }: PrivateApiCall): string {
  const below = path.startsWith('/') ? path : `/api/v1/${path}`
  const text = new URLSearchParams(query).toString()
  return host + below + (text === '' ? '' : `?${text}`)
}

function contentOf(
  session: PrivateApiSession,
  { sent, host, now }: { sent: PrivateApiCall; host: string; now: number },
): Pick<JsonCall, 'headers' | 'body' | 'form'> {
  const { method, bytes, signed, form } = sent
  const headers = { ...headersOf(session, { method, host, now }), ...sent.headers }
  if (bytes) return { headers: { 'content-type': 'application/octet-stream', ...headers }, body: bytes }
  if (signed)
    return { headers, form: new URLSearchParams({ signed_body: `SIGNATURE.${JSON.stringify(signed)}` }) }
  return { headers, form: new URLSearchParams(form) }
}

function rawReply({ httpStatus, headers, text, body }: JsonAnswer): RawReply {
  return { httpStatus, location: headers.get('location'), retryAfter: readRetryAfter(headers), text, body }
}

/** A host may repeat what it was sent, and its words are shown to people. Cookies are sent percent-encoded. */
function secretsOf({ cookies, authorization }: PrivateApiSession): string[] {
  const { sessionid = '', csrftoken = '' } = cookies
  const plain = sessionid.replaceAll(/%([0-9a-f]{2})/gi, (_whole, hex: string) =>
    String.fromCharCode(parseInt(hex, 16)),
  )
  return [sessionid, plain, csrftoken, authorization?.replace(/^Bearer /, '') ?? ''].filter(Boolean)
}

function afterVerdict(session: PrivateApiSession, verdict: ReplyVerdict, now: number): PrivateApiSession {
  if (verdict.kind === 'ok') return { ...session, lastOkAt: now, doubtedAt: null }
  if (verdict.kind !== 'stopped') return session
  if (verdict.stop.signal === 'session-dead') return { ...session, isDead: true }
  if (verdict.cause === 'require-login') return { ...session, doubtedAt: session.doubtedAt ?? now }
  return session
}

const OFFLINE: Stopped = { kind: 'stopped', cause: 'offline', stop: stopFor('offline'), challenge: null }

/** Other errors may quote what was sent. */
function explain(error: unknown): SafeText {
  const isLate = error instanceof Error && error.name === 'TimeoutError'
  return safeText(isLate ? 'no answer in time' : 'the connection broke')
}

/** Without credentials there is nothing to call with. */
export function isUsableSession(session: PrivateApiSession | null | undefined): session is PrivateApiSession {
  return session !== null && session !== undefined && !session.isDead && hasCredentials(session)
}
