// Something was pressed that cannot be done yet: files are still being uploaded, or Nightpost is not running.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useIsServerGone } from '../../app/server-connection.ts'
import { isUploadUnderWay } from '../../library/upload/upload-queue.ts'
import { useUploadsAt } from '../../library/upload/use-uploads.ts'
import { accountsQuery } from '../../shared/queries.ts'
import { useComposer } from '../composer.tsx'
import type { DraftKey } from '../draft-storage.ts'
import type { Order } from './send.ts'

type Action = Order['action']
type Attempt = (action: Action) => void

export type Waiting = ReturnType<typeof useWaiting>

/** `attempt` is made at once, or when what it needs is there. */
export function useWaiting(draftKey: DraftKey, attempt: Attempt) {
  const uploads = useWaitForUploads(draftKey, attempt)
  return { ...uploads, ...useWaitForServer(draftKey, uploads.act) }
}

/** A post without its files is not the one that was asked for. It is not sent when one of them could not be uploaded. */
function useWaitForUploads(draftKey: DraftKey, attempt: Attempt) {
  const { uploadPlaces } = useComposer()
  const uploads = useUploadsAt(uploadPlaces.of(draftKey))
  const [waitingFor, wait] = useFor<'publish' | 'schedule'>(draftKey)
  const [isIncomplete, setIncomplete] = useState(false)
  const isUploading = uploads.some(isUploadUnderWay)
  const goOn = useEffectEvent((action: Action) => {
    const failed = uploads.length > 0
    wait(null)
    setIncomplete(failed)
    if (!failed) attempt(action)
  })
  useEffect(() => {
    if (waitingFor !== null && !isUploading) goOn(waitingFor)
  }, [waitingFor, isUploading])
  return {
    waitingFor,
    /** The last wait ended without some of the files. */
    isIncomplete: isIncomplete && uploads.length > 0,
    act(action: Action) {
      setIncomplete(false)
      // A draft takes with it what is still being uploaded for it, and the files of a scheduled post are settled.
      if (isUploading && (action === 'publish' || action === 'schedule')) wait(action)
      else attempt(action)
    },
    end: () => wait(null),
  }
}

/** Nothing is sent meanwhile: a draft is saved when Nightpost is back, and whether a post still goes out is up to a person. */
function useWaitForServer(draftKey: DraftKey, attempt: Attempt) {
  const isGone = useIsServerGone()
  const isKnown = useQuery(accountsQuery).data !== undefined
  const [pressed, press] = useFor<Action>(draftKey)
  const isBack = !isGone && isKnown
  const goOn = useEffectEvent(() => {
    press(null)
    if (pressed === 'save') attempt(pressed)
  })
  useEffect(() => {
    if (pressed !== null && isBack) goOn()
  }, [pressed, isBack])
  return {
    /** What was pressed in vain; null while the server answers. */
    inVain: isGone ? pressed : null,
    act: (action: Action) => (isBack ? attempt(action) : press(action)),
  }
}

/** Remembered for this draft alone. */
function useFor<Value>(draftKey: DraftKey) {
  const [kept, keep] = useState<{ readonly draftKey: DraftKey; readonly value: Value } | null>(null)
  const set = (value: Value | null) => keep(value === null ? null : { draftKey, value })
  return [kept?.draftKey === draftKey ? kept.value : null, set] as const
}
