// Reads and deletion of a Page's post.
import { fieldPicker, type NodeType } from '../graph/reads/fields.ts'
import { platformTime } from '../graph/platform-time.ts'
import type { GraphCall, GraphPorts, ReceivedGraphCall } from '../graph/ports.ts'
import { objectMissing, graphErrorOf } from '../graph/refusals.ts'
import { hasScope, reachPage } from '../tokens/reach.ts'
import { fromFailure, pageError } from './page-error.ts'
import { isPageVideo, type PageObject, permalinkPath } from './page-object.ts'
import type { VideoPhase } from './page-state.ts'
import { pageVideo } from './page-video.ts'

interface Reading {
  /** By which it was asked for: its own, or that of the post that shows it. */
  readonly id: string
  readonly object: PageObject
  readonly phase: VideoPhase
  readonly bytesArrived: number
  readonly failure: string | null
}

/** `GET /{post|photo|video}` */
export const readPageObject: GraphCall = async (ports, request) => {
  const { pages, arrivals, files, clock, waitsForMedia } = ports
  const object = reachedObject(ports, request)
  if (isPageVideo(object)) arrivals.fetch(pageVideo(object))
  if (waitsForMedia) await arrivals.settled(object.id)
  const phase = isPageVideo(object) ? pages.phaseOf(object, clock.now()) : 'ready'
  const bytesArrived = (await files.file(object.id))?.size ?? 0
  const failure = object.script.failure ?? ports.state.arrivalOf(object.id)?.failure ?? null
  const { nodeId: id, input } = request
  const node = isPageVideo(object) && id === object.id ? VIDEO : postNode(ports)
  return fieldPicker(node, input.text('fields'))({ id, object, phase, bytesArrived, failure })
}

/** `DELETE /{post|photo|video}` */
export const deletePageObject: GraphCall = (ports, request) => {
  const object = reachedObject(ports, request)
  const { caller } = request
  if (caller.facts.kind !== 'page') throw graphErrorOf('pageTokenNeeded')
  if (!hasScope(caller, 'pages_manage_posts')) throw graphErrorOf('pagePermissionMissing')
  ports.pages.remove(object, ports.clock.now())
  return { success: true }
}

function reachedObject({ pages }: GraphPorts, { caller, nodeId, method }: ReceivedGraphCall): PageObject {
  const object = pages.find(nodeId)
  if (!object || !reachPage(caller, object.pageId)) throw objectMissing(nodeId, method)
  return object
}

const SHARED_FIELDS: NodeType<Reading>['fields'] = {
  id: ({ id }) => id,
  created_time: ({ object }) => platformTime(object.createdAt),
  from: ({ object }) => ({ id: object.pageId }),
}

/** Also of a photo. */
function postNode({ origin }: GraphPorts): NodeType<Reading> {
  return {
    name: 'Post',
    byDefault: ['id', 'created_time'],
    fields: {
      ...SHARED_FIELDS,
      message: ({ object }) => object.text ?? undefined,
      is_published: ({ object, phase }) => object.publishedAt !== null && phase === 'ready',
      permalink_url: ({ object }) => `${origin()}/sandbox/www.facebook.com${permalinkPath(object)}`,
    },
  }
}

/** It has a status, and for an address a path alone. */
const VIDEO: NodeType<Reading> = {
  name: 'Video',
  byDefault: ['id', 'created_time'],
  fields: {
    ...SHARED_FIELDS,
    description: ({ object }) => object.text ?? undefined,
    title: ({ object }) => object.title ?? undefined,
    post_id: ({ object }) => object.postId ?? undefined,
    permalink_url: ({ object }) => permalinkPath(object),
    status: (reading) => videoStatus(reading),
  },
}

const PROCESSING_STATUS: Readonly<Record<VideoPhase, string>> = {
  uploading: 'not_started',
  processing: 'in_progress',
  ready: 'complete',
  error: 'error',
}

function videoStatus({ object, phase, bytesArrived, failure }: Reading): object {
  const isSent = phase !== 'uploading'
  const isAccepted = isSent && object.publishedAt === null
  const published = phase === 'ready' && object.publishedAt !== null
  return {
    video_status: isAccepted ? 'upload_complete' : phase,
    uploading_phase: { status: isSent ? 'complete' : 'in_progress', bytes_transfered: bytesArrived },
    processing_phase: {
      status: PROCESSING_STATUS[phase],
      ...(phase === 'error' && { error: failureShown(failure) }),
    },
    publishing_phase: {
      status: published ? 'complete' : 'not_started',
      ...(published && { publish_status: 'published', publish_time: platformTime(object.publishedAt ?? 0) }),
    },
  }
}

function failureShown(failure: string | null): object {
  const known = failure === null ? null : fromFailure(failure)
  if (known === null) return { message: failure ?? 'The video could not be processed.' }
  const { code, message } = pageError(known).facts
  return { code: known, message: `(#${code}) ${message}` }
}
