import { useEffect, useEffectEvent } from 'react'
import { resolveWallTime } from '../../../../core/scheduling/wall-time.ts'
import { isTimeZone } from '../../../../core/time.ts'
import { BROWSER_ZONE } from '../shared/when/time-zones.ts'
import { takeHandedMedia } from '../shared/handed-media.ts'
import { NEW_POST, usePostSheet, type ChosenTime } from '../shared/post-sheet-address.ts'
import { useComposer } from './composer.tsx'
import { EMPTY, withHanded } from './composition.ts'
import { useNoteMedia } from './media-queries.ts'
import { NEW_DRAFT } from './draft-storage.ts'

/** Whoever comes back begins anew: what is under way, and how it ended, is in the plan. */
export function useFreshStart(): void {
  const { submission } = useComposer()
  useEffect(() => {
    if (!submission.isPending) submission.reset()
    // On arrival alone: a submission from here is reported here.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])
}

/** Puts files that the library passed on into the new post. */
export function useHandedMedia(): void {
  const { draftStorage, submission } = useComposer()
  const noteMedia = useNoteMedia()
  useEffect(() => {
    const handed = takeHandedMedia()
    if (handed.length === 0) return
    noteMedia(handed)
    const now = withHanded(draftStorage.get(NEW_DRAFT)?.now ?? EMPTY, handed)
    draftStorage.put(NEW_DRAFT, { base: null, now })
    if (!submission.isPending) submission.reset()
    // On arrival alone: it is handed over once.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])
}

/** The new post gets the time that was chosen before, and its address is that of any new post. */
export function useChosenTime(): void {
  const { draftStorage, submission } = useComposer()
  const { chosenTime, replace } = usePostSheet()
  const { reset, isPending } = submission
  const take = useEffectEvent(({ wall, zone, accountId }: ChosenTime) => {
    const when = { wall, timeZone: isTimeZone(zone) ? zone : BROWSER_ZONE, choice: null }
    if (resolveWallTime(when).kind !== 'invalid') {
      const work = draftStorage.get(NEW_DRAFT)
      draftStorage.put(NEW_DRAFT, {
        base: null,
        now: { ...(work?.now ?? EMPTY), when, ...(accountId && { accountId }) },
      })
      if (!isPending) reset()
    }
    replace(NEW_POST)
  })
  const isChosen = chosenTime !== null
  useEffect(() => {
    if (chosenTime !== null) take(chosenTime)
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isChosen])
}
