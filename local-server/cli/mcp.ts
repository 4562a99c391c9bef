// `nightpost mcp`: the same tools over standard input and output, for clients that start their servers. It asks the running server with a
// key, never by reading the data folder: that would give an agent the rights of the user.
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { join } from 'node:path'
import { isKeyShaped } from '../../core/features/api-keys/keys.ts'
import type { AgentSettings } from '../config.ts'
import { createAgentServer } from '../http/mcp/agent-server.ts'
import type { Call } from '../http/mcp/requests.ts'
import { isTaken } from '../data-folder/data-folder.ts'
import { readRunning, type Running } from '../data-folder/running.ts'
import { keepProgram } from '../keep-program.ts'
import { programDir } from '../paths.ts'
import { calledAs } from '../terminal/called-as.ts'
import { StartFailure } from '../terminal/start-failure.ts'
import { createOutgoing } from '../undici/undici-fetch.ts'
import { isQuestion } from './calls.ts'
import { reachServer } from './session.ts'

/** Rejects with StartFailure without a key. The server may start later: until then the tools say that it does not run. */
export async function serveAgent(dataDir: string, { key, folders }: AgentSettings): Promise<void> {
  if (key === null || !isKeyShaped(key))
    throw new StartFailure(
      'NIGHTPOST_KEY holds no API key.',
      `Set it in the settings of your agent to one that ${calledAs('key', 'my-agent --rights approval')} prints.`,
    )
  // A client starts it days before its first call, and an update in between removes what is loaded with that.
  if (programDir !== null) await keepProgram(join(programDir, 'cli'))
  const { call, origin, close } = callRunning(dataDir, key)
  serveStdio(() => createAgentServer({ call, folders, origin }))
  process.stdin.once('end', () => void close())
}

/** Asks whichever server runs on the folder, and answers for it when there is none, or when it ends meanwhile. */
export function callRunning(dataDir: string, key: string) {
  const outgoing = createOutgoing()
  let proven: Pick<Running, 'origin' | 'life'> | undefined
  const call: Call = async (path, init = {}) => {
    try {
      // Another program may listen where a killed server did: each run of a server proves itself before it gets the key.
      const running = readRunning(dataDir)
      const isProven = running?.life === proven?.life && isTaken(dataDir)
      const { origin, life } = running && isProven ? running : await reachServer(dataDir)
      proven = { origin, life }
      const headers = new Headers(init.headers)
      headers.set('authorization', `Bearer ${key}`)
      const response = await outgoing.fetch(origin + path, { ...init, headers })
      // All of it, because the server may end in the middle.
      return new Response(await response.arrayBuffer(), response)
    } catch (error) {
      proven = undefined
      const message =
        error instanceof StartFailure
          ? `${error.message} ${error.whatToDo}`
          : UNANSWERED[isQuestion(path, init.method) ? 'read' : 'write']
      return Response.json({ error: message, code: 'UNREACHABLE' }, { status: 503 })
    }
  }
  return { call, origin: () => proven?.origin ?? null, close: outgoing.close }
}

const UNANSWERED = {
  read: 'Nightpost does not answer. Try again in a moment.',
  write:
    'Nightpost gave no answer, so it is not known whether it has done this. Look before you repeat it, or repeat it with the same idempotencyKey.',
}
