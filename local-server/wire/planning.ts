// What plans posts: their times, the slots of accounts, and posts that come back.
import type { AppModules } from '../../core/http/modules.ts'
import type { MediaAddress } from '../../core/features/media/media-body.ts'
import type { HandoverStore } from '../../core/ports/cloud/handover-store.ts'
import type { Platform, PlatformAccess } from '../../core/ports/platform/platform.ts'
import type { ChangeDeps } from '../../core/features/posts/change-deps.ts'
import { foreseeRelease } from '../../core/engine/publishing/restored/release-outlook.ts'
import {
  createPostWarnings,
  type FileAddressDeps,
  type PostWarnings,
} from '../../core/features/scheduling/post-warnings.ts'
import { createRecurrences } from '../../core/features/scheduling/recurrence/recurrences.ts'
import { createScheduling } from '../../core/features/scheduling/scheduling.ts'
import { createSlots } from '../../core/features/scheduling/slots/slots.ts'
import { nodeClock as clock } from '../node-clock.ts'
import type { Folder } from './data-folder.ts'

export function composePlanning(
  folder: Folder,
  changing: ChangeDeps,
  {
    handovers,
    mediaAddress,
    wakeChecks,
    platform,
    accessTo,
  }: {
    readonly handovers: Pick<HandoverStore, 'open' | 'ofPost'>
    mediaAddress(): Promise<MediaAddress>
    wakeChecks(): void
    readonly platform: Pick<Platform, 'recentMedia'>
    accessTo(accountId: string): Promise<PlatformAccess>
  },
  warnings: PostWarnings,
): Pick<AppModules, 'scheduling' | 'slots' | 'recurrences'> {
  const { hold, ledger, log, media, posts, recurrences, repeatingJobs, slots } = folder
  const release = async () => {
    await hold.release()
    wakeChecks()
  }
  return {
    scheduling: createScheduling(
      {
        ...changing,
        slots,
        recurrences,
        repeatingJobs,
        hold: { ...hold, release },
        handovers,
        foreseeRelease: (ids) => foreseeRelease({ posts, handovers, media, ledger, platform, accessTo }, ids),
        media,
        mediaAddress,
        log,
      },
      warnings,
    ),
    slots: createSlots({ ...changing, slots }),
    recurrences: createRecurrences({ ...changing, slots, recurrences, hold, log }),
  }
}

/** Every way in reports the same warnings about a post. */
export function composeWarnings(
  { accounts, hold, log, media, planner, posts, settings }: Folder,
  addresses: Pick<FileAddressDeps, 'mediaAddress' | 'sendsStoryFiles'>,
): PostWarnings {
  return createPostWarnings({ accounts, hold, log, media, planner, posts, settings, clock, ...addresses })
}
