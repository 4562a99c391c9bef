// Attention and its sources: rows, the disk, the account at the platform, the Worker.
import { createAttention, type Attention } from '../../core/features/attention/attention.ts'
import type { PlatformAccess } from '../../core/ports/platform/platform.ts'
import { webCryptoRandom as random } from '../../core/random.ts'
import { nodeClock as clock, timeZoneHere } from '../node-clock.ts'
import type { Outgoing } from '../undici/undici-fetch.ts'
import type { Folder } from './data-folder.ts'
import type { AttentionDeps } from '../../core/features/attention/attention-deps.ts'

interface Outside {
  readonly outgoing: Outgoing
  readonly upkeep: Pick<AttentionDeps, 'calls'>
  readonly platform: AttentionDeps['platform']
  readonly cloud: Pick<AttentionDeps, 'cloudSetup'>
  readonly delegation: {
    readonly exchange: Pick<AttentionDeps, 'handovers'>
    readonly objects: AttentionDeps['objects']
  }
  readonly sendsStoryFiles: AttentionDeps['sendsStoryFiles']
  accessTo(accountId: string): Promise<PlatformAccess>
}

export function composeAttention(
  {
    accounts,
    blobs,
    hold,
    keys,
    ledger,
    listLostPlans,
    media,
    planner,
    posts,
    recurrences,
    reposts,
    settings,
    storage,
  }: Folder,
  { outgoing, upkeep, platform, cloud, delegation, accessTo, sendsStoryFiles }: Outside,
  {
    mediaAddress,
    readFacts,
    readSleepSetting,
    backupOverdueSince,
  }: Pick<AttentionDeps, 'backupOverdueSince' | 'mediaAddress' | 'readFacts' | 'readSleepSetting'>,
): Attention {
  return createAttention({
    accounts,
    blobs,
    hold,
    keys,
    ledger,
    media,
    planner,
    posts,
    recurrences,
    reposts,
    settings,
    storage,
    listLostPlans,
    backupOverdueSince,
    calls: upkeep.calls,
    clock,
    random,
    platform,
    accessTo,
    mediaAddress,
    sendsStoryFiles,
    readFacts,
    readSleepSetting,
    cloudSetup: cloud.cloudSetup,
    handovers: delegation.exchange.handovers,
    objects: delegation.objects,
    fetchPublic: outgoing.fetch,
    timeZone: timeZoneHere,
  })
}
