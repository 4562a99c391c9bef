import type { WallTime } from '../../../../core/rules/times/wall-time.ts'
import { useOverlays } from '../shared/overlay-address.ts'
import { useComposer } from './composer.tsx'
import { workTakingTime } from './unsaved-work.ts'

/** Opens the form of a draft that is not stored as it was written, with this time: scheduled from elsewhere, it would go out without. */
export function useUnsavedDrafts(): (id: string, when: WallTime) => boolean {
  const { draftStorage } = useComposer()
  const { open } = useOverlays()
  return (id, when) => {
    const work = workTakingTime(draftStorage.get(id), when)
    if (work === null) return false
    draftStorage.put(id, work)
    open(id)
    return true
  }
}
