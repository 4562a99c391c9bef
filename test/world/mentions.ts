// Strangers whose stories mention the account, and what people were told about the reposts of these stories. A repost tags its stranger,
// and in one history a stranger has one story: so what is live says which mention it reposts.
import type { RepostItemBody, StoryRepostConfigBody } from '../../core/api/story-repost.ts'
import type { RepostConfig, RepostRecord } from '../../core/ports/reposts/repost-store.ts'
import type { Instant } from '../../core/time.ts'
import { DEMO_ACCOUNT } from '../../local-server/sandbox/demo-account.ts'
import type { LiveMedia } from '../../local-server/sandbox/live.ts'
import { STRANGERS } from '../../local-server/sandbox/mentions/strangers.ts'
import type { Dice } from './dice.ts'
import { runOn, worldNow } from './machine.ts'
import type { Platform } from './platform.ts'
import type { Computer } from './server.ts'
import type { Restores } from './told.ts'

export interface ToldMention {
  readonly nth: number
  readonly poster: string
  /** By which the platform knows the story. */
  readonly pk: string
  readonly madeAt: Instant
  /** Its repost may go out although nobody clicks. */
  isAuto: boolean
  /** How often a person has asked for its repost and was not refused. */
  clicks: number
  /** Its author has taken it down, or nobody can read it. */
  isHidden: boolean
  isDismissed: boolean
  /** Was found while nothing was reposted by itself, and so is left to a click. */
  isFoundWhileOff: boolean
  /** Reposts that another run of the folder had made when this one was told to dismiss it. */
  madeBefore: number
  isSeen: boolean
  /** Of its repost, once it was shown as PUBLISHED. */
  permalink: string | null
}

/** What the server has to say about mentions. */
export interface ShownReposts {
  readonly items: readonly RepostItemBody[]
  readonly config: StoryRepostConfigBody | null
}

export interface Mentions {
  readonly told: ToldMention[]
  /** That was set up first, and for which alone reposts may go out by themselves. */
  account: string | null
  /** Requests that may switch it on and have no answer yet. */
  asking: number
  /** By what was told, something may be reposted by itself. */
  mayBeOn: boolean
  /** The most for one day that was ever asked for. */
  limit: number
  /** Null when every stranger has a story already. */
  arrive(drawn: Dice): ToldMention | null
  withdraw(mention: ToldMention): void
  dismiss(mention: ToldMention): void
  /** Whether the folder may not know what another run of it has done, or another connection of the account. */
  hasForgotten(): boolean
  /** Whether the folder cannot see that a story is another run's repost: nobody noticed, or the time, which is all it has, was wrong. */
  mayRepostAgain(): boolean
  /** What cannot begin by itself any more, is not to go out by itself. */
  settle(): void
  stored(): StoredReposts | null
}

/** What the file of the server says, for what no answer tells. */
export interface StoredReposts {
  readonly config: RepostConfig | null
  readonly records: readonly RepostRecord[]
}

interface MentionDeps {
  readonly platform: Platform
  readonly computer: Computer
  readonly restores: Restores
  readonly hasWrongClock: boolean
  trace(line: string): void
}

export function createMentions({
  platform,
  computer,
  restores,
  hasWrongClock,
  trace,
}: MentionDeps): Mentions {
  const told: ToldMention[] = []
  /** Of what was switched off since; null while what is found is reposted by itself. */
  let foundBefore: ReadonlySet<ToldMention> | null = null
  const mentions: Mentions = {
    told,
    account: null,
    asking: 0,
    mayBeOn: false,
    limit: 0,
    arrive(drawn) {
      const poster = STRANGERS[told.length]
      if (!poster) return null
      const { username } = DEMO_ACCOUNT
      const isUnsupported = drawn.chance(0.1)
      const mention = { username, poster: poster.username, isUnsupported, kind: drawn.one(KINDS) }
      const { story } = runOn(platform.machine() ?? undefined, () => platform.mentions.addMention(mention))
      trace(`a story of ${poster.username} mentions the account`)
      const one: ToldMention = {
        nth: told.length,
        poster: poster.username,
        pk: story.pk,
        madeAt: worldNow(),
        isAuto: mentions.mayBeOn,
        clicks: 0,
        isHidden: isUnsupported || poster.isPrivate,
        isDismissed: false,
        isFoundWhileOff: false,
        madeBefore: 0,
        isSeen: false,
        permalink: null,
      }
      told.push(one)
      return one
    },
    withdraw(mention) {
      trace(`${mention.poster} takes the story down`)
      mention.isHidden = true
      runOn(platform.machine() ?? undefined, () => platform.mentions.takeDown(mention.pk))
    },
    dismiss(mention) {
      const madeBefore = mentions.hasForgotten() ? repostsOf(platform.live(), mention).length : 0
      Object.assign(mention, { isDismissed: true, isAuto: false, clicks: 0, madeBefore })
    },
    hasForgotten: () =>
      restores.happened ||
      (mentions.account !== null && (computer.running()?.accountId ?? mentions.account) !== mentions.account),
    mayRepostAgain: () => restores.wentUnnoticed || (restores.happened && hasWrongClock),
    settle() {
      const stored = mentions.stored()
      if (!stored?.config || mentions.asking > 0 || mentions.hasForgotten()) return
      const { isEnabled, autoRepostEnabled, ownership } = stored.config
      if (ownership.state !== 'local') return
      const found = told.filter((mention) => recordsOf(stored.records, mention).length > 0)
      foundBefore = autoRepostEnabled ? null : (foundBefore ?? new Set(found))
      for (const mention of found) if (foundBefore?.has(mention) === false) mention.isFoundWhileOff = true
      if (isEnabled && autoRepostEnabled) return
      mentions.mayBeOn = false
      for (const mention of told)
        if (!recordsOf(stored.records, mention).some(({ postId }) => postId !== null)) mention.isAuto = false
    },
    stored: () => readStored(computer, mentions.account),
  }
  return mentions
}

const KINDS = ['image', 'image', 'video'] as const

export const recordsOf = <T extends Pick<RepostRecord, 'originalUsername'>>(
  records: readonly T[],
  { poster }: Pick<ToldMention, 'poster'>,
): T[] => records.filter(({ originalUsername }) => originalUsername === poster)

export const repostsOf = (live: readonly LiveMedia[], { poster }: Pick<ToldMention, 'poster'>): LiveMedia[] =>
  live.filter(({ kind, userTags }) => kind === 'STORIES' && userTags[0]?.username === poster)

function readStored(computer: Computer, account: string | null): StoredReposts | null {
  const running = computer.running()
  if (!running) return null
  return runOn(undefined, () => {
    const { raw } = running.database
    const [config] = raw
      .prepare('SELECT record FROM repost_configs WHERE account_id = ?')
      .pluck()
      .all(account)
    const records = raw.prepare('SELECT record FROM reposts').pluck().all()
    return {
      config: typeof config === 'string' ? (JSON.parse(config) as RepostConfig) : null,
      records: records.map((record) => JSON.parse(String(record)) as RepostRecord),
    }
  })
}

/** It was set up days ago: a new set-up reposts nothing by itself in its first two days. */
export function endWarmUp(computer: Computer, account: string): void {
  const running = computer.running()
  const change = `UPDATE repost_configs SET record = json_set(record, '$.warmUpUntil', 0) WHERE account_id = ?`
  if (running) runOn(undefined, () => running.database.raw.prepare(change).run(account))
}

/** A person looks: null while nobody answers. */
export async function showReposts({ ask }: Computer, account: string): Promise<ShownReposts | null> {
  const state = await ask('GET', `/api/v1/story-repost/status?accountId=${account}`)
  const history = await ask('GET', '/api/v1/story-repost/history')
  if (state?.status !== 200 || history?.status !== 200) return null
  return {
    config: (state.body['config'] ?? null) as StoryRepostConfigBody | null,
    items: history.body['reposts'] as RepostItemBody[],
  }
}
