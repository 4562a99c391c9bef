// How a command reaches the running server: it signs in as a browser does, with a launch token that it gets by proving that it
// can read the data folder.
import { isTaken } from '../data-folder/data-folder.ts'
import { askForLaunchToken, readRunning, type Running } from '../data-folder/running.ts'
import { calledAs } from '../terminal/called-as.ts'
import { StartFailure } from '../terminal/start-failure.ts'

export interface Reached extends Running {
  /** Good once, for ten minutes. */
  readonly launchToken: string
}

/** Sends a request to the running server, signed in. */
export type Send = (path: string, init?: RequestInit & { readonly json?: unknown }) => Promise<Response>

/** Throws StartFailure when no server runs on the folder, or when it does not answer. */
export async function reachServer(dataDir: string): Promise<Reached> {
  if (!isTaken(dataDir)) {
    throw new StartFailure(
      `No running Nightpost was found for ${dataDir}.`,
      `Start it with ${calledAs('start')}, or name its folder with --data-dir DIR.`,
    )
  }
  const running = readRunning(dataDir)
  const launchToken = running && (await askForLaunchToken(dataDir, running))
  if (running && launchToken) return { ...running, launchToken }
  throw new StartFailure(
    `The Nightpost running on ${dataDir} does not answer.`,
    'Try again in a moment, or restart it.',
  )
}

/** Signs in while `work` runs. Throws StartFailure when there is no server. */
export async function withSession<T>(dataDir: string, work: (send: Send) => Promise<T>): Promise<T> {
  const { origin, launchToken } = await reachServer(dataDir)
  const login = { cookie: await signIn(origin, launchToken), origin }
  const send: Send = (path, { json, ...init } = {}) => fetch(origin + path, asRequest(init, json, login))
  try {
    return await work(send)
  } finally {
    await send('/api/v1/auth/logout', { json: {} }).catch(() => {})
  }
}

async function signIn(origin: string, launchToken: string): Promise<string> {
  const asCommand = { t: launchToken, as: 'command' }
  const response = await fetch(`${origin}/api/auth/session`, asRequest({}, asCommand, { origin }))
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0]
  if (!response.ok || !cookie)
    throw new StartFailure('The running Nightpost did not accept this command.', 'Try again, or restart it.')
  return cookie
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
