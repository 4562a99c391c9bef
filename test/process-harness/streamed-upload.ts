// Uploads of any size from next to no memory, over a socket of their own.
import { readFileSync } from 'node:fs'
import { request, type ClientRequest, type IncomingMessage } from 'node:http'
import { request as requestSecurely, type RequestOptions } from 'node:https'
import { join } from 'node:path'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { ServerProcess } from './server-process.ts'

export interface StreamedUpload {
  readonly status: number
  readonly body: string
}

export interface StreamOptions {
  readonly server: Pick<ServerProcess, 'origin'>
  readonly cookie: string
  /** The size of the file. */
  readonly bytes: number
  /** Announced in Content-Length; false: in chunks, without an announcement. Default true. */
  readonly announced?: boolean
  /** Sends no more of the file than this, and waits for the answer. */
  readonly stopsAfter?: number
  /** Of a proxy with https in front: its certificate authority, and where its name leads. */
  readonly tls?: Pick<RequestOptions, 'ca' | 'lookup'>
}

const MP4 = readFileSync(join(import.meta.dirname, '../fixtures/clip-index-first.mp4'))
const ZEROS = Buffer.alloc(256 * 1024)
const HEAD =
  '--b\r\ncontent-disposition: form-data; name="file"; filename="clip.mp4"\r\ncontent-type: video/mp4\r\n\r\n'
const END = '\r\n--b--\r\n'

/** A playable clip, followed by a box that players skip, up to the size. */
function* videoOf(bytes: number): Generator<Buffer> {
  const box = Buffer.alloc(8)
  box.writeUInt32BE(bytes - MP4.length)
  box.write('free', 4)
  yield MP4
  yield box
  for (let left = bytes - MP4.length - 8; left > 0; left -= ZEROS.length)
    yield ZEROS.subarray(0, Math.min(left, ZEROS.length))
}

/** Sends until everything is sent or the server has answered. */
export async function streamVideo(options: StreamOptions): Promise<StreamedUpload> {
  const outgoing = open(options)
  let answered = false
  // Before the sender hears of it: what is written after the answer is never drained.
  outgoing.once('response', () => (answered = true))
  const answer = once(outgoing, 'response').then(async (args) => {
    const [response] = args as [IncomingMessage]
    let body = ''
    for await (const chunk of response.setEncoding('utf8')) body += String(chunk)
    return { status: response.statusCode ?? 0, body }
  })
  const sending = send(outgoing, options, () => answered)
  try {
    const result = await answer
    await sending
    return result
  } finally {
    outgoing.destroy()
  }
}

async function send(
  outgoing: ClientRequest,
  { bytes, stopsAfter = bytes }: StreamOptions,
  answered: () => boolean,
): Promise<void> {
  let goOn = () => {}
  for (const event of ['drain', 'response', 'close']) outgoing.on(event, () => goOn())
  outgoing.write(HEAD)
  let sent = 0
  for (const chunk of videoOf(bytes)) {
    if (answered() || outgoing.destroyed || sent >= stopsAfter) return
    sent += chunk.length
    if (!outgoing.write(chunk)) await new Promise<void>((resolve) => (goOn = resolve))
  }
  outgoing.end(END)
}

function open({ server, cookie, bytes, announced = true, tls }: StreamOptions): ClientRequest {
  const length = HEAD.length + bytes + END.length
  const send = tls ? requestSecurely : request
  const outgoing = send(`${server.origin}/api/v1/media/upload`, {
    ...tls,
    method: 'POST',
    agent: false,
    headers: {
      cookie,
      origin: server.origin,
      // As browsers and curl do. A client that announces to close gets no answer before it has sent everything.
      connection: 'keep-alive',
      'content-type': 'multipart/form-data; boundary=b',
      ...(announced ? { 'content-length': length } : {}),
    },
  })
  // A server that has refused closes on whoever goes on sending.
  outgoing.on('error', () => {})
  return outgoing
}

/** As a browser: what is answered is looked at only when everything is sent. Stands still in the middle for `pauseMs`. */
export async function streamBeforeListening(options: StreamOptions, pauseMs: number): Promise<number> {
  const outgoing = open(options)
  const socket = await new Promise<Socket>((resolve) => outgoing.once('socket', resolve))
  socket.once('connect', () => socket.pause())
  const answer = once(outgoing, 'response')
  answer.catch(() => {})
  outgoing.write(HEAD)
  let sent = 0
  for (const chunk of videoOf(options.bytes)) {
    if (sent < options.bytes / 2 && sent + chunk.length >= options.bytes / 2) await pause(pauseMs)
    sent += chunk.length
    if (!outgoing.write(chunk)) await Promise.race([once(outgoing, 'drain'), once(outgoing, 'close')])
  }
  outgoing.end(END)
  socket.resume()
  const [response] = (await answer) as [IncomingMessage]
  response.resume()
  return response.statusCode ?? 0
}

/** Sends the first `bytes` of a larger file and waits, until it is destroyed. */
export async function beginVideo(options: StreamOptions & { readonly of: number }): Promise<ClientRequest> {
  const outgoing = open({ ...options, bytes: options.of })
  outgoing.write(HEAD)
  for (const chunk of videoOf(options.bytes)) outgoing.write(chunk)
  if (outgoing.writableLength > 0) await once(outgoing, 'drain')
  return outgoing
}
