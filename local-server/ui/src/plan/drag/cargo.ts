// What dnd-kit hands on of what is carried, and of where it is.
import type { Collision } from '@dnd-kit/core'
import type { MediaFileBody } from '../../../../../core/api/media.ts'
import type { PlannedPostBody } from '../../../../../core/features/posts/bodies/planned-post-body.ts'
import { twoDigits, type Cargo, type DropTarget } from './drop-targets.ts'

/** What can be dropped on, as it is declared: a pointer finds the quarters of an hour. */
export type DropPlace = Exclude<DropTarget, { kind: 'time' }>

/** What one card or file of the library stands for. */
export type CarriedData = { readonly post: PlannedPostBody } | { readonly file: MediaFileBody }

/** What the library hands on of a card, or of a place. */
export interface Carrier {
  readonly data: { readonly current?: unknown }
}

/** All that moves with it: a chosen post takes the others along. */
export function cargoOf(
  { data }: Carrier,
  { chosen, isCopy }: { readonly chosen: readonly PlannedPostBody[]; readonly isCopy: boolean },
): Cargo {
  const carried = data.current as CarriedData
  if ('file' in carried) return { kind: 'file', file: carried.file }
  const { post } = carried
  const others = chosen.filter(({ id }) => id !== post.id)
  return { kind: 'posts', posts: [post, ...(others.length < chosen.length ? others : [])], isCopy }
}

export function targetIn(collisions: readonly Collision[] | null): DropTarget | null {
  return (collisions?.[0]?.data?.['target'] as DropTarget | undefined) ?? null
}

/** `quarter`: minutes, or null for the keyboard, which goes from hour to hour. */
export function targetOf({ data }: Carrier, quarter: string | null): DropTarget | null {
  const place = (data.current ?? null) as DropPlace | null
  if (place?.kind !== 'hour' || quarter === null) return place
  return { kind: 'time', day: place.day, time: `${twoDigits(place.hour)}:${quarter}` }
}

/** What lies in a day counts only for a card that can be dropped on it. */
export const takesAnyCard = ({ kind }: DropTarget) => kind !== 'post' && kind !== 'slot'

export function dropIdOf(place: DropPlace): string {
  if (place.kind === 'day') return place.day
  if (place.kind === 'hour') return `${place.day}T${twoDigits(place.hour)}`
  if (place.kind === 'slot') return `slot:${place.accountId}:${place.at}`
  return place.kind === 'post' ? `post:${place.post.id}` : place.kind
}
