// The paths of rupload.facebook.com, where the bytes of videos go.
import { Hono, type Context } from 'hono'
import { newTraceId, type CallPorts } from '../graph/answer-call.ts'
import { containerStatus } from '../graph/containers/container-status.ts'
import { openWith } from '../graph/token.ts'
import { NO_SUBJECT, ofContainer, ofPageObject } from '../graph/subject.ts'
import { pageVideo } from '../pages/page-video.ts'
import { performCall } from '../perform-call.ts'
import { reachAccount, reachPage, type TokenHolder } from '../tokens/reach.ts'
import type { VideoTarget } from '../video/arrivals.ts'
import { containerVideo } from '../video/container-video.ts'
import { takeBytes } from './take-bytes.ts'
import { UploadFailure, uploadRefusal } from './upload-failure.ts'

type FindTarget = (ports: CallPorts, id: string, caller: TokenHolder) => VideoTarget

export function uploadHost(ports: CallPorts): Hono {
  const host = new Hono()
  const upload: UploadPorts = { ...ports, underWay: new Set() }
  host.post('/ig-api-upload/:version/:id', (c) => receive(c, upload, openContainer))
  host.post('/video-upload/:version/:id', (c) => receive(c, upload, openPageVideo))
  return host
}

interface UploadPorts extends CallPorts {
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
async function requireCaller(ports: CallPorts, header: string | undefined): Promise<TokenHolder> {
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
