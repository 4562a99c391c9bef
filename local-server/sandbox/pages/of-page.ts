import type { SandboxPage } from '../people/person.ts'
import { hasScope, reachPage } from '../tokens/reach.ts'
import { objectMissing, refuse } from '../graph/refusals.ts'
import type { GraphCall, GraphPorts, GraphRequest } from '../graph/ports.ts'

export interface PageRequest extends GraphRequest {
  readonly page: SandboxPage
}

export type PageCall = (ports: GraphPorts, request: PageRequest) => object | Promise<object>

/** Only the Page's own token publishes to it. */
export function ofPage(call: PageCall): GraphCall {
  return (ports, request) => {
    const { caller, nodeId, method } = request
    const page = reachPage(caller, nodeId)
    if (!page) throw objectMissing(nodeId, method)
    if (caller.facts.kind !== 'page') throw refuse('pageTokenNeeded')
    if (!hasScope(caller, 'pages_manage_posts', 'publish_video')) throw refuse('pagePermissionMissing')
    return call(ports, { ...request, page })
  }
}
