// What plans posts: their times, the slots of accounts, and posts that come back.
import type { AppModules } from '../../core/http/modules.ts'
import type { MediaAddress } from '../../core/media/media-body.ts'
import type { ChangeDeps } from '../../core/posts/change-deps.ts'
import { createRecurrences } from '../../core/scheduling/recurrence/recurrences.ts'
import { createScheduling } from '../../core/scheduling/scheduling.ts'
import { createSlots } from '../../core/scheduling/slots/slots.ts'
import type { Folder } from './data-folder.ts'

export function composePlanning(
  { hold, planner, recurrences, repeatingJobs, slots }: Folder,
  changing: ChangeDeps & { mediaAddress(): Promise<MediaAddress> },
): Pick<AppModules, 'scheduling' | 'slots' | 'recurrences'> {
  return {
    scheduling: createScheduling({ ...changing, planner, slots, recurrences, repeatingJobs, hold }),
    slots: createSlots({ ...changing, slots }),
    recurrences: createRecurrences({ ...changing, recurrences, slots, hold }),
  }
}
