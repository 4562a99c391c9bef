import { DAY } from '../../../core/time.ts'
import type { SecondPublish } from '../behaviour.ts'
import type { Media } from '../records.ts'
import { containerStatus } from './container-status.ts'
import { badParameter, refuse } from './refusals.ts'
import type { GraphCall } from './ports.ts'

/**
 * `POST /{ig-user}/media_publish`: the one call that makes something visible. It has no key that would make it safe to
 * repeat. Between the checks and the write nothing is awaited, so two calls at once meet each other in order.
 */
export const publishContainer: GraphCall = ({ state, clock, behaviour }, { input }) => {
  const creationId = input.text('creation_id')
  if (creationId === null) throw badParameter('The parameter creation_id is required.')
  const container = state.container(creationId)
  // An id of something else is not found; one that nothing has is told like one that expired.
  if (!container) throw refuse(state.live(creationId) ? 'mediaNotFound' : 'containerUnknown')
  const now = clock.now()
  const first = state.mediaOf(container.id)
  if (first) {
    const again = publishedBefore(first, container.script.secondPublish)
    if (again) return { id: again.id }
  } else {
    const status = containerStatus(state, container, now)
    if (status === 'EXPIRED') throw refuse('containerUnknown')
    if (status !== 'FINISHED') throw refuse('notReady')
  }
  if (state.publishesSince(now - DAY) >= behaviour.quota) throw refuse('quotaReached')
  return { id: state.publish(container, now).id }
}

/** The media to answer with; null where the platform would publish once more. */
function publishedBefore(first: Media, mode: SecondPublish): Media | null {
  switch (mode) {
    case 'error-2207006':
      throw refuse('mediaNotFound')
    case 'error-2207008':
      throw refuse('containerUnknown')
    case 'same-id':
      return first
    case 'duplicate':
      return null
  }
}
