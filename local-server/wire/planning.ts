// What plans posts: their times, the slots of accounts, and posts that come back.
import type { AppModules } from '../../core/http/modules.ts'
import type { MediaAddress } from '../../core/media/media-body.ts'
import type { ChangeDeps } from '../../core/posts/change-deps.ts'
import {
  createPostWarnings,
  type FileAddressDeps,
  type PostWarnings,
} from '../../core/scheduling/post-warnings.ts'
import { createRecurrences } from '../../core/scheduling/recurrence/recurrences.ts'
import { createScheduling } from '../../core/scheduling/scheduling.ts'
import { createSlots } from '../../core/scheduling/slots/slots.ts'
import { nodeClock as clock } from '../node-clock.ts'
import type { Folder } from './data-folder.ts'

interface Given extends ChangeDeps {
  mediaAddress(): Promise<MediaAddress>
  wakeChecks(): void
}

export function composePlanning(
  { hold, recurrences, repeatingJobs, slots }: Folder,
  given: Given,
  warnings: PostWarnings,
): Pick<AppModules, 'scheduling' | 'slots' | 'recurrences'> {
  const release = async () => {
    await hold.release()
    given.wakeChecks()
  }
  const waking = { ...hold, release }
  return {
    scheduling: createScheduling({ ...given, slots, recurrences, repeatingJobs, hold: waking }, warnings),
    slots: createSlots({ ...given, slots }),
    recurrences: createRecurrences({ ...given, recurrences, slots, hold }),
  }
}

/** Every way in tells the same warnings of a post. */
export function composeWarnings(
  { accounts, hold, media, planner, posts, settings }: Folder,
  addresses: Pick<FileAddressDeps, 'mediaAddress' | 'sendsStoryFiles'>,
): PostWarnings {
  return createPostWarnings({ accounts, hold, media, planner, posts, settings, clock, ...addresses })
}
