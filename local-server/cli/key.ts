// `npm run key -- NAME`: prints one new API key of the running server and nothing else. It signs in like a browser does,
// with a launch token that it gets for being able to read the data folder.
import { Command } from 'commander'
import { z } from 'zod'
import { defaultDataDir } from '../config.ts'
import { askForLaunchToken, readRunning } from '../running.ts'
import { StartFailure } from '../start-failure.ts'

const Created = z.object({ fullKey: z.string() })
const Refused = z.object({ error: z.string() })

try {
  const command = new Command('npm run key --')
    .description('Prints one new API key of the running server.')
    .argument('<name>', 'what the key is for, 1 to 64 characters')
    .option('--data-dir <dir>', 'the data folder of the running server', defaultDataDir())
    .parse(process.argv.slice(2), { from: 'user' })
  process.stdout.write(
    `${await createKey(command.args[0] ?? '', command.opts<{ dataDir: string }>().dataDir)}\n`,
  )
} catch (error) {
  if (!(error instanceof StartFailure)) throw error
  process.stderr.write(`${error.message}\n${error.whatToDo}\n`)
  process.exitCode = 1
}

async function createKey(name: string, dataDir: string): Promise<string> {
  const running = readRunning(dataDir)
  const token = running && (await askForLaunchToken(dataDir, running))
  if (!running || !token) {
    throw new StartFailure(
      `No running Nightpost was found for ${dataDir}.`,
      'Start it with npm start, or name its folder with --data-dir DIR.',
    )
  }
  const cookie = await signIn(running.origin, token)
  const response = await post(
    `${running.origin}/api/v1/settings/api-keys`,
    { name },
    { cookie, origin: running.origin },
  )
  const body: unknown = await response.json()
  if (!response.ok)
    throw new StartFailure(
      `The key was not created: ${Refused.parse(body).error}`,
      'Call it with another name: npm run key -- NAME',
    )
  return Created.parse(body).fullKey
}

async function signIn(origin: string, token: string): Promise<string> {
  const response = await post(`${origin}/api/auth/session`, { t: token }, { origin })
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0]
  if (!response.ok || !cookie)
    throw new StartFailure('The running Nightpost did not let this command in.', 'Try again, or restart it.')
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
