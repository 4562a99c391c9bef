import { DAY } from '../../../../core/time.ts'
import type { SecondPublish } from '../../behaviour/behaviour.ts'
import type { PublishRecord } from '../../state/records.ts'
import { containerStatus, seeToMedia } from './container-status.ts'
import { badParameter, objectMissing, graphErrorOf } from '../refusals.ts'
import type { AccountCall } from '../ports.ts'

/**
 * `POST /{ig-user}/media_publish`: the one call that makes something visible. It has no key that would make it safe to
 * repeat. Between the checks and the write nothing is awaited, so two calls at once meet each other in order.
 */
export const publishContainer: AccountCall = async (ports, { account, input, method }) => {
  const { state, clock, behaviour } = ports
  const creationId = input.required('creation_id')
  const container = state.container(creationId)
  // The id of a media is refused as not found; an unknown id is answered like an expired one.
  if (!container) throw graphErrorOf(state.live(creationId) ? 'mediaNotFound' : 'containerUnknown')
  if (container.accountId !== account.igUserId) throw objectMissing(creationId, method)
  // @NOTE The documents only say that the album is to be published, not how its parts are refused.
  if (container.mediaType === 'VIDEO') throw graphErrorOf('publishedAlone')
  if (container.isCarouselItem) throw badParameter('A carousel item cannot be published by itself.')
  await seeToMedia(ports, container)
  const now = clock.now()
  const first = state.mediaOf(container.id)
  if (first) {
    const again = publishedBefore(first, container.script.secondPublish)
    if (again) return { id: again.id }
  } else {
    const status = containerStatus(state, container, now)
    if (status === 'EXPIRED') throw graphErrorOf('containerUnknown')
    if (status !== 'FINISHED') throw graphErrorOf('notReady')
  }
  if (state.publishesSince(account.igUserId, now - DAY) >= behaviour.quota) throw graphErrorOf('quotaReached')
  return { id: state.publish(container, now).id }
}

/** The media to answer with; null where the platform would publish once more. */
function publishedBefore(first: PublishRecord, mode: SecondPublish): PublishRecord | null {
  switch (mode) {
    case 'error-2207006':
      throw graphErrorOf('mediaNotFound')
    case 'error-2207008':
      throw graphErrorOf('containerUnknown')
    case 'same-id':
      return first
    case 'duplicate':
      return null
  }
}
