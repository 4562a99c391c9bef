// From a request of the platform's dialect to its answer: read, check the token, let a fault strike, act, stamp.
import type { Context, Handler } from 'hono'
import { toBase64Url } from '../../../core/base64url.ts'
import type { Random } from '../../../core/ports/random.ts'
import type { Duration } from '../../../core/time.ts'
import type { CallName, SandboxCall } from '../calls.ts'
import type { FaultQueue } from '../faults/fault-queue.ts'
import { dropped, strike } from '../faults/strike.ts'
import { readCallInput } from './call-input.ts'
import { GraphError } from './graph-error.ts'
import { refuse, unknownPath } from './refusals.ts'
import type { GraphCall, GraphPorts, GraphRequest } from './ports.ts'
import { refusalResponse, stamp } from './response.ts'
import { checkToken } from './token.ts'
import { answeringVersion, LATEST_VERSION } from './version.ts'

export interface CallPorts extends GraphPorts {
  readonly accessToken: string
  readonly random: Random
  readonly faults: FaultQueue
  /** Told around each call's effect. When it rejects, the connection is dropped; before, so is the effect. */
  readonly onCall: (call: SandboxCall) => void | Promise<void>
  readonly wait: (time: Duration) => Promise<void>
}

export type AnswerCall = (on: CallName, run: GraphCall) => Handler

export function createCallAnswerer(ports: CallPorts): AnswerCall {
  return (on, run) => async (c) => {
    const traceId = `A${toBase64Url(ports.random.bytes(16))}`
    const refusal = (error: unknown) => refusalResponse(asGraphError(error), traceId, ports.account)
    const asked = c.req.param('version')
    const version = answeringVersion(asked)
    // How the platform refuses a version that is not there has not been seen: this is what it is believed to do.
    const request = version === null ? Promise.reject(unknownPath(`/${asked}`)) : readRequest(c, ports)
    const response = await request.then(
      (read) => perform(ports, { on, run, request: read, signal: c.req.raw.signal, refusal }),
      refusal,
    )
    const now = ports.clock.now()
    return stamp(response, { version: version ?? LATEST_VERSION, traceId, now, account: ports.account })
  }
}

async function readRequest(c: Context, { accessToken, account }: CallPorts): Promise<GraphRequest> {
  const input = await readCallInput(c.req.raw)
  checkToken(c.req.raw.headers, input, accessToken)
  const id = c.req.param('id') ?? 'me'
  return { nodeId: id === 'me' ? account.igUserId : id, method: c.req.method, url: new URL(c.req.url), input }
}

interface Performance {
  readonly on: CallName
  readonly run: GraphCall
  readonly request: GraphRequest
  readonly signal: AbortSignal
  readonly refusal: (error: unknown) => Response
}

async function perform(
  ports: CallPorts,
  { on, run, request, signal, refusal }: Performance,
): Promise<Response> {
  const id = request.input.text('creation_id') ?? request.nodeId
  const call = { on, id, caption: captionOf(ports, request, id) }
  const act = async () => {
    const answer = await answerOf(run, ports, request).catch(refusal)
    await ports.onCall({ ...call, phase: 'after', httpStatus: answer.status })
    return answer
  }
  const fault = ports.faults.takeAnswer(on, call.caption)
  try {
    await ports.onCall({ ...call, phase: 'before', httpStatus: null })
    if (!fault) return await act()
    return await strike(fault, { id, method: request.method, signal, wait: ports.wait, act, refuse: refusal })
  } catch {
    return dropped()
  }
}

async function answerOf(run: GraphCall, ports: GraphPorts, request: GraphRequest): Promise<Response> {
  return Response.json(await run(ports, request))
}

/** The caption of the post that a call is about: the one it brings, or that of the container or media it names. */
function captionOf({ state }: CallPorts, { input }: GraphRequest, id: string): string | null {
  const container = state.container(id) ?? state.live(id)?.container
  return container ? container.caption : input.text('caption')
}

/** A fault of our own answers as the platform's would: code 1. */
function asGraphError(error: unknown): GraphError {
  return error instanceof GraphError ? error : refuse('unknownFailure')
}
