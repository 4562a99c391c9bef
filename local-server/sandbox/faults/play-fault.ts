// Plays a fault on a call: what happens to its effect, and what the caller gets to see.
import type { Duration } from '../../../core/time.ts'
import { GraphError } from '../graph/graph-error.ts'
import { setUsage } from '../graph/response.ts'
import { UploadFailure } from '../upload/upload-failure.ts'
import { objectMissing, graphErrorOf } from '../graph/refusals.ts'
import { REFUSAL_MODES, type AnswerFault } from './fault.ts'

/** Marks an answer that no caller may get: the listener in front cuts the connection instead. */
export const DROP_HEADER = 'x-sandbox-drop'

export interface FaultedCall {
  /** The node that it is about. */
  readonly id: string
  readonly request: Request
  /** The account whose usage the headers show. */
  readonly usageOf: string | null
  /** Puts anything thrown into the dialect of the host. */
  readonly refusal: (error: unknown) => Response
  readonly wait: (time: Duration) => Promise<void>
  /** Does what the call is for, and gives its answer. */
  readonly act: () => Promise<Response>
}

export async function playFault(fault: AnswerFault, call: FaultedCall): Promise<Response> {
  if (fault.mode === 'delay') return delay(fault.ms, fault.effect, call)
  if (fault.mode === 'usage') {
    const answer = await call.act()
    setUsage(answer, call.usageOf, fault.percent, fault.minutes)
    return answer
  }
  if (fault.mode === 'wrapped') {
    const answer = await call.act()
    return new Response(`{"data":[${await answer.text()}]}`, { status: answer.status, headers: JSON_TYPE })
  }
  if ('effect' in fault && fault.effect === 'after') await call.act()
  switch (fault.mode) {
    case 'drop':
      return droppedConnection()
    case 'silence':
      await callerGone(call.request.signal)
      return droppedConnection()
    case 'empty':
      return new Response('', { headers: JSON_TYPE })
    case 'html':
      return new Response('<!doctype html><title>Sorry, something went wrong.</title>', {
        headers: HTML_TYPE,
      })
    case 'half-json':
      return new Response('{"id":"1790', { headers: JSON_TYPE })
    case 'in-progress':
    case 'finished':
    case 'failed':
    case 'no-status-code':
      return Response.json(statusAnswer(fault, call.id))
    default:
      return call.refusal(errorOf(fault, call))
  }
}

/**
 * Nothing usable ever arrives. Where no listener looks at the header, the body breaks before its first byte, which a
 * client still meets as a lost connection.
 */
export function droppedConnection(): Response {
  const body = new ReadableStream({
    pull: (controller) => controller.error(new Error('the sandbox dropped this connection')),
  })
  return new Response(body, { headers: { [DROP_HEADER]: '1' } })
}

const JSON_TYPE = { 'content-type': 'application/json; charset=UTF-8' }
const HTML_TYPE = { 'content-type': 'text/html; charset=utf-8' }

type DelayEffect = Extract<AnswerFault, { mode: 'delay' }>['effect']

async function delay(time: Duration, effect: DelayEffect, { act, wait }: FaultedCall): Promise<Response> {
  const answer = effect === 'after' ? await act() : null
  await wait(time)
  return answer ?? (effect === 'none' ? droppedConnection() : act())
}

/** Resolves when the caller hangs up, which may be never. */
function callerGone(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

type StatusFault = Extract<AnswerFault, { mode: 'in-progress' | 'finished' | 'failed' | 'no-status-code' }>

function statusAnswer(fault: StatusFault, id: string): object {
  switch (fault.mode) {
    case 'in-progress':
      return { status_code: 'IN_PROGRESS', status: 'In Progress: Media is still being processed.', id }
    case 'finished':
      return { status_code: 'FINISHED', status: 'Finished: Media is ready to be published.', id }
    case 'failed':
      return { status_code: 'ERROR', status: fault.text, id }
    case 'no-status-code':
      return { status: fault.text, id }
  }
}

type ErrorFault = Exclude<
  AnswerFault,
  StatusFault | { mode: 'drop' | 'silence' | 'empty' | 'html' | 'half-json' | 'delay' | 'usage' | 'wrapped' }
>

function errorOf(fault: ErrorFault, { id, request }: FaultedCall): Error {
  if (fault.mode === 'upload-failed') return new UploadFailure(fault.type, fault.message, fault.retriable)
  if (fault.mode === 'object-missing') return objectMissing(id, request.method)
  if (fault.mode !== 'error') return graphErrorOf(REFUSAL_MODES[fault.mode])
  const { httpStatus, code, subcode, message, transient } = fault
  return new GraphError({
    httpStatus,
    code,
    message,
    ...(subcode !== undefined && { subcode }),
    ...(transient !== undefined && { transient }),
  })
}
