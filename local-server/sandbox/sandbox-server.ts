// The sandbox alone, on a loopback port: for scripts, and as a witness that outlives the server that uses it.
import { join } from 'node:path'
import type { IncomingMessage } from 'node:http'
import { Hono } from 'hono'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { webCryptoRandom } from '../../core/random.ts'
import { typefaceRoute } from '../http/pages.ts'
import { listen } from '../listen.ts'
import { nodeClock } from '../node-clock.ts'
import { pageDir } from '../paths.ts'
import { createSandboxJournal, UnusableJournal } from '../sqlite/sandbox-journal.ts'
import { StartFailure } from '../terminal/start-failure.ts'
import { calledAs } from '../terminal/called-as.ts'
import { createOutgoing } from '../undici/undici-fetch.ts'
import { SANDBOX_ACCESS_TOKEN } from './demo-account.ts'
import { createSandbox } from './sandbox.ts'
import { DROP_HEADER } from './faults/play-fault.ts'

export interface SandboxServer {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string
  /** Lets running calls end for a moment, cuts the rest and closes the file. */
  stop(): Promise<void>
}

export interface SandboxServerOptions {
  /** 0 takes any free port. */
  readonly port: number
  readonly dataDir: string
}

/** Silenced calls never end on their own. */
const GRACE_MS = 500
/** In what a failure of the listener says. */
const PORT = '--port'

/** Rejects with StartFailure when the port or the data folder is in use. */
export async function startSandboxServer({ port, dataDir }: SandboxServerOptions): Promise<SandboxServer> {
  const journal = createSandboxJournal(join(dataDir, 'sandbox.db'))
  const outgoing = createOutgoing()
  let origin = ''
  const sandbox = createSandbox({
    store: journal,
    clock: nodeClock,
    random: webCryptoRandom,
    origin: () => origin,
    accessToken: SANDBOX_ACCESS_TOKEN,
    fetch: outgoing.fetch,
  })
  const close = async () => {
    await outgoing.close()
    journal.close()
  }
  try {
    sandbox.live() // opens the file now, so that one that is held or cannot be used fails at once
    const app = new Hono().route('/', typefaceRoute(pageDir)).route('/', sandbox.app)
    const handle = cuttingDroppedConnections((request) => app.fetch(request))
    const listening = await listen(handle, {
      port,
      proxyOrigin: null,
      newRequestId: () => webCryptoRandom.uuid(),
    })
    origin = `http://127.0.0.1:${listening.port}`
    const stop = async () => {
      try {
        await listening.close(GRACE_MS)
      } finally {
        await close()
      }
    }
    return { origin, stop }
  } catch (error) {
    await close()
    if (error instanceof UnusableJournal) throw new StartFailure(error.whatHappened, error.whatToDo)
    if (!(error instanceof StartFailure)) throw error
    throw new StartFailure(
      error.message,
      error.whatToDo.replace(calledAs('start', PORT), calledAs('sandbox', PORT)),
    )
  }
}

/** Bindings that a Node listener hands on beside the request. */
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
