// `npm run key -- NAME`: prints one new API key of the running server and nothing else. It signs in as a browser
// does, with a launch token that it gets by proving that it can read the data folder.
import { Command, CommanderError } from 'commander'
import { z } from 'zod'
import { defaultDataDir, sentenceOf } from '../config.ts'
import { isTaken } from '../data-folder/data-folder.ts'
import { askForLaunchToken, readRunning } from '../data-folder/running.ts'
import { calledAs } from '../terminal/called-as.ts'
import { StartFailure } from '../terminal/start-failure.ts'
import { endOnUncaught } from '../terminal/uncaught.ts'

const Created = z.object({ fullKey: z.string() })
const Refused = z.object({ error: z.string() })

endOnUncaught()
try {
  const { name, dataDir } = readArguments(process.argv.slice(2))
  process.stdout.write(`${await createKey(name, dataDir)}\n`)
} catch (error) {
  if (!(error instanceof StartFailure)) throw error
  process.stderr.write(`${error.message}\n${error.whatToDo}\n`)
  process.exitCode = 1
}

function readArguments(argv: readonly string[]): { name: string; dataDir: string } {
  const command = new Command(calledAs('key', ''))
    .description('Prints one new API key of the running server.')
    .argument('<name>', 'what the key is for, 1 to 64 characters')
    .option('--data-dir <dir>', 'the data folder of the running server', defaultDataDir())
    .allowExcessArguments(false)
    .exitOverride()
    .configureOutput({ writeErr: () => {} })
  try {
    command.parse([...argv], { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode === 0) process.exit(0)
    throw new StartFailure(sentenceOf(error), `Call it as: ${calledAs('key', 'NAME [--data-dir DIR]')}`)
  }
  return { name: command.args[0] ?? '', dataDir: command.opts<{ dataDir: string }>().dataDir }
}

async function createKey(name: string, dataDir: string): Promise<string> {
  if (!isTaken(dataDir)) {
    throw new StartFailure(
      `No running Nightpost was found for ${dataDir}.`,
      `Start it with ${calledAs('start')}, or name its folder with --data-dir DIR.`,
    )
  }
  const running = readRunning(dataDir)
  const token = running && (await askForLaunchToken(dataDir, running))
  if (!running || !token) {
    throw new StartFailure(
      `The Nightpost running on ${dataDir} does not answer.`,
      'Try again in a moment, or restart it.',
    )
  }
  const { origin } = running
  const login = { cookie: await signIn(origin, token), origin }
  try {
    const response = await post(`${origin}/api/v1/settings/api-keys`, { name }, login)
    const body: unknown = await response.json()
    if (response.ok) return Created.parse(body).fullKey
    throw new StartFailure(
      `The key was not created: ${Refused.parse(body).error}`,
      `Call it with another name: ${calledAs('key', 'NAME')}`,
    )
  } finally {
    // The number of sessions is limited: leaving this one behind would eventually sign a browser out.
    await post(`${origin}/api/v1/auth/logout`, {}, login).catch(() => {})
  }
}

async function signIn(origin: string, token: string): Promise<string> {
  const response = await post(`${origin}/api/auth/session`, { t: token }, { origin })
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0]
  if (!response.ok || !cookie)
    throw new StartFailure('The running Nightpost did not accept this command.', 'Try again, or restart it.')
  return cookie
}

function post(url: string, body: unknown, headers: Record<string, string>): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(10_000),
  })
}
