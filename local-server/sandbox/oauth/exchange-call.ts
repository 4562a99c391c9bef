// The calls that issue tokens. They are opened by an app's secret or by the token itself, so there is no caller yet.
import type { Context, Handler } from 'hono'
import { asGraphError, newTraceId } from '../graph/answer-call.ts'
import { readCallInput, type CallInput } from '../graph/call-input.ts'
import type { GraphError } from '../graph/graph-error.ts'
import { unknownPath } from '../graph/refusals.ts'
import { refusalResponse, stamp } from '../graph/response.ts'
import { NO_SUBJECT } from '../graph/subject.ts'
import { answeringVersion, LATEST_VERSION } from '../graph/version.ts'
import { performCall } from '../perform-call.ts'
import type { GraphPorts } from '../graph/ports.ts'

export interface ExchangeCall {
  readonly on: 'token' | 'exchange' | 'refresh'
  /** Gives the answer's body, as text where JSON cannot say it. */
  readonly run: (ports: GraphPorts, input: CallInput) => Promise<object | string>
  /** Another dialect than the Graph hosts' own. */
  readonly refusal?: (error: GraphError) => Response
}

/** `choose` may look at the call first: some share an address. */
export function exchangeHandler(ports: GraphPorts, choose: (input: CallInput) => ExchangeCall): Handler {
  return async (c: Context) => {
    const traceId = newTraceId(ports.random)
    const asEnvelope = (error: unknown) => refusalResponse(asGraphError(error), traceId, null)
    const answer = async (input: CallInput) => {
      const { on, run, refusal } = choose(input)
      return performCall(ports, {
        on,
        id: 'oauth',
        subject: NO_SUBJECT,
        request: c.req.raw,
        usageOf: null,
        run: async () => asResponse(await run(ports, input)),
        refusal: (error) => (refusal ? refusal(asGraphError(error)) : asEnvelope(error)),
      })
    }
    const asked = c.req.param('version')
    const version = answeringVersion(asked)
    const reading = version === null ? Promise.reject(unknownPath(`/${asked}`)) : readCallInput(c.req.raw)
    const response = await reading.then(answer).catch(asEnvelope)
    const now = ports.clock.now()
    return stamp(response, { version: version ?? LATEST_VERSION, traceId, now, usageOf: null, percent: 0 })
  }
}

function asResponse(body: object | string): Response {
  if (typeof body !== 'string') return Response.json(body)
  return new Response(body, { headers: { 'content-type': 'application/json; charset=UTF-8' } })
}
