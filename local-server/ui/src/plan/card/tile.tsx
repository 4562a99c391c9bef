import {
  AlertIcon,
  CheckCircleFillIcon,
  ClockIcon,
  DeviceCameraVideoIcon,
  DeviceMobileIcon,
  ImageIcon,
  QuestionIcon,
  StackIcon,
  SyncIcon,
  XCircleFillIcon,
  type Icon,
} from '@primer/octicons-react'
import { memo } from 'react'
import { delayedUntil } from '../../../../../core/posts/next-step.ts'
import type { PlannedPostBody } from '../../../../../core/posts/bodies/planned-post-body.ts'
import { useStrings } from '../../strings/language.tsx'
import { useCalendarTimes } from '../clock/calendar-zone.tsx'
import type { MediaType } from '../media-types.ts'
import { canMove, type PlannedTile } from '../planned-tiles.ts'
import { AccountBadge, UnusualOwner } from './card-facts.tsx'
import classes from './tile.module.css'

/** A photo is what one expects. */
const TYPE_ICONS: Record<MediaType, Icon | null> = {
  IMAGE: null,
  REELS: DeviceCameraVideoIcon,
  STORIES: DeviceMobileIcon,
  CAROUSEL: StackIcon,
}

interface TileProps {
  readonly tile: PlannedTile
  readonly onOpen: (post: PlannedPostBody) => void
  /** The only one of its day shows a large picture; `row`: one below the other; `line`: as wide as the page. */
  readonly size?: 'alone' | 'row' | 'line'
}

/** A post in the plan: its picture, its time, and a mark where it is not as one expects. Its words are its accessible name. */
export const Tile = memo(function Tile({ tile: { post, at }, onOpen, size = 'row' }: TileProps) {
  const { plan } = useStrings()
  const { clock, repeatedOffset } = useCalendarTimes()
  const offset = repeatedOffset(at)
  return (
    <button
      type="button"
      className={classes.tile}
      data-status={post.status}
      data-size={size}
      data-drag={canMove(post) ? post.id : undefined}
      onClick={() => onOpen(post)}
    >
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
          <UnusualOwner post={post} />
        </span>
        <span className={classes.caption} dir="auto">
          {firstWords(post.caption) ?? plan.noCaption}
        </span>
      </span>
    </button>
  )
})

export function TilePicture({ post }: { readonly post: PlannedPostBody }) {
  const { plan } = useStrings()
  const TypeIcon = TYPE_ICONS[post.mediaType]
  return (
    <span className={classes.picture}>
      {post.thumbnailUrl === null ? (
        <ImageIcon size={16} />
      ) : (
        <img src={post.thumbnailUrl} alt="" draggable={false} loading="lazy" decoding="async" />
      )}
      <span className={classes.account}>
        <AccountBadge accountId={post.platformAccountId} />
      </span>
      {TypeIcon && (
        <span className={classes.type}>
          <TypeIcon size={12} aria-label={plan.types[post.mediaType]} />
        </span>
      )}
    </span>
  )
}

/** Nothing for a post that waits for its time, which is what most do. */
function StateMark({ post }: { readonly post: PlannedPostBody }) {
  const { plan, posts } = useStrings()
  if (post.status === 'PUBLISHED' && post.publishOutcome !== 'unconfirmed') {
    return (
      <span className={classes.live}>
        <CheckCircleFillIcon size={12} aria-label={posts.status.PUBLISHED} />
      </span>
    )
  }
  const [state, MarkIcon, words] = unusualState(post, plan.late, posts.status) ?? []
  if (MarkIcon === undefined) return null
  return (
    <span className={classes.mark} data-state={state}>
      <MarkIcon size={12} />
      {words}
    </span>
  )
}

function unusualState(
  post: PlannedPostBody,
  late: string,
  words: Record<PlannedPostBody['status'] | 'UNCONFIRMED', string>,
): readonly ['failed' | 'late' | 'underWay', Icon, string] | null {
  if (post.publishOutcome === 'unconfirmed') return ['failed', QuestionIcon, words.UNCONFIRMED]
  if (post.status === 'FAILED') return ['failed', XCircleFillIcon, words.FAILED]
  const now = Date.now()
  if (delayedUntil(post, now) !== null) return ['late', ClockIcon, late]
  if (post.status !== 'SCHEDULED') return ['underWay', SyncIcon, words[post.status]]
  return Date.parse(post.at) < now ? ['late', ClockIcon, late] : null
}

const MOST_LETTERS = 80

/** Enough of a caption to know it by; null without one. */
export function firstWords(caption: string | null): string | null {
  const line = caption?.trim().split(/\s+/).slice(0, 16).join(' ') ?? ''
  if (line === '') return null
  return line.length > MOST_LETTERS ? `${line.slice(0, MOST_LETTERS)}…` : line
}
