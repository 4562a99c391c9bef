// What a drop does that is more than one post at another time: several posts at once, copies, and files of the library. Each is one
// request with one way back. Its code is fetched with the first such drop.
import { Button } from '@mantine/core'
import { ChevronLeftIcon, ChevronRightIcon } from '@primer/octicons-react'
import { useState } from 'react'
import type { PlannedPostBody } from '../../../../../core/features/posts/bodies/planned-post-body.ts'
import { MOST_POSTS } from '../../../../../core/rules/content/content-limits.ts'
import { addDays } from '../../../../../core/rules/times/calendar-days.ts'
import { instantOf, wallTimeOf } from '../../../../../core/rules/times/wall-time.ts'
import { SelectedBar } from '../../kit/selected-bar.tsx'
import { notifyOfProblem, notify } from '../../shared/notifications.ts'
import { lazyStringsOf, useLanguage, useLazyStrings } from '../../strings/language.tsx'
import type { PublishablePostBody } from '../../../../../core/api/posts.ts'
import { api, parseResponse, withIdempotencyKey } from '../../api-client.ts'
import { mediaFields } from '../../../../../core/rules/content/media-fields.ts'
import { contentToCopy } from '../../posts/copies.ts'
import { discardPosts } from '../../posts/discard-posts.ts'
import { partRefusal, requireAllDone, sendPostChanges, type PartProblem } from '../../posts/post-mutations.ts'
import { captionStart } from '../../posts/post-name.ts'
import { postQuery } from '../../posts/post-queries.ts'
import { groups } from '../../query-keys.ts'
import { noteUsedAccount } from '../../shared/accounts/default-account.ts'
import { accountsQuery } from '../../shared/queries.ts'
import { offerUndoAfter, undoEach } from '../../shared/undo.tsx'
import { rescheduleAll, scheduleShownDraft, sentTime, type NewTime } from '../plan-queries.ts'
import { skipWhileBusy } from './skip-while-busy.ts'
import { useWork, type Work } from './work.ts'
import { movedAlong, type Cargo, type Drop } from './drop-targets.ts'

type Posts = Extract<Cargo, { kind: 'posts' }>['posts']

export async function carryOut(work: Work, cargo: Cargo, drop: Drop, accountId: string): Promise<void> {
  if (cargo.kind === 'posts' && !cargo.isCopy)
    return drop.kind === 'unschedule'
      ? await unscheduleAll(work, cargo.posts)
      : await moveAll(work, newTimes(cargo.posts, drop, work.zone))
  if (drop.kind === 'unschedule')
    return cargo.kind === 'posts' ? await copyToDrafts(work, cargo.posts) : undefined
  if (cargo.kind === 'posts') {
    const contents = await contentsOf(work, cargo.posts)
    const times = newTimes(cargo.posts, drop, work.zone)
    return await schedule(
      work,
      times.map(({ at, timeZone }, place) => ({ ...contents[place], at, timeZone })),
    )
  }
  const { file } = cargo
  const at = drop.kind === 'slot' ? drop.at : drop.kind === 'move' ? instantOf(drop.wall, work.zone) : null
  if (at === null) return
  // What is known of the picture is offered as its first words.
  const content = { mediaType: mediaFields([file]).mediaType, mediaFileId: file.id, caption: file.altText }
  await schedule(work, [{ accountId, ...content, at, timeZone: work.zone }], nameOf(work, accountId))
  noteUsedAccount(accountId)
  // It is no longer among those that no post uses.
  await work.client.invalidateQueries({ queryKey: groups.library })
}

/** Of the account that a person has not chosen just now; nothing where there is only one. */
function nameOf({ client }: Work, accountId: string): string {
  const accounts = client.getQueryData(accountsQuery.queryKey) ?? []
  const username = accounts.length > 1 && accounts.find(({ id }) => id === accountId)?.username
  return username ? `${username} · ` : ''
}

/** Where each of them goes when the first is dropped there. */
function newTimes(posts: Posts, drop: Drop, zone: string): NewTime[] {
  if (drop.kind === 'slot') return posts.map((post) => ({ post, at: drop.at, timeZone: post.timezone }))
  if (drop.kind !== 'move') return []
  const walls = movedAlong(
    posts.map(({ at }) => wallTimeOf(Date.parse(at), zone)),
    drop.wall,
  )
  return posts.map((post, place) => {
    const timeZone = post.status === 'DRAFT' ? zone : post.timezone
    return { post, at: instantOf(walls[place] ?? drop.wall, zone), timeZone }
  })
}

/** To other times, all or none. */
async function moveAll(work: Work, times: readonly NewTime[]): Promise<void> {
  const { planning } = await lazyStringsOf(work.language)
  if (isAnyPast(times)) return notify(work.strings.plan.past)
  const before = times.map(({ post }) => post as PlannedPostBody)
  const back = before.map((post) => ({ post, at: Date.parse(post.at), timeZone: post.timezone }))
  // To a time that is over, there is no way back.
  const isLate = isAnyPast(back)
  const done = settled(work, rescheduleAll(times))
  if (isLate) return done.then(() => notify(planning.moved(times.length)))
  await offerUndoAfter(done, planning.moved(times.length), async () => {
    const versions = new Map((await done).map((version) => [version.id, version]))
    await settled(
      work,
      rescheduleAll(back.map((one) => ({ ...one, post: versions.get(one.post.id) ?? one.post }))),
    )
  })
}

async function unscheduleAll(work: Work, posts: readonly PlannedPostBody[]): Promise<void> {
  const { planning } = await lazyStringsOf(work.language)
  const parts = posts.map(({ id, updatedAt }) => ({ id, action: 'unschedule' as const, version: updatedAt }))
  const sent = sendPostChanges({ posts: parts, key: crypto.randomUUID(), atomic: true }).then(requireAllDone)
  const done = settled(work, sent)
  // One after the other: each finds its place in the plan again, but for one whose time has passed, which is told.
  const undo = undoEach(
    posts,
    async ({ id, at, timezone }) => {
      if (Date.parse(at) <= Date.now()) throw new Error(work.strings.shared.when.past)
      const version = (await done).results.find((one) => one.id === id)?.version ?? ''
      await scheduleShownDraft({ post: { id, updatedAt: version }, at: Date.parse(at), timeZone: timezone })
    },
    ({ caption }) => captionStart(caption) ?? work.strings.posts.noCaption,
  )
  await offerUndoAfter(done, planning.unscheduled(posts.length), () => settled(work, undo()))
}

const contentsOf = ({ client }: Work, posts: Posts) =>
  Promise.all(posts.map(async ({ id }) => contentToCopy({ post: await client.fetchQuery(postQuery(id)) })))

async function copyToDrafts(work: Work, posts: Posts): Promise<void> {
  const { planning } = await lazyStringsOf(work.language)
  const contents = await contentsOf(work, posts)
  const sent = api.posts.draft.bulk.$post(
    { json: { posts: contents, atomic: true } },
    withIdempotencyKey(crypto.randomUUID()),
  )
  await offerToDiscard(
    work,
    madeOf(parseResponse(sent), (post) => post.id),
    planning.copied(contents.length),
  )
}

type NewPost = Partial<PublishablePostBody> & Pick<NewTime, 'at' | 'timeZone'>

/** `whose` stands before what is said of a single post. */
async function schedule(work: Work, wanted: readonly NewPost[], whose = ''): Promise<void> {
  const { planning } = await lazyStringsOf(work.language)
  if (isAnyPast(wanted)) return notify(work.strings.plan.past)
  const posts = wanted.map(({ at, timeZone, ...content }) => ({ ...content, ...sentTime({ at, timeZone }) }))
  const sent = api.schedule.bulk.$post(
    { json: { posts, atomic: true } },
    withIdempotencyKey(crypto.randomUUID()),
  )
  const [only, ...more] = wanted
  const message =
    only && more.length === 0
      ? whose + work.strings.plan.scheduledFor(work.inMessage(only.at))
      : planning.scheduled(wanted.length)
  await offerToDiscard(
    work,
    madeOf(parseResponse(sent), (post) => post.postId),
    message,
  )
}

interface Made<Post> {
  readonly results: readonly {
    readonly post: Post | null
    readonly problems: readonly Pick<PartProblem, 'code' | 'message'>[]
  }[]
}

/** Ids of the new posts; throws why there are none. */
async function madeOf<Post>(sent: Promise<Made<Post>>, idOf: (post: Post) => string): Promise<string[]> {
  const { results } = await sent
  const problem = results.flatMap(({ problems }) => problems)[0]
  if (problem) throw partRefusal(problem)
  return results.flatMap(({ post }) => (post === null ? [] : idOf(post)))
}

async function offerToDiscard(work: Work, made: Promise<string[]>, message: string): Promise<void> {
  const done = settled(work, made)
  const key = crypto.randomUUID()
  await offerUndoAfter(done, message, async () => {
    await settled(work, discardPosts(work.client, await done, key).then(requireAllDone))
  })
}

const isAnyPast = (times: readonly Pick<NewTime, 'at'>[]) => times.some(({ at }) => at <= Date.now())

/** Ends when what it may have changed was read again. */
async function settled<Done>({ client }: Work, done: Promise<Done>): Promise<Done> {
  try {
    return await done
  } finally {
    await client.invalidateQueries({ queryKey: groups.posts })
  }
}

interface ChosenBarProps {
  readonly posts: readonly PlannedPostBody[]
  readonly onClear: () => void
}

/** What the keyboard, or a finger, can do with several posts at once. */
export function ChosenBar({ posts, onClear }: ChosenBarProps) {
  const { planning } = useLazyStrings()
  const { shared } = useLanguage().strings
  const work = useWork()
  const [run] = useState(skipWhileBusy)
  if (posts.length === 0) return null
  const moveBy = (days: number) => {
    const times = posts.map((post) => {
      const wall = wallTimeOf(Date.parse(post.at), work.zone)
      const at = instantOf(addDays(wall.slice(0, 10), days) + wall.slice(10), work.zone)
      return { post, at, timeZone: post.timezone }
    })
    run(() => moveAll(work, times)).catch(notifyOfProblem)
  }
  return (
    <SelectedBar count={posts.length} most={MOST_POSTS} onClear={onClear}>
      <Button variant="default" leftSection={<ChevronLeftIcon />} onClick={() => moveBy(-1)}>
        {planning.dayEarlier}
      </Button>
      <Button variant="default" leftSection={<ChevronRightIcon />} onClick={() => moveBy(1)}>
        {planning.dayLater}
      </Button>
      <Button
        variant="default"
        onClick={() =>
          void run(async () => {
            await unscheduleAll(work, posts)
            onClear()
          }).catch(notifyOfProblem)
        }
      >
        {shared.unschedule}
      </Button>
    </SelectedBar>
  )
}
