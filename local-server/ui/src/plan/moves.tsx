// From what was dropped where to what is stored: what is past is refused, what the clocks leave open is asked, and what was done can be
// undone.
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState, type ReactNode } from 'react'
import type { PostBody } from '../../../../core/api/posts.ts'
import { MOST_POSTS } from '../../../../core/rules/content/content-limits.ts'
import type { PlannedPostBody } from '../../../../core/features/posts/bodies/planned-post-body.ts'
import { resolveWallTime, wallTimeAt, wallTimeOf } from '../../../../core/rules/times/wall-time.ts'
import type { Day } from '../../../../core/rules/times/calendar-days.ts'
import { toIso, type Instant } from '../../../../core/time.ts'
import { lazyPage } from '../app/lazy-page.tsx'
import { useUnsavedDrafts } from '../compose/composer.tsx'
import { useDefaultAccount } from '../shared/accounts/default-account.ts'
import { handMedia } from '../shared/handed-media.ts'
import { OnDemand, useIsLater, useLast } from '../shared/on-demand.tsx'
import { NEW_POST, useOverlays } from '../shared/overlay-address.ts'
import { notify, notifyOfProblem } from '../shared/notifications.ts'
import { captionStart } from '../posts/post-name.ts'
import { isGone, postQuery } from '../posts/post-queries.ts'
import { useStrings } from '../strings/language.tsx'
import { useCancelSchedule } from '../posts/post-mutations.ts'
import { offerUndoAfter } from '../shared/undo.tsx'
import { useSelection } from '../shared/use-selection.ts'
import type { ShownVersion } from '../shared/versions.ts'
import { useCalendarTimes } from './clock/calendar-zone.tsx'
import { Drag } from './drag/drag.tsx'
import { dropOn, type Cargo, type Drop, type DropTarget } from './drag/drop-targets.ts'
import { useWork } from './drag/work.ts'
import type { Steps } from './drag/by-keyboard.ts'
import { canMove, type PlannedTile } from './planned-tiles.ts'
import { usePlanAddress } from './plan-address.ts'
import { useReschedule, useScheduleDraft, useSwap, type NewTime, useUnschedule } from './plan-queries.ts'
import type { ClockQuestion } from './time-dialogs.tsx'

const ChosenBar = lazyPage(async () => (await import('./drag/carry-out.tsx')).ChosenBar)
const HoveredPreview = lazyPage(async () => (await import('./card/hovered-preview.tsx')).HoveredPreview)
const PostPanel = lazyPage(async () => (await import('./post-panel.tsx')).PostPanel)
const ClockQuestionDialog = lazyPage(async () => (await import('./time-dialogs.tsx')).ClockQuestionDialog)

const timeOf = (post: PlannedPostBody): NewTime => ({
  post,
  at: Date.parse(post.at),
  timeZone: post.timezone,
})

function useMoves() {
  const { plan } = useStrings()
  const { zone, inMessage } = useCalendarTimes()
  const { mutateAsync: reschedule } = useReschedule()
  const { mutateAsync: swapTimes } = useSwap()
  const { mutateAsync: schedule } = useScheduleDraft()
  const { mutateAsync: takeBack } = useCancelSchedule()
  const takeFromPlan = useUnschedule()
  const openUnsaved = useUnsavedDrafts()
  const [question, setQuestion] = useState<ClockQuestion | null>(null)
  const end = (done: Promise<void>, post: PlannedPostBody) =>
    done.then(() => keepFocusOn(post)).catch(notifyOfProblem)

  /** A post keeps its own zone; a draft is planned by the clocks of the calendar. */
  const settle = (post: PlannedPostBody, at: Instant) => {
    const isDraft = post.status === 'DRAFT'
    if (!isDraft && at === Date.parse(post.at)) return
    if (at <= Date.now()) return notify(plan.past)
    if (isDraft && openUnsaved(post.id, wallTimeAt(at, zone))) return
    const move = () => {
      const moved = reschedule({ post, at, timeZone: post.timezone })
      const message = plan.movedTo(inMessage(at))
      // To a time that is over, there is no way back.
      if (Date.parse(post.at) <= Date.now()) return moved.then(() => notify(message))
      return offerUndoOf(moved, { post, message }, (made) => reschedule({ ...timeOf(post), post: made }))
    }
    const done = isDraft
      ? offerUndoOf(
          schedule({ post, at, timeZone: zone }),
          { post, message: plan.scheduledFor(inMessage(at)) },
          () => takeBack(post.id),
        )
      : move()
    void end(done, post)
  }

  const swap = (one: PlannedPostBody, other: PlannedPostBody) => {
    const [first, second] = [timeOf(one), timeOf(other)]
    const exchange = (shown: readonly ShownVersion[], to: Instant, from: Instant) =>
      swapTimes([
        { ...first, post: shown[0] ?? first.post, at: to },
        { ...second, post: shown[1] ?? second.post, at: from },
      ])
    if (Math.min(first.at, second.at) <= Date.now()) return notify(plan.past)
    const done = exchange([one, other], second.at, first.at)
    const undo = (moved: readonly ShownVersion[]) => exchange(moved, first.at, second.at)
    void end(offerUndoOf(done, { post: one, message: plan.swapped }, undo), one)
  }

  const unschedule = (post: PlannedPostBody) =>
    void end(
      takeFromPlan(post, Date.parse(post.at), () => keepFocusOn(post)),
      post,
    )

  const drop = (post: PlannedPostBody, to: Drop) => {
    if (to.kind === 'unschedule') return unschedule(post)
    if (to.kind === 'swap') return swap(post, to.other)
    if (to.kind === 'slot') return settle(post, to.at)
    const asked = resolveWallTime({ wall: to.wall, timeZone: zone, choice: null })
    if (asked.kind === 'instant') settle(post, asked.at)
    else if (asked.kind !== 'invalid') setQuestion({ asked, wall: to.wall, post })
  }

  /** Null: it stays where it is. */
  const answer = (at: Instant | null) => {
    setQuestion(null)
    if (at !== null && question) settle(question.post, at)
  }
  return { drop, unschedule, question, answer }
}

/** The button that undoes it goes with its message, and focus moves to the card. */
function offerUndoOf<Done>(
  done: Promise<Done>,
  { post, message }: { readonly post: PlannedPostBody; readonly message: string },
  undo: (made: Done) => Promise<unknown>,
): Promise<void> {
  return offerUndoAfter(done, message, async () => {
    await undo(await done)
    keepFocusOn(post)
  })
}

/** The card that had the focus has moved: focus follows it. */
function keepFocusOn({ id }: PlannedPostBody): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return
    const card = document.querySelector<HTMLElement>(`[data-drag="${id}"]`)
    ;(card?.matches('button') ? card : card?.querySelector('a'))?.focus({ preventScroll: true })
  })
}

/** A post as it is now: also when another time, or what became of it, has taken it out of the view. */
function useCurrent(id: string | null, tiles: readonly PlannedTile[]): PlannedPostBody | null {
  const listed = tiles.find(({ post }) => post.id === id)?.post
  const isElsewhere = id !== null && listed === undefined
  const { data: stored, error } = useQuery({ ...postQuery(id ?? ''), enabled: isElsewhere })
  const elsewhere = useMemo(() => stored && asPlanned(stored), [stored])
  // The last version is shown until the post has been read again.
  const last = useLast(listed ?? elsewhere ?? null)
  return last?.id === id && !(isElsewhere && isGone(error)) ? last : null
}

function asPlanned(post: PostBody): PlannedPostBody {
  const at = toIso(Date.parse(post.publishedAt ?? post.scheduledFor ?? post.createdAt))
  const { mediaFiles } = post
  return { ...post, at, mediaCount: mediaFiles.length, thumbnailUrl: mediaFiles[0]?.thumbnailUrl ?? null }
}

interface CardsProps {
  /** All that was read, whether on the screen or not. */
  readonly tiles: readonly PlannedTile[]
  /** Those among them that no filter hides: nothing else is chosen. */
  readonly shown?: readonly PlannedTile[]
  /** Those that are not drawn are in the view, too: they come with scrolling. */
  readonly isVirtual?: boolean
  readonly steps: Steps
  /** The time of a draft that is dropped on a day. */
  readonly timeOn: (day: Day, accountId: string | null) => string
  readonly children: ReactNode
}

/** Cards can be opened, chosen, and carried from anywhere to anywhere in it. */
export function Cards({ tiles, shown = tiles, isVirtual, steps, timeOn, children }: CardsProps) {
  const [, change] = usePlanAddress()
  const { zone } = useCalendarTimes()
  const isLater = useIsLater()
  const moves = useMoves()
  const carryOut = useCarryOut()
  const { panel, openPanel, close } = useOverlays()
  const current = useCurrent(panel, tiles)
  const listIds = () => idsInOrder(isVirtual ? tiles.filter(({ post }) => canMove(post)) : onScreen(tiles))
  const selection = useSelection(listIds, MOST_POSTS)
  const chosen = useMemo(
    () => shown.flatMap(({ post }) => (selection.chosen.includes(post.id) && canMove(post) ? post : [])),
    [shown, selection.chosen],
  )
  const sentenceOf = useDropSentence()
  const say = (cargo: Cargo, target: DropTarget) => {
    const drop = dropOn(cargo, target, { zone, timeOn })
    return drop && sentenceOf(cargo, drop)
  }
  const act = (cargo: Cargo, target: DropTarget) => {
    const drop = dropOn(cargo, target, { zone, timeOn })
    if (drop === null) return
    if (cargo.kind === 'posts' && cargo.posts.length === 1 && !cargo.isCopy) moves.drop(cargo.posts[0], drop)
    else carryOut(cargo, drop)
  }
  return (
    <>
      <Drag
        steps={steps}
        selection={selection}
        chosen={chosen}
        say={say}
        onDrop={act}
        onOpen={({ id }) => openPanel(id)}
      >
        {children}
      </Drag>
      <OnDemand when={chosen.length > 0}>
        <ChosenBar posts={chosen} onClear={selection.clear} />
      </OnDemand>
      <OnDemand when={isLater}>
        <HoveredPreview tiles={tiles} />
      </OnDemand>
      <OnDemand when={panel !== null}>
        <PostPanel
          post={current}
          onUnschedule={(post) => {
            close()
            moves.unschedule(post)
          }}
          // The browser's way back leads to its day.
          onLeave={({ at }) => change({ day: wallTimeOf(Date.parse(at), zone).slice(0, 10) }, true)}
          onClose={close}
        />
      </OnDemand>
      <OnDemand when={moves.question !== null}>
        <ClockQuestionDialog question={moves.question} onAnswer={moves.answer} />
      </OnDemand>
    </>
  )
}

/** What can be chosen: nothing that a filter or a full day hides. */
function onScreen(tiles: readonly PlannedTile[]): PlannedTile[] {
  const cards = document.querySelectorAll<HTMLElement>('main button[data-drag]')
  const shown = new Set(Array.from(cards, ({ dataset }) => dataset['drag']))
  return tiles.filter(({ post }) => shown.has(post.id))
}

const idsInOrder = (tiles: readonly PlannedTile[]) =>
  tiles.toSorted((a, b) => a.at - b.at).map(({ post }) => post.id)

function useDropSentence(): (cargo: Cargo, drop: Drop) => string {
  const { plan, shared, posts } = useStrings()
  const times = useCalendarTimes()
  return (cargo, drop) => {
    if (drop.kind === 'swap') return plan.swapWith(captionStart(drop.other.caption) ?? posts.noCaption)
    const isCopy = cargo.kind === 'posts' && cargo.isCopy
    const where =
      drop.kind === 'unschedule'
        ? isCopy
          ? plan.statuses.drafts
          : shared.unschedule
        : drop.kind === 'slot'
          ? times.dayAndTime(drop.at)
          : times.wall(drop.wall)
    const said = isCopy ? plan.copyTo(where) : where
    return cargo.kind === 'posts' && cargo.posts.length > 1
      ? `${plan.chosen(cargo.posts.length)} · ${said}`
      : said
  }
}

/** For what is more than one post at another time. A file needs an account: without one, the form asks for it. */
function useCarryOut(): (cargo: Cargo, drop: Drop) => void {
  const work = useWork()
  const { open } = useOverlays()
  const account = useDefaultAccount()
  return (cargo, drop) => {
    const accountId = drop.kind === 'slot' ? drop.accountId : account
    if (cargo.kind === 'file' && accountId === null) {
      handMedia([cargo.file])
      return open(NEW_POST, drop.kind === 'move' ? { wall: drop.wall, zone: work.zone } : undefined)
    }
    import('./drag/carry-out.tsx')
      .then(({ carryOut }) => carryOut(work, cargo, drop, accountId ?? ''))
      .catch(notifyOfProblem)
  }
}
