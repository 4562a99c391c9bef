// `npm run key -- NAME`: prints one new API key of the running server and nothing else.
import { Command, CommanderError } from 'commander'
import { z } from 'zod'
import { defaultDataDir, sentenceOf } from '../config.ts'
import { calledAs } from '../terminal/called-as.ts'
import { StartFailure } from '../terminal/start-failure.ts'
import { endOnUncaught } from '../terminal/uncaught.ts'
import { withSession } from './session.ts'

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
  return withSession(dataDir, async (send) => {
    const response = await send('/api/v1/settings/api-keys', { json: { name } })
    const body: unknown = await response.json()
    if (response.ok) return Created.parse(body).fullKey
    throw new StartFailure(
      `The key was not created: ${Refused.parse(body).error}`,
      `Call it with another name: ${calledAs('key', 'NAME')}`,
    )
  })
}
