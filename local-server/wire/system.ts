// What is known of the process and the computer it runs on.
import { join } from 'node:path'
import type { System, SystemFacts } from '../../core/ports/system.ts'
import manifest from '../../package.json' with { type: 'json' }
import { createBackupDownload } from '../backup/backup-download.ts'
import type { Config } from '../config.ts'
import { findOnPath } from '../media/video/ffmpeg.ts'
import { createSleepSetting } from '../power/sleep-setting.ts'
import { calledAs } from '../terminal/called-as.ts'
import type { Parts } from './outside.ts'

export function composeSystem(
  config: Config,
  { clock, hold, listSandboxAccountIds, needsAttention, platformVersion, revision, stop, storage }: Parts,
): System {
  return {
    async probe() {
      return {
        isHeld: hold.current() !== null,
        needsAttention: await needsAttention(clock.now()),
        storage: await storage.probe(),
      }
    },
    platformVersion,
    readSleepSetting: createSleepSetting({ platform: process.platform, ...config }),
    readFacts: async () => factsOf(config, await listSandboxAccountIds()),
    revision,
    stop,
    makeBackup: createBackupDownload(config.dataDir),
    startCommand: calledAs('start'),
  }
}

function factsOf(
  { backups, dataDir, maxUploadBytes, proxyOrigin, searchPath, sandbox }: Config,
  sandboxAccountIds: readonly string[],
): SystemFacts {
  return {
    version: manifest.version,
    dataDir,
    backupDir: backups?.dir ?? null,
    logDir: join(dataDir, 'logs'),
    maxUploadBytes,
    canTranscode: findOnPath('ffmpeg', searchPath) !== null,
    sandbox,
    proxyOrigin,
    sandboxAccountIds,
  }
}
