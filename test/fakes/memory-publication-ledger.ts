// Posts, their jobs and their publications in memory, moved together as the SQLite adapter moves them. Nothing awaits
// inside a method, so each is one transaction. Strict: a post links to media that exist, an id is used once.
import type { AccountRecord } from '../../core/ports/account-store.ts'
import type { MediaRecord } from '../../core/ports/media-store.ts'
import type { PostRecord, PostStore } from '../../core/ports/post-store.ts'
import type {
  ClaimOptions,
  DuePost,
  JobRecord,
  PublicationLedger,
} from '../../core/ports/publication-ledger.ts'
import type { Publication } from '../../core/publishing/publication.ts'
import { reflect } from '../../core/publishing/reflect.ts'
import type { Instant } from '../../core/time.ts'

/** What several handles share. Accounts and media are those of the memory stores next door. */
export interface MemoryPosts {
  readonly accounts: AccountRecord[]
  readonly media: Map<string, MediaRecord>
  /** In the order in which they were accepted. */
  readonly posts: Map<string, PostRecord>
  readonly jobs: Map<string, JobRecord>
  readonly publications: Map<string, HeldPublication>
}

interface HeldPublication {
  readonly publication: Publication
  readonly followUpAt: Instant | null
  readonly held: boolean
}

export function newMemoryPosts(): MemoryPosts {
  return { accounts: [], media: new Map(), posts: new Map(), jobs: new Map(), publications: new Map() }
}

export function createMemoryPosts(data: MemoryPosts = newMemoryPosts()): {
  posts: PostStore
  ledger: PublicationLedger
} {
  return { posts: createMemoryPostStore(data), ledger: createMemoryPublicationLedger(data) }
}

export function createMemoryPostStore({ posts, media }: MemoryPosts): PostStore {
  const inLists = (records: PostRecord[]) => records.map((post) => ({ ...post, mediaFileIds: [] }))
  return {
    async get(id) {
      const post = posts.get(id)
      return post ? withLivingMedia(post, media) : null
    },
    async list({ status, limit, offset }) {
      const matching = [...posts.values()]
        .toReversed()
        .filter((post) => status === undefined || post.status === status)
      return { records: inLists(matching.slice(offset, offset + limit)), total: matching.length }
    },
    async listCompleted({ since, limit }) {
      const matching = [...posts.values()]
        .filter(({ completedAt }) => completedAt !== null && completedAt > since)
        .toSorted((a, b) => (a.completedAt ?? 0) - (b.completedAt ?? 0))
      return { records: inLists(matching.slice(0, limit)), total: matching.length }
    },
  }
}

export function createMemoryPublicationLedger(data: MemoryPosts): PublicationLedger {
  return { ...entering(data), ...moving(data), ...asking(data) }
}

function entering({ posts, jobs, media }: MemoryPosts): Pick<PublicationLedger, 'accept'> {
  return {
    async accept(post, job) {
      if (posts.has(post.id) || jobs.has(job.id)) throw new Error('the id of this post or job is taken')
      const unknown = post.mediaFileIds.find((id) => id !== null && !media.has(id))
      if (unknown !== undefined) throw new Error(`there is no media ${unknown}`)
      posts.set(post.id, structuredClone(post))
      jobs.set(job.id, structuredClone(job))
    },
  }
}

function moving(
  data: MemoryPosts,
): Pick<PublicationLedger, 'claim' | 'commit' | 'release' | 'releaseOrphans'> {
  const { jobs, publications } = data
  return {
    async claim(options, begin) {
      const due = findDue(data, options)
      if (!due) return null
      const publication = begin(due)
      write(data, publication)
      return publication
    },
    async commit(next) {
      if (publications.get(next.id)?.publication.version !== next.version - 1) return false
      write(data, next)
      return true
    },
    async release({ id, version, jobId }, at) {
      const row = publications.get(id)
      if (row?.publication.version !== version) return
      publications.set(id, { ...row, held: false, followUpAt: row.followUpAt === null ? null : at })
      const job = jobs.get(jobId)
      if (job?.status === 'PROCESSING') jobs.set(jobId, { ...job, status: 'PENDING', runAt: at })
    },
    async releaseOrphans(now) {
      for (const [id, row] of publications) {
        const followUpAt = row.followUpAt === null ? null : now
        if (row.held) publications.set(id, { ...row, held: false, followUpAt })
      }
      const orphans = [...jobs.values()].filter(({ status }) => status === 'PROCESSING')
      for (const job of orphans) jobs.set(job.id, { ...job, status: 'PENDING', runAt: now })
      return orphans.length
    },
  }
}

type Questions = 'latest' | 'nextDue' | 'hasUnconfirmed' | 'ownedMediaIds' | 'countUnsettled'

function asking({ posts, jobs, publications }: MemoryPosts): Pick<PublicationLedger, Questions> {
  return {
    async latest(postId) {
      return structuredClone(latestOf({ publications }, postId))
    },
    async nextDue(busyAccounts) {
      const pending = [...jobs.values()]
        .filter(({ status, accountId }) => status === 'PENDING' && !busyAccounts.includes(accountId))
        .map(({ runAt }) => runAt)
      const followUps = [...publications.values()]
        .filter(({ held, publication }) => !held && !busyAccounts.includes(publication.accountId))
        .flatMap(({ followUpAt }) => followUpAt ?? [])
      const [earliest] = [...pending, ...followUps].toSorted((a, b) => a - b)
      return earliest ?? null
    },
    async hasUnconfirmed() {
      return [...posts.values()].some(({ publishOutcome }) => publishOutcome === 'unconfirmed')
    },
    async ownedMediaIds(accountId, mediaIds) {
      const owned = [...posts.values()]
        .filter(({ platformAccountId }) => platformAccountId === accountId)
        .flatMap(({ igMediaId }) => igMediaId ?? [])
      return owned.filter((id) => mediaIds.includes(id))
    },
    async countUnsettled(accountId, except, since) {
      const others = [...publications.values()].filter(
        ({ publication }) => publication.accountId === accountId && publication.id !== except,
      )
      return others.filter(
        ({ publication: { intent, mediaId, step } }) =>
          intent !== null &&
          mediaId === null &&
          step !== 'failed' &&
          (step !== 'done' || intent.lastPossibleSend >= since),
      ).length
    },
  }
}

function findDue(data: MemoryPosts, options: ClaimOptions): DuePost | null {
  const job = dueJob(data, options) ?? jobWithFollowUp(data, options)
  const post = job && data.posts.get(job.postId)
  if (!job || !post) return null
  const shown = withLivingMedia(post, data.media)
  const account = data.accounts.find(({ id }) => id === job.accountId) ?? null
  const media = shown.mediaFileIds.flatMap((id) => (id === null ? [] : (data.media.get(id) ?? [])))
  return structuredClone({ job, post: shown, account, media, previous: latestOf(data, post.id) })
}

function latestOf({ publications }: Pick<MemoryPosts, 'publications'>, postId: string): Publication | null {
  return (
    [...publications.values()].findLast(({ publication }) => publication.postId === postId)?.publication ??
    null
  )
}

function dueJob({ jobs }: MemoryPosts, { now, busyAccounts }: ClaimOptions): JobRecord | undefined {
  return [...jobs.values()]
    .filter(({ status, runAt, accountId }) => {
      return status === 'PENDING' && runAt <= now && !busyAccounts.includes(accountId)
    })
    .toSorted((a, b) => a.runAt - b.runAt || a.createdAt - b.createdAt)[0]
}

function jobWithFollowUp(data: MemoryPosts, { now, busyAccounts }: ClaimOptions): JobRecord | undefined {
  const [first] = [...data.publications.values()]
    .filter(({ held, followUpAt, publication }) => {
      return (
        !held && followUpAt !== null && followUpAt <= now && !busyAccounts.includes(publication.accountId)
      )
    })
    .toSorted((a, b) => (a.followUpAt ?? 0) - (b.followUpAt ?? 0))
  return first && data.jobs.get(first.publication.jobId)
}

/** Publication, job and post together. */
function write(data: MemoryPosts, given: Publication): void {
  const publication = structuredClone(given)
  const { id, jobId, postId, version, step, nextAt, updatedAt } = publication
  const { job, post, followUpAt } = reflect(publication)
  const finished = step === 'done' || step === 'failed'
  data.publications.set(id, { publication, followUpAt, held: !finished && nextAt === null })

  const queued = data.jobs.get(jobId)
  if (queued) {
    const attempts = queued.attempts + (version === 1 ? 1 : 0)
    data.jobs.set(jobId, { ...queued, status: job.status, runAt: job.runAt ?? queued.runAt, attempts })
  }
  const known = data.posts.get(postId)
  if (known)
    data.posts.set(postId, { ...known, ...post, updatedAt, completedAt: completedAt(data, publication) })
}

/** When the post entered PUBLISHED or FAILED: strictly rising over all posts, whatever the clock does. */
function completedAt({ posts }: MemoryPosts, publication: Publication): Instant | null {
  const { status } = reflect(publication).post
  if (status !== 'PUBLISHED' && status !== 'FAILED') return null
  const post = posts.get(publication.postId)
  if (post?.status === status && post.completedAt !== null) return post.completedAt
  const latest = Math.max(0, ...[...posts.values()].map((other) => other.completedAt ?? 0))
  return Math.max(publication.updatedAt, latest + 1)
}

function withLivingMedia(post: PostRecord, media: Map<string, MediaRecord>): PostRecord {
  const mediaFileIds = post.mediaFileIds.map((id) => (id !== null && media.has(id) ? id : null))
  return structuredClone({ ...post, mediaFileIds })
}
