// Hands each event to a command of the user's, in their order and one at a time. How the command ends is the user's business: a
// failure is logged, and the next event follows. Its place in the outbox is stored after the command has ended, so a restart in
// between repeats an event, and never skips one.
import { z } from 'zod'
import { eventBody, type Events, type FeedItem } from '../../core/features/events/events.ts'
import type { Log } from '../../core/ports/log.ts'
import type { SettingsStore } from '../../core/ports/settings-store.ts'
import { MINUTE, SECOND, type Duration } from '../../core/time.ts'
import { runProgram } from '../programs/run-program.ts'
import type { HookCommand } from './hook-command.ts'
import { startLoop, type Loop } from './loop.ts'

export interface EventHookDeps {
  readonly events: Pick<Events, 'listen'>
  readonly settings: SettingsStore
  readonly log: Log
  /** All of the environment that the command gets. */
  readonly variables: Readonly<Record<string, string>>
  readonly timeout?: Duration
}

const SETTING = 'eventHookPosition'
const TIMEOUT: Duration = 30 * SECOND

export function startEventHook(
  [program, ...args]: HookCommand,
  { events, settings, log, variables: env, timeout = TIMEOUT }: EventHookDeps,
): Loop {
  async function run(stopping: AbortSignal): Promise<Duration> {
    const told = z
      .int()
      .nullable()
      .catch(null)
      .parse(await settings.get(SETTING))
    for await (const item of await events.listen(null, told, stopping)) {
      if (item.kind === 'beat') continue
      const line = lineOf(item)
      if (line !== null) await tell(line, stopping)
      if (stopping.aborted) break
      const position = item.kind === 'event' ? item.event.id : item.id
      if (position !== told) await settings.put({ [SETTING]: position })
    }
    return MINUTE
  }

  async function tell(line: string, stopping: AbortSignal): Promise<void> {
    try {
      await runProgram(program, args, { env, input: `${line}\n`, timeout, stopping })
    } catch (error) {
      if (!stopping.aborted) log.warn('the command for events failed', { event: line, error })
    }
  }

  return startLoop(run, { pollEvery: MINUTE, log, failure: 'events could not be handed to the command' })
}

function lineOf(item: Exclude<FeedItem, { kind: 'beat' }>): string | null {
  switch (item.kind) {
    case 'position':
      return null
    case 'reset':
      return JSON.stringify({ id: String(item.id), type: 'reset' })
    case 'event':
      return JSON.stringify(eventBody(item.event))
  }
}
