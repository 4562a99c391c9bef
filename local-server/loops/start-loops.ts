// Everything that a running server does by itself, until it is stopped.
import { join } from 'node:path'
import { REMEMBERED } from '../../core/api/idempotency.ts'
import type { Config } from '../config.ts'
import { createSleepInhibitor } from '../power/sleep-inhibitor.ts'
import type { RunState } from '../wire/base.ts'
import type { Server } from '../wire/server.ts'
import { startAccountUpkeep } from './account-upkeep.ts'
import {
  startBackupLoop,
  startCloudSync,
  startDailyCheck,
  startEventsLoop,
  startInsightLoop,
  startKeyCallsLoop,
  startNightCheck,
  startRecurrenceLoop,
} from './chores.ts'
import { startJobLoop } from './job-loop.ts'
import type { Loop } from './loop.ts'
import { startRepeatingLoop } from './repeating-loop.ts'
import { startWatchedFolder } from './watched-folder-loop.ts'

/** From its start on, `late` wakes them. */
export async function startLoops(config: Config, server: Server, late: RunState): Promise<Loop> {
  const { modules, parts, publishing } = server
  const { log, requests, running } = parts
  const { media, posts, reposts } = modules
  const folder = join(config.dataDir, 'inbox')
  const watchedFolder = await startWatchedFolder({ ...parts, folder, media, posts })
  const nightCheck = startNightCheck(modules.attention, log)
  const sleepInhibitor = createSleepInhibitor({ ...config, platform: process.platform, log })
  const jobs = startJobLoop({ ...parts, publishing, sleepInhibitor })
  const checks = startRepeatingLoop(parts, { STORY_REPOST_CHECK: reposts.runCheck }, reposts.scheduleChecks)
  const exchange = startCloudSync(parts.exchange)
  const tidy = async () => {
    await requests.removeBefore((await running.now()) - REMEMBERED)
    await running.store()
  }
  late.wake = jobs.wake
  late.wakeChecks = checks.wake
  late.wakeNightCheck = nightCheck.wake
  late.wakeSync = exchange.wake
  const upkeep = startAccountUpkeep(parts)
  const loops = [
    jobs,
    checks,
    exchange,
    nightCheck,
    watchedFolder,
    startRecurrenceLoop(modules.recurrences, tidy, log),
    startEventsLoop(modules, log),
    startInsightLoop(modules.insights, log),
    startKeyCallsLoop(modules, log),
    startDailyCheck(parts.checkDatabase, log),
    ...(await startWanted(config, server)),
  ]
  return {
    wake: late.wake,
    async stop() {
      // A call for an account ends by its own time limits; given up, it is as safe as after a crash.
      void upkeep.stop()
      await Promise.all(loops.map((loop) => loop.stop()))
    },
  }
}

/** Starts what only some users have switched on; nobody else waits for it. */
async function startWanted(config: Config, { backups, modules, parts }: Server): Promise<Loop[]> {
  const loops: Loop[] = []
  if (backups) loops.push(startBackupLoop(backups, parts.log))
  if (config.onEvent) {
    const { startEventHook } = await import('./event-hook.ts')
    const variables = config.programVariables
    loops.push(startEventHook(config.onEvent, { ...parts, events: modules.events, variables }))
  }
  if (config.notifyFrom) {
    const { startNotifications } = await import('./notifications.ts')
    const { platform } = process
    const { locale } = new Intl.DateTimeFormat().resolvedOptions()
    const deps = { ...parts, ...config, attention: modules.attention, locale, platform }
    loops.push(startNotifications(config.notifyFrom, deps))
  }
  return loops
}
