// The Node side of faults that cut the connection.
import type { IncomingMessage } from 'node:http'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { DROP_HEADER } from './faults/play-fault.ts'

/** What a Node listener hands on beside the request. */
interface Bindings {
  readonly incoming: IncomingMessage
}

/** Put around the handler of a Node listener: where the sandbox asks for it, the socket is destroyed. */
export function cuttingDroppedConnections<B extends Bindings>(
  handle: (request: Request, bindings: B) => Response | Promise<Response>,
): (request: Request, bindings: B) => Promise<Response> {
  return async (request, bindings) => {
    const response = await handle(request, bindings)
    if (!response.headers.has(DROP_HEADER)) return response
    bindings.incoming.socket.destroy()
    return RESPONSE_ALREADY_SENT
  }
}
