// What a container answers about itself. Nothing is stored for it: the clock and the container's script decide.
import { DAY, type Instant } from '../../../core/time.ts'
import type { Container } from '../records.ts'
import type { SandboxState } from '../state.ts'
import { fieldPicker, type NodeType } from './fields.ts'
import { objectMissing } from './refusals.ts'
import type { GraphCall } from './ports.ts'

export type ContainerStatus = 'IN_PROGRESS' | 'FINISHED' | 'PUBLISHED' | 'ERROR' | 'EXPIRED'

interface ContainerReading {
  readonly container: Container
  readonly status: ContainerStatus
}

const CONTAINER: NodeType<ContainerReading> = {
  name: 'IGMediaBuilder',
  byDefault: [],
  always: ['id'],
  fields: {
    id: ({ container }) => container.id,
    status_code: ({ status }) => status,
    status: ({ container, status }) => container.script.failure ?? SENTENCES[status],
    copyright_check_status: () => ({ status: 'completed', matches_found: false }),
  },
}

const SENTENCES: Record<ContainerStatus, string> = {
  IN_PROGRESS: 'In Progress: Media is still being processed.',
  FINISHED: 'Finished: Media has been uploaded and it is ready to be published.',
  PUBLISHED: 'Published: Media has been successfully published.',
  ERROR: 'Error: Media upload has failed with error code 2207082',
  EXPIRED: 'Expired: The container was not published within 24 hours.',
}

/** `GET /{container}`: no field of it ever tells the id of the media that it became. */
export const readContainer: GraphCall = ({ state, clock }, { nodeId, method, input }) => {
  const container = state.container(nodeId)
  if (!container) throw objectMissing(nodeId, method)
  const pick = fieldPicker(CONTAINER, input.text('fields'))
  return pick({ container, status: containerStatus(state, container, clock.now()) })
}

/**
 * IN_PROGRESS  until `processing` has passed; leaves for FINISHED or ERROR.
 * FINISHED     may be published; stays on display for `publishedLag` after it was.
 * PUBLISHED    the end of a published container, also when it is older than a day.
 * ERROR        the end of one with a `failure`.
 * EXPIRED      the end of any other, 24 hours after its creation.
 */
export function containerStatus(state: SandboxState, container: Container, now: Instant): ContainerStatus {
  const { processing, failure, publishedLag } = container.script
  const media = state.mediaOf(container.id)
  if (media) return now >= media.publishedAt + publishedLag ? 'PUBLISHED' : 'FINISHED'
  const age = now - container.createdAt
  if (age >= DAY) return 'EXPIRED'
  if (processing === null || age < processing) return 'IN_PROGRESS'
  return failure === null ? 'FINISHED' : 'ERROR'
}
