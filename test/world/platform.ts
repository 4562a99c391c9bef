// The platform: the shipped sandbox on a machine of its own, with the faults that this history draws for it.
import { webCryptoRandom as random } from '../../core/random.ts'
import { MINUTE, SECOND, type Instant } from '../../core/time.ts'
import { nodeClock as clock } from '../../local-server/node-clock.ts'
import type { CallName, SandboxCall } from '../../local-server/sandbox/calls.ts'
import { SANDBOX_ACCESS_TOKEN } from '../../local-server/sandbox/demo-account.ts'
import type { FaultRequest } from '../../local-server/sandbox/faults/fault.ts'
import { createSandbox, type Sandbox } from '../../local-server/sandbox/sandbox.ts'
import { createMemorySandboxStore } from '../fakes/memory-sandbox-store.ts'
import { dice, type Dice } from './dice.ts'
import { createOthers, SMALL_QUOTA, type Others } from './elsewhere.ts'
import { hasRarely, type Faults } from './faults.ts'
import { newMachine, runOn, sleep, worldNow } from './machine.ts'
import type { Host, Network } from './network.ts'
import type { PublishCall } from './owners.ts'

export const SANDBOX_URL = 'http://127.0.0.1:4900'

export interface Platform extends Host, Pick<Sandbox, 'faults' | 'mentions'> {
  /** Everything of ours that ever went out. */
  readonly live: Others['ours']
  readonly others: Others
  /** When it was last asked to publish something. */
  lastAsked(): Instant
}

interface PlatformOptions {
  readonly seed: number
  readonly faults: Faults
  readonly network: Network
  onCall(call: SandboxCall): void
  /** Before it acts. */
  onPublish(call: PublishCall): void
}

/** What a call may meet that is over by itself. */
const MODES = [
  'drop',
  'empty',
  'html',
  'half-json',
  'server-error',
  'unknown-failure',
  'rate-limited',
  'not-ready',
  'media-not-found',
  'download-slow',
  'not-fetched',
] as const
/** Most often an error in the place of the answer: it says as little of what has happened as no answer. */
const MODES_AT_PUBLISH: (typeof MODES)[number][] = [
  'drop',
  'empty',
  'html',
  'half-json',
  'server-error',
  'server-error',
  'server-error',
  'unknown-failure',
  'unknown-failure',
  'rate-limited',
  'not-ready',
  'media-not-found',
]
/** Known to have had none (`lagLooksOf` in core/rules/publication/error-table.ts). */
const WITHOUT_EFFECT: ReadonlySet<string> = new Set(['not-ready', 'media-not-found'])
const CALLS: readonly CallName[] = [
  'create',
  'status',
  'publish',
  'publish',
  'publish',
  'list',
  'read',
  'limit',
]
const CALLS_BESIDE: readonly CallName[] = ['conversations', 'messages', 'comments', 'comments', 'comment']

export function createPlatform({ seed, faults, network, onCall, onPublish }: PlatformOptions): Platform {
  const drawn = dice(seed, 'platform')
  const { mix } = faults
  const machine = newMachine(
    'platform',
    mix['platform clock wrong'] === undefined ? 0 : drawn.between(-40, 40) * SECOND,
  )
  const fetchMedia = network.fetchOf(machine)
  const sandbox = runOn(machine, () =>
    createSandbox({
      store: createMemorySandboxStore(),
      clock,
      random,
      origin: () => SANDBOX_URL,
      accessToken: SANDBOX_ACCESS_TOKEN,
      containers: {
        secondPublish: 'duplicate',
        processing: drawn.one([0, 2 * SECOND, 8 * SECOND]),
        publishedLag:
          mix['status lags'] === undefined ? 0 : drawn.one([5 * SECOND, 30 * SECOND, 50 * SECOND]),
      },
      behaviour: {
        listLag: mix['list lags'] === undefined ? 0 : drawn.one([5 * SECOND, 20 * SECOND, 45 * SECOND]),
        ...(hasRarely(mix, 'limit filled') && { quota: SMALL_QUOTA }),
      },
      waitsForMedia: true,
      wait: sleep,
      fetch: fetchMedia,
      onCall,
    }),
  )
  if (mix['platform fails'] !== undefined) {
    for (let left = drawn.between(3, 14); left > 0; left -= 1) sandbox.faults.add(aFault(drawn, CALLS))
    const later = dice(seed, 'platform beside posts')
    for (let left = later.between(0, 6); left > 0; left -= 1) sandbox.faults.add(aFault(later, CALLS_BESIDE))
  }
  if (hasRarely(mix, 'account blocked')) {
    const blocks = dice(seed, 'blocks')
    for (let left = blocks.between(1, 2); left > 0; left -= 1) sandbox.faults.add(aBlock(blocks))
  }
  const others = createOthers(sandbox, machine)
  let lastAsked = Number.NEGATIVE_INFINITY
  if (hasRarely(mix, 'limit filled')) runOn(machine, () => others.fillLimit(dice(seed, 'limit')))
  return {
    live: others.ours,
    others,
    faults: sandbox.faults,
    mentions: sandbox.mentions,
    machine: () => machine,
    lastAsked: () => lastAsked,
    async answer(request, from) {
      if (new URL(request.url).pathname.endsWith('/media_publish')) {
        lastAsked = worldNow()
        const fields = new URLSearchParams(await request.clone().text())
        onPublish({ from, containerId: fields.get('creation_id') ?? '' })
      }
      return sandbox.app.request(request)
    },
  }
}

/** The account is limited for a day; sometimes the post has gone out all the same. */
const aBlock = (drawn: Dice): FaultRequest => ({
  mode: 'action-blocked',
  on: drawn.one(['publish', 'publish', 'create']),
  skip: drawn.below(6),
  effect: drawn.one(['before', 'after']),
})

/** We wait for a minute, and what is live then shows at most 50 seconds later. */
const LONGEST_ACT = 65 * SECOND

function aFault(drawn: Dice, calls: readonly CallName[]): FaultRequest {
  const aim = { on: drawn.one(calls), times: drawn.between(1, 3), skip: drawn.one([0, 0, 1, 2, 4]) }
  const effect = drawn.one(['before', 'after', 'after'] as const)
  if (drawn.chance(0.15)) {
    const ms = drawn.between(1, 90) * SECOND
    const when = drawn.one(['before', 'after', 'none'] as const)
    // It acts while it is waited for, or hardly later: no proof would hold otherwise (core/decisions/0015).
    return { ...aim, mode: 'delay', ms: when === 'before' ? Math.min(ms, LONGEST_ACT) : ms, effect: when }
  }
  if (drawn.chance(0.1))
    return { ...aim, on: 'create', mode: 'container', processing: drawn.between(1, 8) * MINUTE }
  const mode = drawn.one(aim.on === 'publish' ? MODES_AT_PUBLISH : MODES)
  return { ...aim, mode, effect: WITHOUT_EFFECT.has(mode) ? 'before' : effect } as FaultRequest
}
