// The wires between machines. A call can be refused, come late or twice, and lose its answer or a part of it; a machine that is
// away, asleep or dead is reached by nobody.
import { MINUTE, type Duration, type Instant } from '../../core/time.ts'
import type { Dice } from './dice.ts'
import type { Faults, Kind } from './faults.ts'
import { after, isAwake, kill, runOn, sleep, worldNow, type Machine } from './machine.ts'

/** Whoever answers at an origin. */
export interface Host {
  /** Null where nobody listens now. */
  machine(): Machine | null
  answer(request: Request, from: Machine): Promise<Response>
}

export interface Network {
  readonly hosts: Map<string, Host>
  /** `fetch` of that machine. */
  fetchOf(from: Machine): typeof globalThis.fetch
  /** Told of each call before it leaves. */
  watch(see: (call: Sent) => void): void
}

export interface Sent {
  readonly from: Machine
  readonly method: string
  readonly path: string
  /** What it publishes: as the container that it names was made. Null for every other call. */
  readonly publishes: string | null
}

interface NetworkDeps {
  readonly faults: Faults
  /** Whether the machine is one that may die at a call. */
  isMortal(machine: Machine): boolean
  /** Identifiers as the history names them. */
  name(text: string): string
  trace(line: string): void
}

const never = new Promise<never>(() => {})
/** The longest that a call is on its way. The platform has carried it out before PROOF_AGE is over, or never does. */
const LATEST: Duration = 210_000
const LATEST_AT_PLATFORM: Duration = 45_000

/** Where a post changes hands or goes out, more can be lost than elsewhere; and bytes of a video are on their way for longest. */
const WEIGHTS: readonly (readonly [RegExp, number])[] = [
  [/rupload/, 40],
  [/comments/, 8],
  [/media_publish|\/jobs\//, 4],
]

export const weightOf = (path: string): number => WEIGHTS.find(([of]) => of.test(path))?.[1] ?? 1

export function createNetwork(deps: NetworkDeps): Network {
  const { faults, isMortal, name, trace } = deps
  const hosts = new Map<string, Host>()
  const watching: ((call: Sent) => void)[] = []
  /** The bytes that made each container of the platform. */
  const made = new Map<string, string>()
  /** From one machine to a host, until then. */
  const dropped = new Map<string, Instant>()

  async function send(from: Machine, input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    if (from.isDead) return never
    const { request, bytes } = await takeApart(input, init)
    const signal = init?.signal ?? (input instanceof Request ? input.signal : null)
    const aborted = signal ? abortOf(signal) : never
    const { host, pathname, origin } = new URL(request.url)
    const path = name(pathname)
    const what = `${from.name} ${request.method} ${host}${path}`
    const text = bytes === null ? '' : new TextDecoder().decode(bytes)
    // An answer that was cut names no container.
    const publishes = made.get(/creation_id\D*(\d+)/.exec(text)?.[1] ?? 'none') ?? null
    const call = { from, method: request.method, path: `${host}${path}`, publishes }
    for (const see of watching) see(call)
    const weight = weightOf(path)
    const strike = (kind: Kind, place = what) => faults.strike(kind, place, weight)
    // What a death leaves in doubt is worst where something goes out.
    const deadly = /media_publish|comments/.test(path) ? 3 * weight : weight
    const dies = (when: string) => {
      const place = `${what} ${when}`
      if (!isMortal(from) || !faults.strike('server dies at a call', place, deadly)) return false
      kill(from)
      return true
    }
    if (dies('before')) return never
    trace(`> ${what}`)
    const travel = (late: Duration, part = bytes) =>
      runOn(undefined, () => carry({ ...deps, hosts }, { from, what, origin, request, bytes: part, late }))
    if (path.includes('rupload') && bytes !== null) {
      const isKilled = dies('amid')
      if (isKilled || strike('request cut')) {
        void travel(0, bytes.slice(0, bytes.byteLength / 2)).catch(() => {})
        if (isKilled) return never
        throw new TypeError('fetch failed')
      }
    }
    const slow = strike('call slow')?.between(1_000, 12_000) ?? 0
    const link = `${from.name} ${host}`
    const isDropped = !faults.isCalm() && (dropped.get(link) ?? 0) > worldNow()
    if (isAway(faults, from, host) || isDropped || strike('call refused')) {
      await Promise.race([sleep(20), aborted])
      throw refused()
    }
    if (strike('request lost')) return Promise.race([never, aborted])
    // Between programs of ours. Nobody repeats a call to the platform but we.
    const isOurs = !path.includes('/sandbox/')
    const twice = isOurs ? strike('call twice') : null
    if (twice) after(slow + twice.between(2_000, 60_000), () => void travel(0).catch(() => {}))
    const late = strike('call late')
    const answer = travel(late ? late.between(20_000, isOurs ? LATEST : LATEST_AT_PLATFORM) : slow)
    answer.catch(() => {})
    const drop = strike('link drops')
    if (drop) dropped.set(link, worldNow() + drop.between(1, 15) * MINUTE)
    if (late || drop || strike('answer lost'))
      return Promise.race([
        answer.then(
          () => never,
          () => never,
        ),
        aborted,
      ])
    const response = await Promise.race([answer, aborted])
    if (path.endsWith('/media') && response.ok) made.set(await containerOf(response), text)
    if (dies('after')) return never
    const cut = strike('answer cut')
    return cut ? cutOff(response, cut) : response
  }

  return {
    hosts,
    fetchOf: (from) => (input, init) => send(from, input, init),
    watch: (see) => void watching.push(see),
  }
}

interface Parcel {
  readonly from: Machine
  readonly what: string
  readonly origin: string
  readonly request: Request
  /** All of them, or what has come of them before the wire was cut. */
  readonly bytes: ArrayBuffer | null
  readonly late: Duration
}

async function carry(
  { hosts, trace }: NetworkDeps & Pick<Network, 'hosts'>,
  { from, what, origin, request, bytes, late }: Parcel,
): Promise<Response> {
  await sleep(late + 5)
  const host = hosts.get(origin)
  const there = host?.machine() ?? null
  if (!host || !there || !isAwake(there)) throw refused()
  const { url, method, headers } = request
  const arrived = bytes === null ? request : new Request(url, { method, headers, body: bytes })
  const response = await runOn(there, () => host.answer(arrived, from))
  if (response.headers.has('x-sandbox-drop')) throw new TypeError('fetch failed')
  const answered = response.body === null ? null : await response.arrayBuffer()
  trace(`< ${what} ${response.status} ${answered?.byteLength ?? 0}`)
  await sleep(5)
  // The lid of whoever asked may be closed by now.
  if (from.asleepUntil > worldNow()) await sleep(from.asleepUntil - worldNow())
  return new Response(answered, { status: response.status, headers: response.headers })
}

/** Half of the pairs do not reach each other in the first minutes of each half hour, twelve at most. */
function isAway(faults: Faults, from: Machine, host: string): boolean {
  const strength = faults.mix['network away']
  if (strength === undefined || faults.isCalm()) return false
  const minutes = Math.floor(worldNow() / 60_000)
  return minutes % 30 < strength * 12 && host.length % 2 === from.name.length % 2
}

async function takeApart(input: RequestInfo | URL, init?: RequestInit) {
  const { signal: _signal, ...rest } = init ?? {}
  const request = new Request(input, { ...rest, duplex: 'half' } as RequestInit)
  const { url, method, headers } = request
  const bytes = request.body === null ? null : await request.arrayBuffer()
  return { request: new Request(url, { method, headers }), bytes }
}

async function containerOf(response: Response): Promise<string> {
  return /"id"\D*(\d+)/.exec(await response.clone().text())?.[1] ?? ''
}

function abortOf(signal: AbortSignal): Promise<never> {
  const aborted = Promise.withResolvers<never>()
  aborted.promise.catch(() => {})
  if (signal.aborted) aborted.reject(signal.reason)
  signal.addEventListener('abort', () => aborted.reject(signal.reason))
  return aborted.promise
}

async function cutOff(response: Response, cut: Dice): Promise<Response> {
  const whole = new Uint8Array(await response.arrayBuffer())
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(whole.slice(0, cut.below(whole.length + 1)))
      controller.error(new TypeError('terminated'))
    },
  })
  return new Response(body, { status: response.status, headers: response.headers })
}

function refused(): TypeError {
  const cause = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  return Object.assign(new TypeError('fetch failed'), { cause })
}
