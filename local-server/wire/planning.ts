// What plans posts: their times, the slots of accounts, and posts that come back.
import type { AppModules } from '../../core/http/modules.ts'
import type { MediaAddress } from '../../core/media/media-body.ts'
import type { ChangeDeps } from '../../core/posts/change-deps.ts'
import { createRecurrences } from '../../core/scheduling/recurrence/recurrences.ts'
import { createScheduling } from '../../core/scheduling/scheduling.ts'
import { createSlots } from '../../core/scheduling/slots/slots.ts'
import type { Folder } from './data-folder.ts'

interface Given extends ChangeDeps {
  mediaAddress(): Promise<MediaAddress>
  wakeChecks(): void
}

export function composePlanning(
  { hold, planner, recurrences, repeatingJobs, slots }: Folder,
  given: Given,
): Pick<AppModules, 'scheduling' | 'slots' | 'recurrences'> {
  const release = async () => {
    await hold.release()
    given.wakeChecks()
  }
  const waking = { ...hold, release }
  return {
    scheduling: createScheduling({ ...given, planner, slots, recurrences, repeatingJobs, hold: waking }),
    slots: createSlots({ ...given, slots }),
    recurrences: createRecurrences({ ...given, recurrences, slots, hold }),
  }
}
