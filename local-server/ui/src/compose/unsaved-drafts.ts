import type { WallTime } from '../../../../core/rules/times/wall-time.ts'
import { useOverlays } from '../shared/overlay-address.ts'
import { useComposer } from './composer.tsx'
import { lacksOnlyTime } from './unsaved-work.ts'

/**
 * To be called before a draft is scheduled. Opens its form with this time where it is not stored as it was written: it would go out
 * without that. A time that was kept for it is over.
 */
export function useUnsavedDrafts(): (id: string, when: WallTime) => boolean {
  const { draftStorage } = useComposer()
  const { open } = useOverlays()
  return (id, when) => {
    const work = draftStorage.get(id)
    if (work === null) return false
    if (lacksOnlyTime(work)) {
      // It would look like a change of what is scheduled.
      draftStorage.clear(id)
      return false
    }
    draftStorage.put(id, { ...work, now: { ...work.now, when } })
    open(id)
    return true
  }
}
