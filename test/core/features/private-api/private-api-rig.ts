// The private API by hand: answers in the order in which they are asked for, a clock that moves only while somebody waits, and
// a note of every call.
import { createThrottle } from '../../../../core/features/private-api/throttle.ts'
import type { PrivateApiLoginDeps } from '../../../../core/features/private-api/private-api-deps.ts'
import { newMobileSession, NO_STATE } from '../../../../core/features/private-api/session/session-state.ts'
import type { AccountRecord } from '../../../../core/ports/account-store.ts'
import type {
  PrivateApiDevice,
  PrivateApiSession,
  PrivateApiState,
  PrivateApiStore,
} from '../../../../core/ports/reposts/private-api.ts'
import { createManualClock, type ManualClock } from '../../../fakes/manual-clock.ts'
import { createMemoryLog, type MemoryLog } from '../../../fakes/memory-log.ts'
import { createMemoryPrivateApiStore } from '../../../fakes/reposts/memory-private-api-store.ts'
import { createSeededRandom } from '../../../fakes/seeded-random.ts'

export const ACCOUNT = 'a-1'
export const OWN_ID = '91000000000012341'
export const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0'

export interface NotedCall {
  readonly method: string
  readonly url: URL
  readonly headers: Headers
  readonly form: URLSearchParams
  readonly redirect: string
  readonly at: number
}

type AnswerNow = Response | Error | ((call: NotedCall) => Response | Promise<Response>)

export interface PrivateApiRig {
  readonly world: PrivateApiLoginDeps
  readonly store: PrivateApiStore
  readonly clock: ManualClock
  readonly log: MemoryLog
  readonly calls: NotedCall[]
  readonly sealed: { password: string; publicKey: string; keyId: number }[]
  answer(...answers: AnswerNow[]): void
  paths(): string[]
  disconnect(): void
}

export async function createPrivateApiRig(state: Partial<PrivateApiState> = {}): Promise<PrivateApiRig> {
  const clock = createManualClock()
  const log = createMemoryLog()
  const store = createMemoryPrivateApiStore()
  await store.put(ACCOUNT, { ...NO_STATE, ...state })
  const random = createSeededRandom()
  const calls: NotedCall[] = []
  const waiting: AnswerNow[] = []
  const sealed: PrivateApiRig['sealed'] = []
  let isConnected = true
  const pause = (time: number) => {
    clock.advance(time)
    return { over: Promise.resolve(), end: () => {} }
  }
  const world: PrivateApiLoginDeps = {
    async fetch(input, init) {
      const request = new Request(input, init)
      const form = new URLSearchParams(new TextDecoder().decode(await request.arrayBuffer()))
      const { method, headers, redirect } = request
      const call = { method, url: new URL(request.url), headers, form, redirect, at: clock.now() }
      calls.push(call)
      const next = waiting.shift()
      if (next === undefined) throw new Error('one call more than expected')
      if (next instanceof Error) throw next
      return typeof next === 'function' ? next(call) : next
    },
    store,
    accounts: {
      get: async (id) =>
        id === ACCOUNT && isConnected
          ? ({ id, username: 'harbour.bakery', isSandbox: true } as AccountRecord)
          : null,
    },
    throttle: createThrottle({ clock, random, pause }),
    clock,
    random,
    log,
    apiUrl: (isSandbox) => (isSandbox ? 'http://sandbox.test/app' : 'https://i.example'),
    webUrl: (isSandbox) => (isSandbox ? 'http://sandbox.test/web' : 'https://www.example'),
    async sealPassword({ password, publicKey, keyId }) {
      sealed.push({ password, publicKey, keyId })
      return '#PWD_INSTAGRAM:4:1:sealed'
    },
  }
  return {
    world,
    store,
    clock,
    log,
    calls,
    sealed,
    answer: (...answers) => void waiting.push(...answers),
    paths: () => calls.map(({ url }) => url.pathname),
    disconnect: () => void (isConnected = false),
  }
}

export const DEVICE: PrivateApiDevice = {
  guid: '11111111-1111-4111-8111-111111111111',
  phoneId: '22222222-2222-4222-8222-222222222222',
  deviceId: 'android-0123456789abcdef',
  adid: '33333333-3333-4333-8333-333333333333',
}

export function webSession(change: Partial<PrivateApiSession> = {}): PrivateApiSession {
  return {
    ...newMobileSession(DEVICE, 'harbour.bakery', 1),
    transport: 'web',
    userId: OWN_ID,
    cookies: { sessionid: `${OWN_ID}%3Asecretsession%3A1`, ds_user_id: OWN_ID, csrftoken: 'secretcsrf' },
    userAgent: BROWSER,
    ...change,
  }
}

export function mobileSession(change: Partial<PrivateApiSession> = {}): PrivateApiSession {
  return {
    ...newMobileSession(DEVICE, 'harbour.bakery', 1),
    userId: OWN_ID,
    authorization: 'Bearer IGT:2:c2VjcmV0YmVhcmVy',
    ...change,
  }
}

export function fail(httpStatus: number, body: object): Response {
  return Response.json({ ...body, status: 'fail' }, { status: httpStatus })
}

export function ok(body: object = {}, headers: Record<string, string> = {}): Response {
  return Response.json({ ...body, status: 'ok' }, { headers })
}

/** JSON whose long ids stand there as bare numbers, written as `"#123"`. */
export function bareIds(body: object): Response {
  const text = JSON.stringify({ ...body, status: 'ok' }).replaceAll(/"#(\d+)"/g, '$1')
  return new Response(text, { headers: { 'content-type': 'application/json' } })
}

export function signedIn(call: NotedCall | undefined): Record<string, unknown> {
  const text = call?.form.get('signed_body') ?? ''
  if (!text.startsWith('SIGNATURE.')) throw new Error('this call is not signed')
  return JSON.parse(text.slice('SIGNATURE.'.length)) as Record<string, unknown>
}
