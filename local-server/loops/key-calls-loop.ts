// Writes what came in with API keys, a minute's calls in one commit.
import type { AppModules } from '../../core/http/modules.ts'
import type { Log } from '../../core/ports/log.ts'
import { MINUTE } from '../../core/time.ts'
import { startLoop, type Loop } from './loop.ts'

export function startKeyCallsLoop({ apiKeys: { calls } }: Pick<AppModules, 'apiKeys'>, log: Log): Loop {
  async function run() {
    await calls.write()
    return MINUTE
  }
  return startLoop(run, { pollEvery: MINUTE, log, failure: 'calls by key could not be written' })
}
