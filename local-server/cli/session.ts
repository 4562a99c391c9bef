// How a command reaches the running server: it signs in as a browser does, with a launch token that it gets by proving that it
// can read the data folder.
import { z } from 'zod'
import manifest from '../../package.json' with { type: 'json' }
import { isTaken } from '../data-folder/data-folder.ts'
import { askForLaunchToken, readRunning, type Running } from '../data-folder/running.ts'
import { calledAs } from '../terminal/called-as.ts'
import { EXIT_CODES } from '../terminal/exit-codes.ts'
import { StartFailure } from '../terminal/start-failure.ts'

export interface ReachedServer extends Running {
  /** Good once, for ten minutes. */
  readonly launchToken: string
}

/** Sends a request to the running server, signed in. */
export type Send = (path: string, init?: RequestInit & { readonly json?: unknown }) => Promise<Response>

/** What is done while it is signed in. `origin` is for links. */
type Work<T> = (send: Send, origin: string) => Promise<T>

/** Throws StartFailure when no server runs on the folder, or when it does not answer. */
export async function reachServer(dataDir: string): Promise<ReachedServer> {
  if (!isTaken(dataDir)) {
    throw new StartFailure(
      `No running Nightpost was found for ${dataDir}.`,
      `Start it with ${calledAs('start')}, or name its folder with --data-dir DIR.`,
      EXIT_CODES.noServer,
    )
  }
  const running = readRunning(dataDir)
  const launchToken = running && (await askForLaunchToken(dataDir, running))
  if (running && launchToken) return { ...running, launchToken }
  throw new StartFailure(
    `The Nightpost running on ${dataDir} does not answer.`,
    // One that hangs cannot be asked to stop, either.
    `Try again in a moment, or restart it${running ? `: end its process (${running.pid}), then start it` : ''}.`,
    EXIT_CODES.noServer,
  )
}

const Refused = z.object({ error: z.string() }).catch({ error: 'The server failed.' })

/** The body of a good answer. Throws StartFailure with the server's words for any other. */
export async function readAnswer(send: Send, path: string): Promise<unknown> {
  const response = await send(path)
  const body: unknown = await response.json()
  if (response.ok) return body
  throw new StartFailure(
    Refused.parse(body).error,
    'nightpost doctor and nightpost logs say more.',
    EXIT_CODES.refused,
  )
}

/** Signs in while `work` runs. Throws StartFailure when there is no server, when it ends meanwhile, or is another version. */
export async function withSession<T>(dataDir: string, work: Work<T>): Promise<T> {
  return workSignedIn(dataDir, await reachServer(dataDir), work)
}

/** The same at a server that was found. */
export async function workSignedIn<T>(
  dataDir: string,
  server: Pick<ReachedServer, 'origin' | 'launchToken'>,
  work: Work<T>,
): Promise<T> {
  try {
    const send = await signIn(server)
    try {
      return await work(send, server.origin)
    } finally {
      await send('/api/v1/auth/logout', { json: {} }).catch(() => {})
    }
  } catch (error) {
    if (error instanceof z.ZodError)
      throw new StartFailure(
        `The Nightpost running on ${dataDir} does not answer as ${manifest.version} expects: it may be another version.`,
        'Restart it. If this was to change something, look whether it has before you repeat it.',
      )
    if (!isUnanswered(error)) throw error
    throw new StartFailure(
      `The Nightpost running on ${dataDir} gave no answer; it may have just ended.`,
      `Try again in a moment, or start it with ${calledAs('start')}.`,
      EXIT_CODES.noServer,
    )
  }
}

/** What `fetch` and the reading of a body reject with; only such a TypeError has a cause. */
function isUnanswered(error: unknown): boolean {
  return (
    (error instanceof TypeError && error.cause !== undefined) ||
    (error instanceof DOMException && error.name === 'TimeoutError')
  )
}

async function signIn({ origin, launchToken }: Pick<ReachedServer, 'origin' | 'launchToken'>): Promise<Send> {
  const asCommand = { t: launchToken, as: 'command' }
  const response = await fetch(`${origin}/api/auth/session`, asRequest({}, asCommand, { origin }))
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0]
  if (!response.ok || !cookie)
    throw new StartFailure('The running Nightpost did not accept this command.', 'Try again, or restart it.')
  return (path, { json, ...init } = {}) => fetch(origin + path, asRequest(init, json, { cookie, origin }))
}

const ANSWER_MS = 10_000

function asRequest(init: RequestInit, json: unknown, login: Record<string, string>): RequestInit {
  const headers = new Headers(init.headers)
  for (const [name, value] of Object.entries(login)) headers.set(name, value)
  const signal = init.signal ?? AbortSignal.timeout(ANSWER_MS)
  if (json === undefined) return { ...init, headers, signal }
  headers.set('content-type', 'application/json')
  return { method: 'POST', ...init, headers, signal, body: JSON.stringify(json) }
}
