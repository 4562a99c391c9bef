// The status of a container. Nothing is stored for it: the clock, its arrival and its script decide.
import { DAY, type Instant } from '../../../../core/time.ts'
import { holdsVideo, type Container } from '../../state/records.ts'
import type { SandboxState } from '../../state/state.ts'
import { reachAccount } from '../../tokens/reach.ts'
import { containerVideo } from '../../video/container-video.ts'
import { fieldPicker, type NodeType } from '../reads/fields.ts'
import { objectMissing } from '../refusals.ts'
import type { GraphCall, GraphPorts } from '../ports.ts'

export type ContainerStatusCode = 'IN_PROGRESS' | 'FINISHED' | 'PUBLISHED' | 'ERROR' | 'EXPIRED'

interface ContainerReading {
  readonly container: Container
  readonly status: ContainerStatusCode
  readonly failure: string | null
  readonly bytesArrived: number
}

const CONTAINER: NodeType<ContainerReading> = {
  name: 'IGMediaBuilder',
  fields: {
    id: ({ container }) => container.id,
    status_code: ({ status }) => status,
    status: ({ status, failure }) => (status === 'ERROR' && failure ? failure : SENTENCES[status]),
    copyright_check_status: () => ({ status: 'completed', matches_found: false }),
    // @NOTE Its shape on containers is not documented; this is the shape of a Page's video.
    video_status: ({ container, status, bytesArrived }) =>
      container.isResumable
        ? { uploading_phase: { status: uploadingPhase(status), bytes_transfered: bytesArrived } }
        : undefined,
  },
}

const SENTENCES: Record<ContainerStatusCode, string> = {
  IN_PROGRESS: 'In Progress: Media is still being processed.',
  FINISHED: 'Finished: Media has been uploaded and it is ready to be published.',
  PUBLISHED: 'Published: Media has been successfully published.',
  ERROR: 'Error: Media upload has failed with error code 2207082',
  EXPIRED: 'Expired: The container was not published within 24 hours.',
}

/** `GET /{container}`: no field of it ever shows the id of the media that it became. */
export const answerContainer: GraphCall = async (ports, { caller, nodeId, method, input }) => {
  const container = ports.state.container(nodeId)
  if (!container || !reachAccount(caller, container.accountId)) throw objectMissing(nodeId, method)
  const pick = fieldPicker(CONTAINER, input.text('fields'))
  await seeToMedia(ports, container)
  const file = container.isResumable ? await ports.files.file(container.id) : null
  const status = containerStatus(ports.state, container, ports.clock.now())
  return pick({
    container,
    status,
    failure: failureOf(ports.state, container),
    bytesArrived: file?.size ?? 0,
  })
}

/** Resumes a fetch that a restart interrupted, and waits for it where a test sets the clock. */
export async function seeToMedia(
  { arrivals, waitsForMedia }: GraphPorts,
  container: Container,
): Promise<void> {
  arrivals.fetch(containerVideo(container))
  if (waitsForMedia) await arrivals.settled(container.id)
}

/**
 * IN_PROGRESS  until its video is here and `processing` has passed; leaves for FINISHED or ERROR.
 * FINISHED     may be published; stays on display for `publishedLag` after it was.
 * PUBLISHED    the end of a published container, also when it is older than a day, and of the parts of an album.
 * ERROR        the end of one with a failure, of its script or of its video.
 * EXPIRED      the end of any other, 24 hours after its creation.
 */
export function containerStatus(
  state: SandboxState,
  container: Container,
  now: Instant,
): ContainerStatusCode {
  const { processing, publishedLag } = container.script
  const media = state.mediaOf(container.id)
  if (media) return now >= media.publishedAt + publishedLag ? 'PUBLISHED' : 'FINISHED'
  const since = holdsVideo(container) ? state.arrivalOf(container.id)?.at : container.createdAt
  const isProcessed = since !== undefined && processing !== null && now - since >= processing
  if (isProcessed && failureOf(state, container) !== null) return 'ERROR'
  if (now - container.createdAt >= DAY) return 'EXPIRED'
  return isProcessed ? 'FINISHED' : 'IN_PROGRESS'
}

function failureOf(state: SandboxState, container: Container): string | null {
  return container.script.failure ?? state.arrivalOf(container.id)?.failure ?? null
}

function uploadingPhase(status: ContainerStatusCode): string {
  if (status === 'ERROR') return 'error'
  return status === 'IN_PROGRESS' ? 'in_progress' : 'complete'
}
