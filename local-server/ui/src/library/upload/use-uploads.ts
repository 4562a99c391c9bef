import { MutationObserver, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import type { MediaFileBody } from '../../../../../core/api/media.ts'
import { ApiError, apiError, ServerGone } from '../../api-client.ts'
import { askBeforeLeaving } from '../../shared/before-leaving.ts'
import { systemQuery } from '../../shared/queries.ts'
import { noteMedia } from '../media-queries.ts'
import { createUploadQueue, type FileUpload, type SendOptions, type UploadQueue } from './upload-queue.ts'
import { browsersOwn, toJpeg } from './read-by-browser.ts'

const queues = new WeakMap<QueryClient, Map<string, UploadQueue>>()

export type Uploads = ReturnType<typeof useUploads>

/** `place` names whom the files are for: what is under way when its component goes away is handed over when it comes back. */
export function useUploads(
  place: string,
  onStored: (media: readonly MediaFileBody[], ids: readonly number[]) => void,
) {
  const queue = queueAt(useQueryClient(), place)
  const uploads = useSyncExternalStore(queue.subscribe, queue.uploads)
  const take = useEffectEvent(onStored)
  useEffect(() => queue.handTo((media, ids) => take(media, ids)), [queue])
  const maxBytes = useMaxBytes()
  const { add, refuse, retry, remove } = queue
  /** Shows those that could only be refused, and returns the others. */
  const sift = (files: readonly File[]) =>
    files.filter((file) => {
      const refusal = refusedFileOf(file, maxBytes)
      if (refusal !== null) refuse(file, refusal)
      return refusal === null
    })
  return { uploads, add, sift, retry, remove }
}

/**
 * Sends a file, or shows why it could only be refused, and returns the id of its upload: also before what it is for is on the
 * screen.
 */
export function useSendFile(place: string): (file: File) => number {
  const { add, refuse } = queueAt(useQueryClient(), place)
  const maxBytes = useMaxBytes()
  return useCallback(
    (file) => {
      const refusal = refusedFileOf(file, maxBytes)
      return refusal === null ? (add([file])[0] ?? 0) : refuse(file, refusal)
    },
    [add, refuse, maxBytes],
  )
}

function useMaxBytes(): number {
  return useQuery(systemQuery).data?.maxUploadBytes ?? Number.POSITIVE_INFINITY
}

/** Uploads for `place`, for those who wait for them. */
export function useUploadsAt(place: string): readonly FileUpload[] {
  const { subscribe, uploads } = queueAt(useQueryClient(), place)
  return useSyncExternalStore(subscribe, uploads)
}

/** One of them; what shows it is drawn again with it alone. */
export function useUploadAt(place: string, id: number): FileUpload | undefined {
  const { subscribe, uploads } = queueAt(useQueryClient(), place)
  return useSyncExternalStore(subscribe, () => uploads().find((upload) => upload.id === id))
}

function queueAt(client: QueryClient, place: string): UploadQueue {
  const places = queues.get(client) ?? new Map<string, UploadQueue>()
  queues.set(client, places)
  const queue = places.get(place) ?? newQueue(client)
  places.set(place, queue)
  return queue
}

/** Uploads run as mutations, so that a lost server or an ended session is noticed as everywhere. */
function newQueue(client: QueryClient): UploadQueue {
  const queue = createUploadQueue(async (file: File, options: SendOptions) => {
    const mutation = new MutationObserver(client, {
      mutationFn: () => sendUpload(file, options),
    })
    const media = await mutation.mutate()
    noteMedia(client, media)
    return media
  })
  // Whichever part of the page is shown: going to another one stops nothing.
  queue.subscribe(() => {
    const isSending = queue.uploads().some(({ state }) => state === 'waiting' || state === 'sending')
    askBeforeLeaving(queue, isSending, 'upload')
  })
  return queue
}

/** Rejects with AbortError, and sends nothing, when it is stopped before it begins. */
export async function sendUpload(file: File, options: SendOptions): Promise<MediaFileBody> {
  const sendable = await toSendable(file)
  options.signal.throwIfAborted()
  return uploadFile(sendable, options)
}

/** Rejects with RefusedFile for a picture that neither the server nor this browser can read, or with GoneFile. */
async function toSendable(file: File): Promise<File> {
  const own = await beginningOf(file)
  const jpeg = own === null ? file : await toJpeg(file)
  if (jpeg === null) throw new RefusedFile(own === 'heic' ? 'heic' : 'unreadable', 0)
  return jpeg
}

/** Rejects with GoneFile. */
function beginningOf(file: File) {
  return browsersOwn(file).catch((cause: unknown) => {
    throw new GoneFile(cause)
  })
}

/** Uploads by XMLHttpRequest, because `fetch` does not report progress. Rejects as `parseResponse` does, or with AbortError or GoneFile. */
function uploadFile(file: File, { key, signal, onProgress }: SendOptions): Promise<MediaFileBody> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => {
      if (request.status === 201) resolve(request.response as MediaFileBody)
      else reject(apiError(request.status, request.response))
    }
    // A browser breaks off, too, when it cannot go on reading the file.
    request.onerror = () => void beginningOf(file).then(() => reject(new ServerGone()), reject)
    request.onabort = () => reject(new DOMException('The upload was stopped.', 'AbortError'))
    signal.addEventListener('abort', () => request.abort())
    const form = new FormData()
    form.set('file', file)
    request.open('POST', '/api/media/upload')
    request.setRequestHeader('Idempotency-Key', key)
    request.send(form)
  })
}

/** Whether it may be taken when it is sent once more, as it is. */
export function mayHelp(problem: unknown): boolean {
  if (problem instanceof RefusedFile || problem instanceof GoneFile) return false
  return !(problem instanceof ApiError) || !OF_THE_FILE.has(problem.code)
}

/** What is wrong with a file stays wrong. */
const OF_THE_FILE: ReadonlySet<string> = new Set(['MEDIA_INVALID', 'UPLOAD_ERROR'])

/** Not sent at all: it could only be refused. */
export class RefusedFile extends Error {
  override readonly name = 'RefusedFile'
  readonly reason: 'type' | 'size' | 'empty' | 'heic' | 'unreadable'
  readonly maxBytes: number

  constructor(reason: RefusedFile['reason'], maxBytes: number) {
    super(reason)
    this.reason = reason
    this.maxBytes = maxBytes
  }
}

/** Cannot be read any more: a browser knows a file only as it was when it was chosen. */
export class GoneFile extends Error {
  override readonly name = 'GoneFile'

  constructor(cause?: unknown) {
    super('gone', { cause })
  }
}

/** Types that the file dialog shows first. For anything else that is dropped, the server decides by its content. */
export const FILE_TYPES =
  'image/jpeg,image/png,image/webp,image/avif,image/tiff,image/gif,image/bmp,.heic,.heif,video/mp4,video/quicktime,video/x-matroska,video/webm,video/x-msvideo,.mkv,.avi,.mov,.3gp'

/** Null when the file is worth sending. Some systems know no type of some videos. */
function refusedFileOf({ type, size }: Pick<File, 'type' | 'size'>, maxBytes: number): RefusedFile | null {
  if (type !== '' && !/^(image|video)\//.test(type)) return new RefusedFile('type', maxBytes)
  if (size === 0) return new RefusedFile('empty', maxBytes)
  return size > maxBytes ? new RefusedFile('size', maxBytes) : null
}
