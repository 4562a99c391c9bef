// `npm run key -- NAME`: prints one new API key of the running server and nothing else.
import { CommanderError, Option } from 'commander'
import { z } from 'zod'
import { KEY_RIGHTS, type KeyRights } from '../../core/api/access.ts'
import { defaultDataDir, readDataDir, usageSentence } from '../config.ts'
import { calledAs } from '../terminal/called-as.ts'
import { createCommand } from '../terminal/create-command.ts'
import { endWithOutput } from '../terminal/closed-output.ts'
import { say } from '../terminal/say.ts'
import { EXIT_CODES } from '../terminal/exit-codes.ts'
import { endWithFailure, StartFailure, UsageFailure } from '../terminal/start-failure.ts'
import { endOnUncaught } from '../terminal/uncaught.ts'
import { readFolder } from './contract/flag-values.ts'
import { withSession } from './session.ts'

const Created = z.object({ fullKey: z.string() })
const Refused = z.object({ error: z.string() })

endOnUncaught()
endWithOutput()
try {
  say(await createKey(readArguments(process.argv.slice(2))))
} catch (error) {
  endWithFailure(error)
}

interface Arguments {
  readonly name: string
  readonly rights: KeyRights
  readonly dataDir: string
}

function readArguments(argv: readonly string[]): Arguments {
  const command = createCommand(calledAs('key', ''))
    .description('Prints one new API key of the running server.')
    .argument('<name>', 'what the key is for, 1 to 64 characters')
    .addOption(
      new Option('--rights <rights>', 'what it may do; approval: a person sends what it has written')
        .choices(KEY_RIGHTS)
        .default('full'),
    )
    .option('--data-dir <dir>', 'the data folder of the running server', readFolder, defaultDataDir())
    .allowExcessArguments(false)
    .exitOverride()
    .configureOutput({ writeErr: () => {} })
  try {
    command.parse([...argv], { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode === 0) process.exit(0)
    throw new UsageFailure(
      usageSentence(error),
      `Call it as: ${calledAs('key', 'NAME [--rights RIGHTS] [--data-dir DIR]')}`,
    )
  }
  if (command.getOptionValueSource('dataDir') === 'default') command.setOptionValue('dataDir', readDataDir())
  return { name: command.args[0] ?? '', ...command.opts<Omit<Arguments, 'name'>>() }
}

async function createKey({ name, rights, dataDir }: Arguments): Promise<string> {
  return withSession(dataDir, async (send) => {
    const response = await send('/api/v1/settings/api-keys', { json: { name, rights } })
    const body: unknown = await response.json()
    if (response.ok) return Created.parse(body).fullKey
    throw new StartFailure(
      `The key was not created: ${Refused.parse(body).error}`,
      `Call it with another name: ${calledAs('key', 'NAME')}`,
      EXIT_CODES.refused,
    )
  })
}
