// A stand-in for the platform: it speaks the same dialect, refuses what the platform refuses, and shows what would have
// gone live as a feed. It knows no runtime, so it runs in Node and in workerd alike.
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Clock } from '../../core/ports/clock.ts'
import type { Random } from '../../core/ports/random.ts'
import type { Duration, Instant } from '../../core/time.ts'
import { createAudience, type CountedFigures } from './audience/audience.ts'
import {
  DEFAULT_BEHAVIOUR,
  DEFAULT_SCRIPT,
  type AccountBehaviour,
  type ContainerScript,
  behaviourRoutes,
  type Manners,
} from './behaviour/behaviour.ts'
import type { SandboxCall } from './calls.ts'
import { commentRoutes } from './comments/comment-routes.ts'
import { createCommentState } from './comments/comment-state.ts'
import { DEMO_ACCOUNT, type SandboxAccount } from './demo-account.ts'
import { createElsewhere, type Elsewhere } from './elsewhere.ts'
import { Fault, type FaultRequest } from './faults/fault.ts'
import { createFaultQueue, type FaultQueue } from './faults/fault-queue.ts'
import { faultRoutes } from './faults/fault-routes.ts'
import { feedRoutes } from './feed/feed-routes.ts'
import { createCallUsage } from './graph/call-usage.ts'
import { withSingleSlashes } from './graph/single-slashes.ts'
import { instagramHost } from './graph/instagram-host.ts'
import { partnerHost } from './graph/partner-host.ts'
import { liveMedia, livePagePost, type LiveMedia, type LivePagePost, type UnderMedia } from './live.ts'
import { oauthRoutes } from './oauth/oauth-routes.ts'
import { createCallMeter } from './mentions/call-meter.ts'
import { MEDIA_PATH } from './mentions/media-address.ts'
import { mediaHost } from './mentions/media-host.ts'
import { mentionRoutes } from './mentions/mention-routes.ts'
import { createMentionState } from './mentions/mention-state.ts'
import { createMentions, type MentionControl } from './mentions/mentions.ts'
import { createSandboxPrivateApi, type PrivateApiControl } from './private-api/sandbox-private-api.ts'
import type { PrivateApiScenario } from './private-api/scenarios.ts'
import { onlyOwnOrigin } from './own-origin.ts'
import { createPageState } from './pages/page-state.ts'
import { createJournal, type Journal } from './state/journal.ts'
import { createState } from './state/state.ts'
import type { SandboxStore } from './state/store.ts'
import { createTokenBook } from './tokens/token-book.ts'
import { uploadHost } from './upload/upload-host.ts'
import { createArrivals } from './video/arrivals.ts'
import type { GraphPorts } from './graph/ports.ts'

export interface SandboxOptions {
  readonly store: SandboxStore
  readonly clock: Clock
  readonly random: Random
  /** The sandbox's own public address, as `http://127.0.0.1:4100`. Asked each time: a port may be known late. */
  readonly origin: () => string
  /** Opens demo.kitchen. The other ready-made tokens are in tokens/known-tokens.ts. */
  readonly accessToken: string
  /** Fetches the media. It must not follow redirects. */
  readonly fetch: typeof globalThis.fetch
  /** The life of every container, unless a fault gives it another one. */
  readonly containers?: Partial<ContainerScript>
  readonly behaviour?: Partial<AccountBehaviour>
  /** The scenario of accounts at the private hosts, until somebody sets another scenario. `ok` when left out. */
  readonly privateApiScenario?: PrivateApiScenario
  readonly onCall?: (call: SandboxCall) => void | Promise<void>
  /** Spends a delay. */
  readonly wait?: (time: Duration) => Promise<void>
  /**
   * For clocks that a test sets: reading or publishing a container first waits for the video that is on its way to it, so
   * that no clock overtakes a fetch.
   */
  readonly waitsForMedia?: boolean
}

export interface Sandbox {
  /** Serves `/sandbox` and everything below it. */
  readonly app: Hono
  /** demo.kitchen. The others are in people/cast.ts. */
  readonly account: SandboxAccount
  /** Lists what is live on Instagram, newest first, of all accounts, the parts of albums inside their albums. */
  live(): (LiveMedia & UnderMedia)[]
  /** Lists what is live on Pages, newest first. */
  livePagePosts(): LivePagePost[]
  /** What is counted of all live media by then, by media: what a client’s rows are compared with. */
  figures(at: Instant): ReadonlyMap<string, CountedFigures>
  /** Acts of strangers: stories that mention an account, and messages to it. */
  readonly mentions: MentionControl
  /** What others do to the accounts. */
  readonly elsewhere: Elsewhere
  /** The private hosts of the app and of the web page. */
  readonly privateApi: PrivateApiControl
  /** Resolves when no video is on its way to a container. */
  settled(): Promise<void>
  readonly faults: {
    add(fault: FaultRequest): void
    pending(): Fault[]
    clear(): void
  }
}

/** No call of the platform's interface that we know is larger: media come by address, or to the upload host. */
const MAX_BODY_BYTES = 2 ** 20

const GRAPH_HOST = ':host{graph\\.(instagram|facebook)\\.com}'

export function createSandbox(options: SandboxOptions): Sandbox {
  const { origin, accessToken } = options
  const faults = createFaultQueue()
  const manners: Manners = {
    account: { ...DEFAULT_BEHAVIOUR, ...options.behaviour },
    containers: { ...DEFAULT_SCRIPT, ...options.containers },
  }
  const journal = createJournal(options.store)
  const ports = callPorts(options, journal, manners, faults)
  const privateApi = createSandboxPrivateApi(ports, journal, options.privateApiScenario ?? 'ok')
  const { pages, arrivals, clock } = ports
  const live = () => livePosts(ports)
  const livePagePosts = () => pages.live(clock.now()).map((object) => livePagePost(object, origin()))

  const mentions = createMentions(ports.mentions, clock)
  const app = new Hono().basePath('/sandbox')
  app.use(onlyOwnOrigin(origin))
  const dispatch = (request: Request) => app.fetch(request)
  app.use(`/${GRAPH_HOST}/*`, withSingleSlashes(dispatch))
  // In front of the limit: videos are streamed.
  app.route('/rupload.facebook.com', uploadHost(ports))
  app.route('/', privateApi.bytes)
  app.use(bodyLimit({ maxSize: MAX_BODY_BYTES }))
  app.on('GET', ['/live', '/live/pages'], async (c) => {
    if (c.req.header('authorization') !== `Bearer ${accessToken}`) {
      return c.json({ error: 'Send the sandbox’s access token as a Bearer token.' }, 401)
    }
    return c.json(c.req.path.endsWith('/pages') ? livePagePosts() : live())
  })
  app.route('/faults', faultRoutes(faults))
  app.route('/behaviour', behaviourRoutes(manners))
  app.route('/comments', commentRoutes(ports))
  app.route('/mentions', mentionRoutes(mentions, origin))
  app.route('/', oauthRoutes(ports))
  app.route('/', privateApi.routes)
  app.route(MEDIA_PATH, mediaHost(ports))
  app.route('/graph.instagram.com', instagramHost(ports, dispatch))
  app.route('/graph.facebook.com', partnerHost(ports, dispatch))
  app.route('/', feedRoutes(ports))

  const add = (fault: FaultRequest) => faults.add(Fault.parse(fault))
  const settled = () => arrivals.settled()
  return {
    app,
    account: DEMO_ACCOUNT,
    live,
    livePagePosts,
    figures: (at) =>
      new Map(ports.state.livePosts().map((post) => [post.media.id, ports.audience.ofMedia(post, at)])),
    mentions,
    elsewhere: createElsewhere(ports),
    privateApi: privateApi.control,
    settled,
    faults: { add, pending: faults.pending, clear: faults.clear },
  }
}

function livePosts(ports: GraphPorts): (LiveMedia & UnderMedia)[] {
  const { state, origin } = ports
  return state
    .livePosts()
    .map((post) => ({ ...liveMedia(post, origin()), ...underMedia(ports, post.media.id) }))
}

function underMedia({ state, comments }: Pick<GraphPorts, 'state' | 'comments'>, id: string): UnderMedia {
  const written = comments.onMedia(id).map(({ username, text }) => ({ username, text }))
  return { comments: written, commentsEnabled: state.hasComments(id) }
}

function callPorts(
  options: SandboxOptions,
  journal: Journal,
  manners: Manners,
  faults: FaultQueue,
): GraphPorts {
  const { store, clock, random, origin, fetch, onCall = () => {}, wait = sleep } = options
  const state = createState(journal, store)
  const comments = createCommentState(journal)
  return {
    state,
    pages: createPageState(journal, state),
    comments,
    audience: createAudience(state, comments, clock, manners.account),
    mentions: createMentionState(journal, random),
    callMeter: createCallMeter(clock),
    callBudget: createCallUsage(clock),
    tokens: createTokenBook(journal, random, options.accessToken),
    arrivals: createArrivals({ state, files: store, clock, fetch }),
    files: store,
    faults,
    clock,
    random,
    origin,
    onCall,
    wait,
    waitsForMedia: options.waitsForMedia ?? false,
    behaviour: manners.account,
    fetch,
    scriptFor: (on, subject) => scriptOf(manners.containers, faults.takeContainer(on, subject)),
  }
}

function scriptOf(usual: ContainerScript, fault: ReturnType<FaultQueue['takeContainer']>): ContainerScript {
  // A copy: the usual one may change while the container lives.
  if (!fault) return { ...usual }
  const { processing, failure, publishedLag, secondPublish, refuseTall } = fault
  return {
    processing: processing === 'forever' ? null : (processing ?? usual.processing),
    failure: failure ?? usual.failure,
    publishedLag: publishedLag ?? usual.publishedLag,
    secondPublish: secondPublish ?? usual.secondPublish,
    refuseTall: refuseTall ?? usual.refuseTall,
  }
}

function sleep(time: Duration): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, time))
}
