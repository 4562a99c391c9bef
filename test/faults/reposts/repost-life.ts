// Sixty days of one account: the engine on a turned clock, strangers who mention it, a platform in all its moods, a process
// that dies anywhere. Everything that was called or begun is noted with the state in which that happened.
import type {
  MentionCandidate,
  MentionSource,
  MentionTransport,
  Stop,
  PlatformSignal,
} from '../../../core/ports/reposts/mention-source.ts'
import type { RepostConfig, RepostRecord, RepostStore } from '../../../core/ports/reposts/repost-store.ts'
import { createKeyedMutex } from '../../../core/keyed-mutex.ts'
import { checkAccount } from '../../../core/engine/reposts/check-account.ts'
import type {
  PostOutcome,
  RepostingDeps,
  StoryPublisher,
} from '../../../core/engine/reposts/reposting-deps.ts'
import { safeText } from '../../../core/redact.ts'
import { DAY, HOUR, MINUTE, SECOND, type Duration, type Instant } from '../../../core/time.ts'
import { aFailureDetail, START } from '../../factories.ts'
import { createManualClock } from '../../fakes/manual-clock.ts'
import { openStores } from '../../memory-database.ts'
import { aMention, aRepostConfig, moveConfig, moveRecord } from '../../fakes/reposts/repost-records.ts'
import { createSeededRandom } from '../../fakes/seeded-random.ts'

const SILENT = { debug() {}, info() {}, warn() {}, error() {} }

export interface Life {
  readonly config: RepostConfig
  /** Each call to the source, with the configuration as it was stored then. */
  readonly calls: { readonly at: Instant; readonly scan: number | null; readonly config: RepostConfig }[]
  /** Each stop, and when it came. */
  readonly stops: { readonly at: Instant; readonly signal: PlatformSignal; readonly isScan: boolean }[]
  /** Each repost that was begun. */
  readonly begun: { readonly at: Instant; readonly key: string; readonly config: RepostConfig }[]
  readonly mentions: readonly MentionCandidate[]
  records(): Promise<RepostRecord[]>
}

class Death extends Error {}

export async function liveSixtyDays(seed: number, days = 60): Promise<Life> {
  const random = createSeededRandom(seed)
  const chance = () => (random.bytes(2)[0] ?? 0) / 256
  const between = (from: number, to: number) => from + Math.floor(chance() * (to - from + 1))
  const pick = <T>(list: readonly [T, ...T[]]): T => list[between(0, list.length - 1)] ?? list[0]
  const clock = createManualClock()
  const source: MentionTransport = pick(['official', 'native'])
  const config = aRepostConfig({
    source,
    pollIntervalHours: between(6, 48),
    jitterMinutes: between(0, 120),
    timezone: pick(['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Auckland']),
    sleepWindowStart: between(0, 23),
    sleepWindowEnd: between(0, 23),
    dailyRepostLimit: between(1, 6),
    autoRepostEnabled: chance() < 0.85,
    warmUpUntil: START + 48 * HOUR,
  })
  const { accountId } = config
  const mentions = Array.from({ length: between(40, 400) }, () => {
    const mentionedAt = START + Math.floor(chance() * days * DAY)
    return aMention({
      transport: source,
      mentionedAt,
      expiresAt: mentionedAt + DAY,
      gone: chance() < 0.05 ? 'private' : null,
    })
  })
  const troubled = chance() < 0.7 ? 0.08 : 0
  const mortal = chance() < 0.6 ? 0.01 : 0
  const store = openStores().reposts
  await store.addConfig(config)

  const calls: Life['calls'] = []
  const stops: Life['stops'] = []
  const begun: Life['begun'] = []
  const posts = new Map<string, { readonly endsAt: Instant; readonly outcome: PostOutcome }>()
  let scans = 0

  const dieSometimes = () => {
    if (chance() < mortal) throw new Death('the power went')
  }
  const called = async (scan: number | null) => {
    const stored = await store.config(accountId)
    if (stored) calls.push({ at: clock.now(), scan, config: stored })
    clock.advance(between(1, 6) * SECOND)
    dieSometimes()
  }
  const trouble = (isScan: boolean): Stop | null => {
    if (chance() >= troubled) return null
    const signal: PlatformSignal = pick<PlatformSignal>([
      'rate-limited',
      'action-blocked',
      'challenge',
      'failed',
      'failed',
      'offline',
      'banned',
      'session-dead',
    ])
    stops.push({ at: clock.now(), signal, isScan })
    return {
      signal,
      message: safeText(`the platform said ${signal}`),
      ...(signal === 'rate-limited' ? { waitFor: between(0, 10) * HOUR } : {}),
    }
  }
  const found = (now: Instant) =>
    mentions
      .filter(({ mentionedAt, expiresAt }) => mentionedAt <= now && now < expiresAt)
      .toSorted((a, b) => a.mentionedAt - b.mentionedAt)
  const mentionSource: MentionSource = {
    async scan({ mayCall, memory }) {
      scans += 1
      const scan = scans
      for (let n = between(1, 4); n > 0; n -= 1) {
        if (!(await mayCall())) return { mentions: [], memory, stop: null }
        await called(scan)
        const stop = trouble(true)
        if (stop) return { mentions: chance() < 0.5 ? found(clock.now()) : [], memory, stop }
      }
      return { mentions: found(clock.now()), memory: `${scan}`, stop: null }
    },
    async look({ mayCall }, { storyId, expiresAt }) {
      if (!(await mayCall()))
        return { kind: 'stopped', stop: { signal: 'offline', message: safeText('no call is left') } }
      await called(null)
      const stop = trouble(false)
      if (stop) return { kind: 'stopped', stop }
      if (clock.now() >= expiresAt || chance() < 0.05) return { kind: 'gone', gone: 'expired' }
      return { kind: 'live', media: { kind: 'image', url: `https://cdn/${storyId}` }, expiresAt }
    },
  }
  const stories: StoryPublisher = {
    async prepare(record) {
      dieSometimes()
      return {
        kind: 'ready',
        story: {
          sourceType: 'AUTO_REPOST',
          media: { url: record.mediaUrl ?? '', kind: 'image' },
          tagged: null,
          note: null,
        },
      }
    },
    async begin(next) {
      dieSometimes()
      const stored = await store.config(accountId)
      if (!(await moveRecord(store, next))) return false
      if (stored) begun.push({ at: clock.now(), key: next.key, config: stored })
      const isFine = chance() < 0.9
      const outcome: PostOutcome = isFine
        ? {
            state: 'published',
            isInDoubt: false,
            igPermalink: 'https://p',
            publishedAt: clock.now(),
            errorCode: null,
            errorDetail: null,
          }
        : {
            state: 'failed',
            isInDoubt: false,
            igPermalink: null,
            publishedAt: null,
            errorCode: 'PLATFORM_ERROR',
            errorDetail: aFailureDetail('no'),
          }
      posts.set(next.postId ?? '', { endsAt: clock.now() + between(1, 600) * SECOND, outcome })
      dieSometimes()
      return true
    },
    beginAgain: async () => false,
    discard: async () => dieSometimes(),
    async outcomeOf({ postId }) {
      const post = posts.get(postId ?? '')
      if (!post) return null
      return clock.now() >= post.endsAt ? post.outcome : { ...post.outcome, state: 'under-way' }
    },
    tidy: async () => {},
  }
  const ports: RepostingDeps = {
    owner: 'here',
    mutex: createKeyedMutex(),
    reposts: mortalStore(store, dieSometimes),
    sourceOf: () => mentionSource,
    stories,
    clock,
    random,
    log: SILENT,
  }
  const end = START + days * DAY
  while (clock.now() < end) {
    const at = await checkAccount(ports, accountId)
    clock.advance(Math.max((at ?? clock.now() + between(1, 60) * HOUR) - clock.now(), SECOND))
    if (at === null || chance() < 0.05) await enableAgain(store, accountId, clock.now())
    if (chance() < 0.02) clock.advance(between(1, 72) * HOUR)
  }
  return { config, calls, stops, begun, mentions, records: () => store.records({ accountId, limit: 10_000 }) }
}

/** A user who lifts the breaker as soon as it has acted. */
async function enableAgain(store: RepostStore, accountId: string, now: Instant): Promise<void> {
  const config = await store.config(accountId)
  if (!config || config.isEnabled) return
  const free = { isEnabled: true, autoDisabledAt: null, autoDisableReason: null, consecutiveFailures: 0 }
  const interval = config.pollIntervalHours * HOUR
  const nextPollAt = Math.max(now, (config.lastPollAt ?? now - interval) + interval)
  await moveConfig(store, { ...config, ...free, nextPollAt, version: config.version + 1 })
}

/** Dies before or after its writes. */
function mortalStore(store: RepostStore, dieSometimes: () => void): RepostStore {
  const around =
    <A extends unknown[], R>(write: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      dieSometimes()
      const result = await write(...args)
      dieSometimes()
      return result
    }
  return {
    ...store,
    updateConfig: around((...asked) => store.updateConfig(...asked)),
    addRecords: around((records) => store.addRecords(records)),
    updateRecord: around((...asked) => store.updateRecord(...asked)),
  }
}

const PAUSES: Readonly<Partial<Record<PlatformSignal, Duration>>> = {
  'rate-limited': 2 * HOUR,
  'action-blocked': DAY,
  challenge: DAY,
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** What people there write down, asked in another way than the engine does: `11/20/2026, 13`. */
function written(at: Instant, timeZone: string): string {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: '2-digit',
      hourCycle: 'h23',
    })
  formats.set(timeZone, format)
  return format.format(at)
}

const dayAt = (at: Instant, zone: string) => written(at, zone).split(',')[0] ?? ''
const hourAt = (at: Instant, zone: string) => Number(written(at, zone).split(',')[1])

function isNight(
  { sleepWindowStart: from, sleepWindowEnd: to, timezone }: RepostConfig,
  at: Instant,
): boolean {
  if (from === to) return false
  const now = hourAt(at, timezone)
  for (let hour = from; hour !== to; hour = (hour + 1) % 24) if (hour === now) return true
  return false
}

/** Sentences about what must never be. */
export async function brokenIn(life: Life): Promise<string[]> {
  const { config, calls, stops, begun, mentions } = life
  const broken: string[] = []
  const say = (is: boolean, text: string) => void (is && broken.push(text))
  for (const { at, signal } of stops) {
    const pause = PAUSES[signal]
    if (pause === undefined) continue
    // A process that died before it stored the signal remembers that it had asked, and backs off as after too many calls.
    const rest = Math.min(pause, 2 * HOUR) - MINUTE
    say(
      calls.some((call) => call.at > at && call.at < at + rest),
      `a call after ${signal}`,
    )
  }
  for (const call of calls) {
    say(call.config.autoDisabledAt !== null, 'a call after the breaker')
    say(!call.config.isEnabled, 'a call while disabled')
    say(call.config.pausedUntil !== null && call.at < call.config.pausedUntil, 'a call in a pause')
    // A scan of some calls may begin a moment before the night.
    say(isNight(config, call.at) && isNight(config, call.at - MINUTE), 'a call in quiet hours')
  }
  const firstCalls = calls.filter(
    ({ scan }, n) => scan !== null && scan !== calls.slice(0, n).findLast((one) => one.scan !== null)?.scan,
  )
  const shortest = config.pollIntervalHours * HOUR - config.jitterMinutes * MINUTE
  firstCalls.forEach((call, n) => {
    const before = firstCalls[n - 1]
    if (!before) return
    const wasOffline = stops.some(
      ({ at, signal, isScan }) => isScan && signal === 'offline' && at >= before.at && at <= call.at,
    )
    say(
      call.at - before.at < (wasOffline ? 15 * MINUTE : shortest) - MINUTE,
      `looked again after ${call.at - before.at} ms`,
    )
  })
  const days = begun.map(({ at }) => dayAt(at, config.timezone))
  begun.forEach((one, n) => {
    const before = begun[n - 1]
    say(before !== undefined && one.at - before.at < 20 * MINUTE, 'two reposts within twenty minutes')
    say(one.at < config.warmUpUntil, 'a repost in the first two days')
    say(isNight(config, one.at) && isNight(config, one.at - MINUTE), 'a repost in quiet hours')
    say(one.config.pausedUntil !== null && one.at < one.config.pausedUntil, 'a repost in a pause')
    say(!config.autoRepostEnabled, 'a repost that nobody wanted')
    const ofDay = days.filter((day) => day === days[n])
    say(ofDay.length > config.dailyRepostLimit, `${ofDay.length} reposts on one day`)
  })
  say(new Set(begun.map(({ key }) => key)).size !== begun.length, 'a story was reposted twice')
  if (config.source === 'native')
    for (const { at } of calls)
      say(
        calls.filter((call) => call.at >= at && call.at < at + DAY).length > 120,
        'more than two days of calls to the private API in one',
      )
  const records = await life.records()
  say(new Set(records.map(({ key }) => key)).size !== records.length, 'a mention has two records')
  say(
    records.some(({ key }) => !mentions.some((mention) => mention.key === key)),
    'a record of nothing',
  )
  for (const { key, status, postId } of records) {
    const isBegun = begun.some((one) => one.key === key)
    say(isBegun !== (postId !== null), `a record that does not know of its post: ${status}`)
    say(
      isBegun && (status === 'PENDING' || status === 'EXPIRED' || status === 'DISMISSED'),
      `a begun repost is ${status}`,
    )
  }
  return [...new Set(broken)]
}
