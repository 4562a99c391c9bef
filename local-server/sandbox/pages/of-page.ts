import type { SandboxPage } from '../people/person.ts'
import { hasScope, reachPage } from '../tokens/reach.ts'
import { objectMissing, graphErrorOf } from '../graph/refusals.ts'
import type { GraphCall, GraphPorts, ReceivedGraphCall } from '../graph/ports.ts'

export interface PageRequest extends ReceivedGraphCall {
  readonly page: SandboxPage
}

export type PageCall = (ports: GraphPorts, request: PageRequest) => object | Promise<object>

/** Only the Page's own token publishes to it. */
export function ofPage(call: PageCall): GraphCall {
  return (ports, request) => {
    const { caller, nodeId, method } = request
    const page = reachPage(caller, nodeId)
    if (!page) throw objectMissing(nodeId, method)
    if (caller.facts.kind !== 'page') throw graphErrorOf('pageTokenNeeded')
    if (!hasScope(caller, 'pages_manage_posts', 'publish_video')) throw graphErrorOf('pagePermissionMissing')
    return call(ports, { ...request, page })
  }
}
