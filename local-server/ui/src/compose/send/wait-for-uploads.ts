// Publish was pressed while files are still being uploaded: a post without them is not the one that was asked for.
import { useEffect, useEffectEvent, useState } from 'react'
import { isUploadUnderWay } from '../../library/upload/upload-queue.ts'
import { useUploadsAt } from '../../library/upload/use-uploads.ts'
import { useComposer } from '../composer.tsx'
import type { Order } from './send.ts'
import type { DraftKey } from '../draft-storage.ts'

type Action = Order['action']
/** A draft takes with it what is still being uploaded for it, and the files of a scheduled post are settled. */
export type WaitingAction = Extract<Action, 'publish' | 'schedule'>

interface Wait {
  readonly draftKey: DraftKey
  readonly action: WaitingAction
}

/** `attempt` is made at once, or when the last file is there. It is not made when one of them could not be uploaded. */
export function useWaitForUploads(draftKey: DraftKey, attempt: (action: Action) => void) {
  const { uploadPlaces } = useComposer()
  const uploads = useUploadsAt(uploadPlaces.of(draftKey))
  const [wait, setWait] = useState<Wait | null>(null)
  const [isIncomplete, setIncomplete] = useState(false)
  const waitingFor = wait?.draftKey === draftKey ? wait.action : null
  const isUploading = uploads.some(isUploadUnderWay)
  const goOn = useEffectEvent((action: WaitingAction) => {
    const failed = uploads.length > 0
    setWait(null)
    setIncomplete(failed)
    if (!failed) attempt(action)
  })
  useEffect(() => {
    if (waitingFor !== null && !isUploading) goOn(waitingFor)
  }, [waitingFor, isUploading])
  return {
    waitingFor,
    isIncomplete: isIncomplete && uploads.length > 0,
    act(action: Action) {
      setIncomplete(false)
      if (isUploading && (action === 'publish' || action === 'schedule')) setWait({ draftKey, action })
      else attempt(action)
    },
    end: () => setWait(null),
  }
}
