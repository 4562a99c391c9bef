// `nightpost watch`: what changes, one line for each event, until Ctrl+C. It resumes where it was after a restart of the server.
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { SECOND } from '../../core/time.ts'
import { EXIT_CODES } from '../terminal/exit-codes.ts'
import { say } from '../terminal/say.ts'
import { StartFailure } from '../terminal/start-failure.ts'
import type { ContractFlags } from './contract/contract.ts'
import { withSession } from './session.ts'

export interface WatchFlags extends ContractFlags {
  readonly since?: string
}

const Event = z.looseObject({
  type: z.string(),
  at: z.string(),
  state: z.string().nullable(),
  postId: z.string().nullable(),
  accountId: z.string().nullable(),
  mediaFileId: z.string().nullable(),
})

const AGAIN_AFTER = SECOND

export async function watch({ dataDir, json, since }: WatchFlags): Promise<void> {
  const leaving = new AbortController()
  process.once('SIGINT', () => leaving.abort())
  process.once('SIGTERM', () => leaving.abort())
  let position = since
  let hasListened = false
  while (!leaving.signal.aborted) {
    try {
      await withSession(dataDir, async (send) => {
        const headers = { ...(position !== undefined && { 'last-event-id': position }) }
        const response = await send('/api/v1/events', { headers, signal: leaving.signal })
        if (!response.ok || !response.body)
          throw new StartFailure(
            `The server answered with ${response.status}.`,
            'Give the id of an event to --since.',
            EXIT_CODES.refused,
          )
        hasListened = true
        for await (const { id, type, data } of eventsOf(response.body as ReadableStream<Uint8Array>)) {
          position = id
          if (data !== '') say(json ? jsonOf(id, type, data) : lineOf(type, data))
        }
      })
    } catch (error) {
      // A server that stops cuts the stream, and cannot be found until it runs again.
      if (leaving.signal.aborted) return
      if (!hasListened) throw error
    }
    await pause(AGAIN_AFTER, undefined, { signal: leaving.signal }).catch(() => {})
  }
}

interface ServerEvent {
  readonly id: string
  readonly type: string
  readonly data: string
}

/** As our server writes them: each field on one line. */
async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  let event: ServerEvent = { id: '', type: '', data: '' }
  for await (const line of createInterface({ input: Readable.fromWeb(body) })) {
    if (line === '' && event.id !== '') yield event
    if (line === '') event = { id: '', type: '', data: '' }
    const [, field, value = ''] = /^(id|event|data): (.*)$/.exec(line) ?? []
    if (field !== undefined) event = { ...event, [field === 'event' ? 'type' : field]: value }
  }
}

/** Only an event says in its data what it is. */
function jsonOf(id: string, type: string, data: string): string {
  return type === 'reset' ? JSON.stringify({ id, type }) : data
}

function lineOf(type: string, data: string): string {
  if (type === 'reset') return 'reset: older events are gone'
  const { at, state, postId, mediaFileId, accountId } = Event.parse(JSON.parse(data))
  const what = postId ?? mediaFileId ?? accountId ?? ''
  return [new Date(at).toLocaleTimeString(), type.padEnd(20), what.padEnd(36), state ?? '']
    .join('  ')
    .trimEnd()
}
