// The paths of rupload.facebook.com, where the bytes of videos go.
import { Hono, type Context } from 'hono'
import { newTraceId } from '../graph/answer-call.ts'
import { containerStatus } from '../graph/containers/container-status.ts'
import { openWith } from '../graph/token.ts'
import { NO_SUBJECT, ofContainer, ofPageObject } from '../graph/subject.ts'
import { pageVideo } from '../pages/page-video.ts'
import { performCall } from '../perform-call.ts'
import { reachAccount, reachPage, type TokenBearer } from '../tokens/reach.ts'
import type { VideoTarget } from '../video/arrivals.ts'
import { containerVideo } from '../video/container-video.ts'
import { UploadFailure, uploadRefusal } from './upload-failure.ts'
import { FileTooLarge } from '../state/store.ts'
import { fetchVideo } from '../video/fetch-video.ts'
import type { GraphPorts } from '../graph/ports.ts'

type FindTarget = (ports: GraphPorts, id: string, caller: TokenBearer) => VideoTarget

export function uploadHost(ports: GraphPorts): Hono {
  const host = new Hono()
  const upload: UploadPorts = { ...ports, underWay: new Set() }
  host.post('/ig-api-upload/:version/:id', (c) => receive(c, upload, openContainer))
  host.post('/video-upload/:version/:id', (c) => receive(c, upload, openPageVideo))
  return host
}

interface UploadPorts extends GraphPorts {
  /** Two senders at once would write into each other. */
  readonly underWay: Set<string>
}

async function receive(c: Context, ports: UploadPorts, findTarget: FindTarget): Promise<Response> {
  const id = c.req.param('id') ?? ''
  const container = ports.state.container(id)
  const object = ports.pages.find(id)
  const subject = container ? ofContainer(container) : object ? ofPageObject(object) : NO_SUBJECT
  const run = async () => {
    const target = findTarget(ports, id, await requireCaller(ports, c.req.header('authorization')))
    await alone(ports, id, () => takeBytes(ports, target, c.req.raw))
    return Response.json({ success: true, message: 'Upload successful. The video is being processed.' })
  }
  const call = { id, subject, request: c.req.raw, usageOf: null, run, refusal: uploadRefusal }
  const response = await performCall(ports, { ...call, on: 'upload' })
  response.headers.set('x-fb-trace-id', newTraceId(ports.random))
  response.headers.set('date', new Date(ports.clock.now()).toUTCString())
  return response
}

async function alone({ underWay }: UploadPorts, id: string, act: () => Promise<void>): Promise<void> {
  if (underWay.has(id))
    throw new UploadFailure('OffsetInvalidError', 'Bytes for this video are arriving.', true)
  underWay.add(id)
  try {
    await act()
  } finally {
    underWay.delete(id)
  }
}

/** `OAuth <token>`. Bearer, which the other hosts take, is refused here. */
async function requireCaller(ports: GraphPorts, header: string | undefined): Promise<TokenBearer> {
  const token = /^OAuth +(\S+)$/.exec(header ?? '')?.[1]
  if (token === undefined) throw new UploadFailure('NotAuthorizedError', 'Send the token as OAuth.')
  return openWith(ports, token, ['platform', 'user', 'page']).catch((error: unknown) => {
    throw new UploadFailure('NotAuthorizedError', error instanceof Error ? error.message : 'Not authorized.')
  })
}

const openContainer: FindTarget = ({ state, clock }, id, caller) => {
  const container = state.container(id)
  if (!container?.isResumable || !reachAccount(caller, container.accountId)) throw closed()
  const status = containerStatus(state, container, clock.now())
  if (state.arrivalOf(id) || status !== 'IN_PROGRESS') throw closed()
  return containerVideo(container)
}

const openPageVideo: FindTarget = ({ state, pages }, id, caller) => {
  const video = pages.find(id)
  const takesBytes = video?.kind === 'reel' || video?.kind === 'video-story'
  if (!video || !takesBytes || !reachPage(caller, video.pageId) || state.arrivalOf(id)) throw closed()
  return pageVideo(video)
}

function closed(): UploadFailure {
  return new UploadFailure('ProcessingFailedError', 'There is nothing here that waits for bytes.')
}

/** Writes the bytes of a video to their target. Resolves once the video has arrived, fit or not; rejects with an UploadFailure. */
async function takeBytes(ports: GraphPorts, target: VideoTarget, request: Request): Promise<void> {
  const url = request.headers.get('file_url')
  await (url === null ? takeBody(ports, target, request) : takeHosted(ports, target, url))
  await ports.arrivals.complete(target)
}

async function takeHosted(
  { files, fetch }: GraphPorts,
  { id, maxSize }: VideoTarget,
  url: string,
): Promise<void> {
  const fault = await fetchVideo({ fetch, files, url, id, maxSize })
  if (fault) throw new UploadFailure('ProcessingFailedError', `The file_url gives no video (${fault}).`, true)
}

async function takeBody(
  { files }: GraphPorts,
  { id, maxSize }: VideoTarget,
  request: Request,
): Promise<void> {
  const offset = wholeHeader(request, 'offset')
  const fileSize = wholeHeader(request, 'file_size')
  if (fileSize > maxSize) throw new UploadFailure('ProcessingFailedError', 'The file is too large.')
  const present = (await files.file(id))?.size ?? 0
  // From the start, which throws away what is there, or from where it ended.
  if (offset !== 0 && offset !== present) {
    throw new UploadFailure('OffsetInvalidError', `The offset must be 0 or ${present}.`, true)
  }
  const size = await files
    .writeFile(id, request.body ?? new Blob([]).stream(), { offset, maxSize: fileSize })
    .catch((error: unknown) => {
      if (error instanceof FileTooLarge) {
        throw new UploadFailure('ProcessingFailedError', 'There are more bytes than file_size says.')
      }
      throw partial()
    })
  if (size < fileSize) throw partial()
}

function partial(): UploadFailure {
  return new UploadFailure('PartialRequestError', 'The request ended before file_size bytes were here.', true)
}

function wholeHeader(request: Request, name: string): number {
  const text = request.headers.get(name) ?? ''
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw new UploadFailure('ProcessingFailedError', `The header ${name} must be a number of bytes.`)
}
