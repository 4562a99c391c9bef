import { CloudIcon, DeviceDesktopIcon, UploadIcon } from '@primer/octicons-react'
import type { PlannedPostBody } from '../../../../core/posts/planned-post-body.ts'
import { useStrings } from '../strings/language.tsx'
import classes from './where-badge.module.css'

export type Place = 'local' | 'cloud' | 'moving'

/** Who publishes it; null when it is over. */
export function placeOfPost({ status, handover }: PlannedPostBody): Place | null {
  if (status === 'PUBLISHED' || status === 'FAILED' || status === 'DRAFT') return null
  if (handover === null) return 'local'
  return handover === 'cloud' ? 'cloud' : 'moving'
}

export const PLACE_ICONS = { local: DeviceDesktopIcon, cloud: CloudIcon, moving: UploadIcon }

/** The sign of it; the words for those who do not see it. */
export function WhereSign({ post }: { readonly post: PlannedPostBody }) {
  const { plan } = useStrings()
  const place = placeOfPost(post)
  if (place === null) return null
  const PlaceIcon = PLACE_ICONS[place]
  return (
    <span className={classes.sign} data-place={place} title={`${plan.places[place]}: ${plan.meaning[place]}`}>
      <PlaceIcon size={12} aria-label={plan.places[place]} />
    </span>
  )
}

/** The sign, its name and what it means. */
export function WhereBadge({ place }: { readonly place: Place }) {
  const { plan } = useStrings()
  const PlaceIcon = PLACE_ICONS[place]
  return (
    <span className={classes.badge}>
      <span className={classes.sign} data-place={place}>
        <PlaceIcon size={14} />
      </span>
      <span>
        <strong>{plan.places[place]}</strong>: {plan.meaning[place]}
      </span>
    </span>
  )
}
