// A stand-in for the platform: it speaks the same dialect, refuses what the platform refuses, and shows what would have
// gone live as a feed. It knows no runtime, so it runs in Node and in workerd alike.
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Clock } from '../../core/ports/clock.ts'
import type { Random } from '../../core/ports/random.ts'
import type { Duration } from '../../core/time.ts'
import {
  DEFAULT_BEHAVIOUR,
  DEFAULT_SCRIPT,
  type AccountBehaviour,
  type ContainerScript,
} from './behaviour.ts'
import type { SandboxCall } from './calls.ts'
import { DEMO_ACCOUNT, type SandboxAccount } from './demo-account.ts'
import { Fault, type FaultRequest } from './faults/fault.ts'
import { createFaultQueue, type FaultQueue } from './faults/fault-queue.ts'
import { faultRoutes } from './faults/fault-routes.ts'
import { feedRoutes } from './feed/feed-routes.ts'
import { fetchImage } from './fetch-image.ts'
import type { CallPorts } from './graph/answer-call.ts'
import { instagramHost } from './graph/instagram-host.ts'
import { liveMedia, type LiveMedia } from './live.ts'
import { onlyOwnOrigin } from './own-origin.ts'
import { createState, type SandboxState } from './state.ts'
import type { SandboxStore } from './store.ts'

export interface SandboxOptions {
  readonly store: SandboxStore
  readonly clock: Clock
  readonly random: Random
  /** The sandbox's own public address, as `http://127.0.0.1:4100`. Asked each time: a port may be known late. */
  readonly origin: () => string
  readonly accessToken: string
  /** Fetches the pictures. It must not follow redirects by itself. */
  readonly fetch?: typeof fetch
  /** The life of every container, unless a fault gives it another one. */
  readonly containers?: Partial<ContainerScript>
  readonly behaviour?: Partial<AccountBehaviour>
  readonly onCall?: (call: SandboxCall) => void | Promise<void>
  /** How a delay is spent. */
  readonly wait?: (time: Duration) => Promise<void>
}

export interface Sandbox {
  /** Serves `/sandbox` and everything below it. */
  readonly app: Hono
  readonly account: SandboxAccount
  /** What is live, newest first. */
  live(): LiveMedia[]
  readonly faults: {
    add(fault: FaultRequest): void
    pending(): Fault[]
    clear(): void
  }
}

/** No call of the platform's interface that we know is larger: pictures come by address. */
const MAX_BODY_BYTES = 2 ** 20

export function createSandbox(options: SandboxOptions): Sandbox {
  const { origin, accessToken, store } = options
  const faults = createFaultQueue()
  const state = createState(store)
  const account = DEMO_ACCOUNT
  const live = () => state.livePosts().map((post) => liveMedia(post, origin()))

  const app = new Hono().basePath('/sandbox')
  app.use(onlyOwnOrigin(origin))
  app.use(bodyLimit({ maxSize: MAX_BODY_BYTES }))
  app.get('/live', (c) => {
    if (c.req.header('authorization') === `Bearer ${accessToken}`) return c.json(live())
    return c.json({ error: 'Send the sandbox’s access token as a Bearer token.' }, 401)
  })
  app.route('/faults', faultRoutes(faults))
  app.route('/graph.instagram.com', instagramHost(callPorts(options, { state, account, faults })))
  app.route('/', feedRoutes({ state, account, origin }))

  const add = (fault: FaultRequest) => faults.add(Fault.parse(fault))
  return { app, account, live, faults: { add, pending: faults.pending, clear: faults.clear } }
}

interface Insides {
  readonly state: SandboxState
  readonly account: SandboxAccount
  readonly faults: FaultQueue
}

function callPorts(options: SandboxOptions, insides: Insides): CallPorts {
  const { clock, random, origin, accessToken, onCall = () => {}, wait = sleep } = options
  const fetcher: typeof fetch = options.fetch ?? ((...request) => fetch(...request))
  return {
    ...insides,
    clock,
    random,
    origin,
    accessToken,
    onCall,
    wait,
    behaviour: { ...DEFAULT_BEHAVIOUR, ...options.behaviour },
    fetchImage: (url) => fetchImage(fetcher, url),
    scriptFor: (caption) => scriptOf(options.containers, insides.faults, caption),
  }
}

function scriptOf(
  usual: Partial<ContainerScript> | undefined,
  faults: FaultQueue,
  caption: string | null,
): ContainerScript {
  const script = { ...DEFAULT_SCRIPT, ...usual }
  const fault = faults.takeContainer(caption)
  if (!fault) return script
  const { processing, failure, publishedLag, secondPublish } = fault
  return {
    processing: processing === 'forever' ? null : (processing ?? script.processing),
    failure: failure ?? script.failure,
    publishedLag: publishedLag ?? script.publishedLag,
    secondPublish: secondPublish ?? script.secondPublish,
  }
}

function sleep(time: Duration): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, time))
}
