import {
  AlertIcon,
  DeviceCameraVideoIcon,
  DeviceMobileIcon,
  ImageIcon,
  StackIcon,
  type Icon,
} from '@primer/octicons-react'
import { memo } from 'react'
import type { PlannedPostBody } from '../../../../../core/posts/bodies/planned-post-body.ts'
import { StatusBadge } from '../../posts/status-badge.tsx'
import { useStrings } from '../../strings/language.tsx'
import { AccountBadge } from './account-badge.tsx'
import { useCalendarTimes } from '../clock/calendar-zone.tsx'
import type { MediaType } from '../media-types.ts'
import { canMove, type PlannedTile } from '../planned-tiles.ts'
import classes from './tile.module.css'
import { OwnerIcon } from './owner-badge.tsx'

const TYPE_ICONS: Record<MediaType, Icon> = {
  IMAGE: ImageIcon,
  REELS: DeviceCameraVideoIcon,
  STORIES: DeviceMobileIcon,
  CAROUSEL: StackIcon,
}

interface TileProps {
  readonly tile: PlannedTile
  readonly onOpen: (post: PlannedPostBody) => void
  /** Short form, for a column of a month or a week. */
  readonly small?: boolean
}

/** A post in the plan. Its words are its accessible name. */
export const Tile = memo(function Tile({ tile: { post, at }, onOpen, small = false }: TileProps) {
  const { plan } = useStrings()
  const { clock, repeatedOffset } = useCalendarTimes()
  const offset = repeatedOffset(at)
  const TypeIcon = TYPE_ICONS[post.mediaType]
  return (
    <button
      type="button"
      className={classes.tile}
      data-status={post.publishOutcome === 'unconfirmed' ? 'FAILED' : post.status}
      data-small={small || undefined}
      data-drag={canMove(post) ? post.id : undefined}
      onClick={() => onOpen(post)}
    >
      <TilePicture url={post.thumbnailUrl} />
      <span className={classes.words}>
        <span className={classes.line}>
          <span className={classes.time}>{clock(at)}</span>
          {offset !== null && <span className={classes.offset}>UTC{offset}</span>}
        </span>
        <span className={classes.caption}>{firstWords(post.caption) ?? plan.noCaption}</span>
      </span>
      <span className={classes.foot}>
        <span className={classes.status}>
          <StatusBadge post={post} />
        </span>
        <span className={classes.signs}>
          <AccountBadge accountId={post.platformAccountId} />
          {post.warnings.length > 0 && (
            <span className={classes.warned}>
              <AlertIcon size={12} aria-label={plan.warned} />
            </span>
          )}
          <TypeIcon size={12} aria-label={plan.types[post.mediaType]} />
          <OwnerIcon post={post} />
        </span>
      </span>
    </button>
  )
})

export function TilePicture({ url }: { readonly url: string | null }) {
  return (
    <span className={classes.picture}>
      {url === null ? (
        <ImageIcon size={14} />
      ) : (
        <img src={url} alt="" draggable={false} loading="lazy" decoding="async" />
      )}
    </span>
  )
}

const MOST_LETTERS = 80

/** Enough of a caption to know it by; null without one. */
export function firstWords(caption: string | null): string | null {
  const line = caption?.trim().split(/\s+/).slice(0, 16).join(' ') ?? ''
  if (line === '') return null
  return line.length > MOST_LETTERS ? `${line.slice(0, MOST_LETTERS)}…` : line
}
