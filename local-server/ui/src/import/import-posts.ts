// Turns the rows of an import into posts: new ones, with a time or as drafts, in one request for many, and changes of those that were
// imported before. And back.
import type { QueryClient } from '@tanstack/react-query'
import type { MediaFileBody } from '../../../../core/api/media.ts'
import type { ManyDraftsResultBody } from '../../../../core/api/post-drafts.ts'
import type { PostBody } from '../../../../core/api/posts.ts'
import { MOST_POSTS } from '../../../../core/rules/content/content-limits.ts'
import { contentOfRow } from '../../../../core/rules/tables/post-of-row.ts'
import { markOfRow, type RowMark } from '../../../../core/rules/tables/row-mark.ts'
import { toIso, type Instant } from '../../../../core/time.ts'
import { api, ApiError, pageApi, parseResponse, withIdempotencyKey } from '../api-client.ts'
import { bodyOf, compositionOf, isSame } from '../compose/composition.ts'
import { discardPosts } from '../posts/discard-posts.ts'
import { ofVersion } from '../shared/versions.ts'
import type { ImportPlan } from './row-times.ts'
import type { ChangedRow, ReadRow } from './table-rows.ts'

export interface ReadyPost {
  /** As it is sent. */
  readonly row: { readonly id: number } & Pick<
    ReadRow,
    'accountId' | 'wall' | 'zone' | 'caption' | 'altTexts' | 'options' | 'identity' | 'changes'
  >
  readonly media: readonly MediaFileBody[]
  readonly accountId: string
  /** Null for a draft. */
  readonly at: Instant | null
}

/** Requests, to be repeated as they are until they are answered. */
export interface Batch {
  readonly posts: readonly ReadyPost[]
  /** Rejects as every request does: then nothing is known of any of them, or nothing was done. */
  send(): Promise<Imported[]>
}

/** What became of a row: its post, or the first of its problems. */
export interface Imported {
  readonly sent: ReadyPost
  readonly postId: string | null
  readonly problem: ManyDraftsResultBody['results'][number]['problems'][number] | null
  /** Null for a new post. */
  readonly change: PostChange | null
}

interface PostChange {
  readonly before: PostBody
  readonly after: PostBody
  readonly row: { readonly mark: RowMark | null; readonly changes: ChangedRow }
}

type Terms = Pick<ImportPlan, 'times' | 'timeZone'>

/** As many new posts as a request takes, those that can be known again apart, because a request marks all or none; each change alone. */
export function batchesOf(posts: readonly ReadyPost[], terms: Terms): Batch[] {
  const fresh = Map.groupBy(
    posts.filter(({ row }) => row.changes === null),
    ({ row }) => row.identity === null,
  )
  const together = [...fresh.values()].flatMap((own) =>
    Array.from({ length: Math.ceil(own.length / MOST_POSTS) }, (_, index) =>
      newPosts(own.slice(index * MOST_POSTS, (index + 1) * MOST_POSTS), terms),
    ),
  )
  return [...together, ...posts.flatMap((post) => changeOf(post, terms) ?? [])]
}

function newPosts(posts: readonly ReadyPost[], { times, timeZone }: Terms): Batch {
  const key = crypto.randomUUID()
  const contents = posts.map((post) => ({
    ...contentOf(post),
    ...(post.at !== null && { scheduledFor: toIso(post.at), timezone: post.row.zone ?? timeZone }),
  }))
  return {
    posts,
    async send() {
      const known = (await Promise.all(posts.map(markOfPost))).filter((mark) => mark !== null)
      const made = await (times === 'drafts'
        ? saveDrafts(contents, known, key)
        : schedule(contents, known, key))
      return posts.map((sent, index) => ({
        sent,
        change: null,
        ...(made[index] ?? { postId: null, problem: null }),
      }))
    },
  }
}

const markOfPost = ({ row, accountId }: ReadyPost) => markOfRow(row.identity, accountId)

const contentOf = ({ accountId, media, row }: ReadyPost) => ({
  accountId,
  ...contentOfRow(row, media, row.changes?.isStory),
})

async function saveDrafts(posts: Record<string, unknown>[], marks: readonly RowMark[], key: string) {
  const { results } = await parseResponse(
    api.posts.draft.bulk.$post({ json: { posts } }, withIdempotencyKey(key)),
  )
  await keepRows(
    results.flatMap(({ post }, index) => {
      const mark = marks[index]
      return mark && post ? [{ ...mark, postId: post.id }] : []
    }),
  )
  return results.map(({ post, problems: [problem] }) => ({
    postId: post?.id ?? null,
    problem: problem ?? null,
  }))
}

async function schedule(posts: Record<string, unknown>[], rows: RowMark[], key: string) {
  const { results } = await parseResponse(
    api.schedule.bulk.$post({ json: { posts, ...(rows.length > 0 && { rows }) } }, withIdempotencyKey(key)),
  )
  return results.map(({ post, problems: [problem] }) => ({
    postId: post?.postId ?? null,
    problem: problem ?? null,
  }))
}

async function keepRows(rows: readonly (RowMark & { readonly postId: string })[]): Promise<void> {
  if (rows.length > 0) await parseResponse(pageApi['imported-rows'].$put({ json: { rows: [...rows] } }))
}

/** Null for a new post. */
function changeOf(post: ReadyPost, { timeZone }: Terms): Batch | null {
  const { changes, zone } = post.row
  if (changes === null) return null
  const { postId } = changes
  // Sent again, it may find what it has made itself.
  let { version } = changes
  let before: PostBody | null = null
  const when = post.at !== null && post.at !== changes.at && { scheduledFor: toIso(post.at) }
  const json = { ...contentOf(post), ...when, ...((when || zone) && { timezone: zone ?? timeZone }) }
  return {
    posts: [post],
    async send() {
      before ??= await parseResponse(api.posts[':id'].$get({ param: { id: postId } }))
      const options = version ? ofVersion({ updatedAt: version }) : undefined
      version = null
      const after = await parseResponse(api.schedule[':id'].$put({ param: { id: postId }, json }, options))
      const mark = await markOfPost(post)
      if (mark) await keepRows([{ ...mark, postId }])
      const change = { before, after, row: { mark, changes } }
      return [{ sent: post, postId, problem: null, change }]
    },
  }
}

interface Turns {
  /** Their posts may exist. */
  readonly again: readonly Batch[]
  readonly fresh: readonly Batch[]
}

/**
 * Sends one after the other, until the server is gone. Resolves with those whose posts may exist, to be sent again as they are; all
 * others are made again, from what their rows say by then.
 */
export async function sendInTurn(
  { again, fresh }: Turns,
  send: (batch: Batch) => Promise<void>,
  onProblem: (batch: Batch, error: unknown) => void,
): Promise<readonly Batch[]> {
  const open = new Set(again)
  for (const batch of [...again, ...fresh]) {
    open.add(batch)
    try {
      await send(batch)
      open.delete(batch)
    } catch (error) {
      onProblem(batch, error)
      if (!mayExist(batch, error)) open.delete(batch)
      // The next one waits until a person has started Nightpost again.
      if (!(error instanceof ApiError)) break
    }
  }
  return [...open]
}

/** Posts that were made before a failure in the middle, such as a full disk, stay; a change that is sent again makes none. */
function mayExist({ posts: [first] }: Batch, error: unknown): boolean {
  if (!(error instanceof ApiError)) return true
  return !first?.row.changes && (error.status >= 500 || error.reason === 'idempotency_key_in_use')
}

/**
 * Nothing was changed since it was sent: not by its row, of which nothing is left where it was left out, nor, for all of them, to another
 * account or to drafts. A time that is proposed may be another one without anybody’s doing.
 */
export function isStillAsSent(
  { row: sent, accountId, at }: ReadyPost,
  rows: readonly ReadyPost['row'][],
  meant: readonly ReadyPost[],
): boolean {
  const isSame = (row: ReadyPost['row']) =>
    row.caption === sent.caption && row.accountId === sent.accountId && row.wall === sent.wall
  const by = meant.find(({ row }) => row.id === sent.id)
  const isMeant = !by || (by.accountId === accountId && (by.at === null) === (at === null))
  return isMeant && rows.every((row) => row.id !== sent.id || isSame(row))
}

export interface Undone {
  readonly takenBack: number
  readonly changedBack: number
  /** Posts that stay as the import has left them. */
  readonly stay: number
}

/** Takes new posts back and changes back what was changed, but what somebody has changed since. Repeated after no answer, it resumes. */
export function undoOf(client: QueryClient, imported: readonly Imported[]): () => Promise<Undone> {
  const key = crypto.randomUUID()
  const made = imported.flatMap(({ postId, change }) => (postId === null || change ? [] : postId))
  const left = imported.flatMap(({ change }) => change ?? [])
  let [changedBack, stay] = [0, 0]
  return async () => {
    const none = { done: 0, pending: 0, refused: 0 }
    const { done, pending, refused } = made.length > 0 ? await discardPosts(client, made, key) : none
    for (let next = left[0]; next; next = left[0]) {
      if (await changeBack(next)) changedBack += 1
      else stay += 1
      left.shift()
    }
    return { takenBack: done + pending, changedBack, stay: refused + stay }
  }
}

/** What became of these rows; the posts of those that were left out since they were sent are taken back. */
export async function withoutLeftOut(
  client: QueryClient,
  imported: readonly Imported[],
  rows: readonly { readonly id: number }[],
): Promise<readonly Imported[]> {
  const { there = [], leftOut = [] } = Object.groupBy(imported, ({ sent }) =>
    rows.some(({ id }) => id === sent.row.id) ? 'there' : 'leftOut',
  )
  if (leftOut.length > 0) await undoOf(client, leftOut)()
  return there
}

/** False when it can no longer be, or was changed again since. */
async function changeBack({ before, after, row: { mark, changes } }: PostChange): Promise<boolean> {
  const { id } = before
  try {
    const now = await parseResponse(api.posts[':id'].$get({ param: { id } }))
    const [was, became, is] = [before, after, now].map(compositionOf)
    if (!was || !became || !is || !(isSame(is, became) || isSame(is, was))) return false
    const { scheduledFor, timezone } = before
    const content = bodyOf(was, { id: before.platformAccountId, loginMethod: 'partner' })
    const when = scheduledFor !== null && scheduledFor !== now.scheduledFor && { scheduledFor }
    const json = { ...content, ...when, timezone }
    await parseResponse(api.schedule[':id'].$put({ param: { id }, json }, ofVersion(now)))
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
  // The next import finds the row changed again.
  if (mark) await keepRows([{ ...mark, content: changes.before ?? 'undone', postId: id }])
  return true
}
