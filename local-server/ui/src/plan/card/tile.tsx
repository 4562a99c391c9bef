import {
  AlertIcon,
  CheckCircleFillIcon,
  ClockIcon,
  QuestionIcon,
  StopIcon,
  SyncIcon,
  XCircleFillIcon,
  type Icon,
  DeviceCameraVideoIcon,
  DeviceMobileIcon,
  ImageIcon,
  StackIcon,
} from '@primer/octicons-react'
import { memo, Suspense } from 'react'
import { delayedUntil } from '../../../../../core/rules/publication/next-step.ts'
import type { PlannedPostBody } from '../../../../../core/features/posts/bodies/planned-post-body.ts'
import { lazyPage } from '../../app/lazy-page.tsx'
import { captionStart } from '../../posts/post-name.ts'
import { useStrings } from '../../strings/language.tsx'
import { useCalendarTimes } from '../clock/calendar-zone.tsx'
import { usePostCard } from '../drag/cards.ts'
import type { PlannedTile, ForeseenCode } from '../planned-tiles.ts'
import type { MediaType } from '../plan-address.ts'
import { SeriesMark, UnusualOwner, useForeseen, AccountBadge } from './card-facts.tsx'
import classes from './tile.module.css'

const LiveFigure = lazyPage(async () => (await import('../../insights/live-figure.tsx')).LiveFigure)

interface TileProps {
  readonly tile: PlannedTile
  /** The only one of its day shows a large picture; `row`: one below the other; `line`: as wide as the page. */
  readonly size?: 'alone' | 'row' | 'line'
}

/** A post in the plan: its picture, its time, and a mark where it is not as one expects. Its words are its accessible name. */
export const Tile = memo(function Tile({ tile: { post, at }, size = 'row' }: TileProps) {
  const { plan, posts } = useStrings()
  const { clock, repeatedOffset } = useCalendarTimes()
  const offset = repeatedOffset(at)
  return (
    <button {...usePostCard(post)} className={classes.tile} data-status={post.status} data-size={size}>
      <TilePicture post={post} />
      <span className={classes.words}>
        <span className={classes.line}>
          <span className={classes.time}>{clock(at)}</span>
          {offset !== null && <span className={classes.soft}>UTC{offset}</span>}
          <StateMark post={post} />
          {post.warnings.length > 0 && (
            <span className={classes.warned}>
              <AlertIcon size={12} aria-label={plan.warned} />
            </span>
          )}
          <SeriesMark postId={post.id} />
          <UnusualOwner post={post} />
        </span>
        <span className={classes.caption} dir="auto">
          {captionStart(post.caption) ?? posts.noCaption}
        </span>
      </span>
    </button>
  )
})

/** Nothing for a post that waits for its time, which is what most do. */
export function StateMark({ post }: { readonly post: PlannedPostBody }) {
  const { posts } = useStrings()
  const unusual = useUnusualState(post)
  if (post.status === 'PUBLISHED' && unusual === null) {
    return (
      <span className={classes.live}>
        <CheckCircleFillIcon size={12} aria-label={posts.status.PUBLISHED} />
        <Suspense fallback={null}>
          <LiveFigure post={post} />
        </Suspense>
      </span>
    )
  }
  if (unusual === null) return null
  const [state, MarkIcon, words] = unusual
  return (
    <span className={classes.mark} data-state={state} title={words}>
      <MarkIcon size={12} />
      {words}
    </span>
  )
}

/** Null for a post that is as one expects: it waits for its time, or is live. */
export function useUnusualState(post: PlannedPostBody): UnusualState | null {
  const { plan, posts } = useStrings()
  const foreseen = useForeseen(post.id)
  const { status } = post
  const now = Date.now()
  const isDelayed = delayedUntil(post, now) !== null
  if (post.publishOutcome === 'unconfirmed') return ['failed', QuestionIcon, posts.status.UNCONFIRMED]
  if (status === 'PUBLISHED') return null
  if (status === 'FAILED') return ['failed', XCircleFillIcon, posts.status.FAILED]
  const isLate = status === 'SCHEDULED' ? Date.parse(post.at) < now : isDelayed
  if (isLate) return ['late', ClockIcon, plan.late]
  if (status !== 'SCHEDULED') return ['underWay', SyncIcon, posts.status[status]]
  const code = foreseen ?? (isDelayed ? 'POST_WILL_BE_LATE' : undefined)
  return code === undefined ? null : [...FORESEEN[code], plan.foreseen[code]]
}

type UnusualState = readonly ['failed' | 'late' | 'underWay', Icon, string]

const FORESEEN = {
  POST_WILL_FAIL: ['failed', StopIcon],
  POST_WILL_BE_LATE: ['late', ClockIcon],
  POST_WILL_BE_INCOMPLETE: ['late', AlertIcon],
} as const satisfies Record<ForeseenCode, readonly [string, Icon]>

/** A photo is what one expects. */
const TYPE_ICONS: Record<MediaType, Icon | null> = {
  IMAGE: null,
  REELS: DeviceCameraVideoIcon,
  STORIES: DeviceMobileIcon,
  CAROUSEL: StackIcon,
}

/** The picture of a post, with what distinguishes it from others. */
export function TilePicture({ post }: { readonly post: PlannedPostBody }) {
  const { posts } = useStrings()
  const TypeIcon = TYPE_ICONS[post.mediaType]
  return (
    <span className={classes.picture}>
      {post.thumbnailUrl === null ? (
        <ImageIcon size={16} />
      ) : (
        <img src={post.thumbnailUrl} alt="" draggable={false} loading="lazy" decoding="async" />
      )}
      <span className={classes.account} data-account>
        <AccountBadge accountId={post.platformAccountId} />
      </span>
      {TypeIcon && (
        <span className={classes.type}>
          <TypeIcon size={12} aria-label={posts.type[post.mediaType]} />
        </span>
      )}
    </span>
  )
}
