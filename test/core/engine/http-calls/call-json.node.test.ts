// The same promises where a real client of HTTP stands between: over sockets, which end and stall as they like.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { callJson, describeError } from '../../../../core/engine/http-calls/call-json.ts'
import {
  answer,
  dripping,
  openHostileHost,
  pouring,
  raw,
  type HostileHost,
} from '../platform/hostile-host.ts'
import { safeText } from '../../../../core/redact.ts'

const LARGEST = 1_000_000
const STALLED = 'HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{"id":'

let host: HostileHost
beforeEach(async () => void (host = await openHostileHost()))
afterEach(() => host.close())

/** What a call comes to, with the statuses whose headers were seen. */
async function call({ timeout = 60_000, url = host.origin } = {}) {
  const statuses: number[] = []
  const reply = await callJson(
    { fetch, method: 'POST', url, headers: {}, json: { caption: 'x' }, timeout },
    {
      largestAnswer: LARGEST,
      received: ({ status }) => void statuses.push(status),
      read: ({ httpStatus, body }) => ({ kind: 'ok' as const, httpStatus, body }),
      explain: (error) => safeText(describeError(error)),
    },
  )
  return { reply, statuses }
}

describe('a call over a socket', () => {
  it('is answered', async () => {
    host.answerWith(answer('{"id":"1"}'))
    expect((await call()).reply).toEqual({ kind: 'ok', httpStatus: 200, body: { id: '1' } })
  })

  it('has surely not arrived where nobody listens', async () => {
    const closed = await openHostileHost()
    await closed.close()
    expect((await call({ url: closed.origin })).reply).toMatchObject({ kind: 'unreachable' })
  })

  it('may have arrived when the connection is cut before an answer, and is not sent again', async () => {
    host.answerWith((socket) => void socket.destroy())
    expect(await call()).toMatchObject({ reply: { kind: 'unknown' }, statuses: [] })
    expect(host.heads).toHaveLength(1)
  })

  it.each([
    ['within the body', raw(STALLED)],
    ['before any of the body', raw('HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n')],
    ['within a chunk', raw('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n9\r\n{"id"')],
  ])('proves nothing when it is cut %s, though its headers count', async (_name, cut) => {
    host.answerWith(cut)
    expect(await call()).toMatchObject({ reply: { kind: 'unknown' }, statuses: [200] })
    expect(host.heads).toHaveLength(1)
  })

  it('proves nothing when no answer begins in time', async () => {
    host.answerWith(() => {})
    const { reply } = await call({ timeout: 50 })
    expect(reply).toEqual({ kind: 'unknown', reason: 'no answer in time' })
  })

  it('proves nothing when an answer has begun and does not end in time', async () => {
    host.answerWith(dripping('HTTP/1.1 200 OK\r\n\r\n{"id":"', 'x'))
    const { reply } = await call({ timeout: 500 })
    expect(reply).toEqual({ kind: 'unknown', reason: 'no answer in time' })
  })

  it('closes the connection on an answer that is too large', async () => {
    const closed = Promise.withResolvers<void>()
    const pour = pouring('HTTP/1.1 200 OK\r\n\r\n', Buffer.alloc(LARGEST), 1000)
    host.answerWith((socket) => {
      socket.once('close', () => closed.resolve())
      return pour(socket, '')
    })
    expect((await call()).reply).toMatchObject({ kind: 'unknown' })
    await closed.promise
  })

  it.each([301, 302, 303, 307, 308])('does not follow a redirect with %i', async (status) => {
    const elsewhere = await openHostileHost()
    host.answerWith(answer('', { location: elsewhere.origin }, `${status} Elsewhere`))
    expect((await call()).reply).toEqual({ kind: 'ok', httpStatus: status, body: undefined })
    expect(elsewhere.heads).toEqual([])
    await elsewhere.close()
  })
})
