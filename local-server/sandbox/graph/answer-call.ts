// From a request of the Graph dialect to its answer: read, check the token, let a fault strike, act, stamp.
import type { Context, Handler } from 'hono'
import { toBase64Url } from '../../../core/base64url.ts'
import type { Random } from '../../../core/ports/random.ts'
import type { CallName } from '../calls.ts'
import { performCall } from '../perform-call.ts'
import { accountOf, pageOf } from '../people/cast.ts'
import type { TokenBearer } from '../tokens/reach.ts'
import type { TokenKind } from '../tokens/token.ts'
import { readCallInput } from './call-input.ts'
import { GraphError } from './graph-error.ts'
import { graphErrorOf, unknownPath } from './refusals.ts'
import { refuseRetired } from './retired.ts'
import type { GraphCall, ReceivedGraphCall, GraphPorts } from './ports.ts'
import { refusalResponse, stamp } from './response.ts'
import { subjectOf } from './subject.ts'
import { findCaller } from './token.ts'
import { answeringVersion, LATEST_VERSION } from './version.ts'

export type AnswerCall = (on: CallName, run: GraphCall) => Handler

/** `kinds`: the tokens that open this host. */
export function createCallAnswerer(ports: GraphPorts, kinds: readonly TokenKind[]): AnswerCall {
  return (on, run) => async (c) => {
    const traceId = newTraceId(ports.random)
    const asked = c.req.param('version')
    const version = answeringVersion(asked)
    // How the platform refuses a version that is not there has not been seen: this is what it is believed to do.
    const reading =
      version === null ? Promise.reject(unknownPath(`/${asked}`)) : readRequest(c, ports, { kinds, version })
    let usageOf: string | null = null
    const refusal = (error: unknown) => refusalResponse(asGraphError(error), traceId, usageOf)
    const answer = async (request: ReceivedGraphCall) => {
      const spender = usageIdOf(ports, request)
      usageOf = spender
      ports.callBudget.spend(spender)
      const id = request.input.text('creation_id') ?? request.nodeId
      const act = async () => {
        ports.callBudget.check(spender, ports.behaviour.callsPerDay)
        return Response.json(await run(ports, request))
      }
      return performCall(ports, {
        on,
        id,
        subject: request.subject,
        request: c.req.raw,
        usageOf,
        run: act,
        refusal,
      })
    }
    const response = await reading.then(answer, refusal)
    const now = ports.clock.now()
    const percent = usageOf === null ? 0 : ports.callBudget.percent(usageOf, ports.behaviour.callsPerDay)
    return stamp(response, { version: version ?? LATEST_VERSION, traceId, now, usageOf, percent })
  }
}

export function newTraceId(random: Random): string {
  return `A${toBase64Url(random.bytes(16))}`
}

async function readRequest(
  c: Context,
  ports: GraphPorts,
  { kinds, version }: { kinds: readonly TokenKind[]; version: string },
): Promise<ReceivedGraphCall> {
  const input = await readCallInput(c.req.raw)
  if (!ports.behaviour.olderApp) refuseRetired(c.req.raw.headers, input)
  const caller = await findCaller(ports, { headers: c.req.raw.headers, input, kinds })
  const id = c.req.param('id') ?? 'me'
  const nodeId = id === 'me' ? ownId(caller) : id
  const subject = subjectOf(ports, { caller, nodeId, input })
  return { caller, nodeId, method: c.req.method, url: new URL(c.req.url), version, input, subject }
}

function ownId({ facts, person }: TokenBearer): string {
  if (facts.kind === 'platform') return person.platformAccount?.igUserId ?? ''
  return (facts.kind === 'page' ? facts.pageId : person.partnerUserId) ?? ''
}

/** Business limits are counted per account or Page: with a person's token, the one that the node belongs to. */
function usageIdOf({ state }: GraphPorts, { caller, nodeId }: ReceivedGraphCall): string {
  if (caller.facts.kind !== 'user') return ownId(caller)
  if (accountOf(nodeId) || pageOf(nodeId)) return nodeId
  return (state.container(nodeId) ?? state.live(nodeId)?.container)?.accountId ?? ownId(caller)
}

/** A fault of our own answers as the platform's would: code 1. */
export function asGraphError(error: unknown): GraphError {
  return error instanceof GraphError ? error : graphErrorOf('unknownFailure')
}
