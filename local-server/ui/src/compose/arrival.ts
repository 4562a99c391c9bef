import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import { resolveWallTime } from '../../../../core/scheduling/wall-time.ts'
import { keys } from '../query-keys.ts'
import { isTimeZone } from '../../../../core/time.ts'
import { BROWSER_ZONE } from '../shared/when/time-zones.ts'
import { takeHandedMedia } from '../shared/handed-media.ts'
import { useComposer } from './composer.tsx'
import { EMPTY, withHanded } from './composition.ts'
import { useNoteMedia } from './media-queries.ts'
import { NEW_DRAFT } from './draft-storage.ts'

/** Clears the report on the last post when somebody comes back, unless its outcome is still open. */
export function useFreshStart(): void {
  const { submission } = useComposer()
  const client = useQueryClient()
  useEffect(() => {
    const { data, isPending, reset } = submission
    if (isPending || data === undefined) return
    if (data.kind === 'published') {
      const post = client.getQueryData(keys.post(data.postId))
      if (post?.status !== 'PUBLISHED') return
    }
    reset()
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

/** `/at/2026-11-25T10:00?zone=Asia/Tokyo`: the new post gets that time, and its address is that of any new post. */
export function useChosenTime(wallTime: string | undefined): void {
  const { draftStorage, submission } = useComposer()
  const [, navigate] = useLocation()
  const zone = new URLSearchParams(useSearch()).get('zone')
  const { reset, isPending } = submission
  useEffect(() => {
    if (wallTime === undefined) return
    const timeZone = zone !== null && isTimeZone(zone) ? zone : BROWSER_ZONE
    const when = { wall: wallTime, timeZone, choice: null }
    if (resolveWallTime(when).kind !== 'invalid') {
      const work = draftStorage.get(NEW_DRAFT)
      draftStorage.put(NEW_DRAFT, { base: null, now: { ...(work?.now ?? EMPTY), when } })
      if (!isPending) reset()
    }
    navigate('/', { replace: true })
  }, [wallTime, zone, draftStorage, navigate, reset, isPending])
}
