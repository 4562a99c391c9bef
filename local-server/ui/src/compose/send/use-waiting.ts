// Something was pressed that cannot be done yet: files are still being uploaded or changed, the accounts are still being read, or
// Nightpost is not running.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useIsServerGone } from '../../app/query-client.ts'
import { useFixesOf } from '../../library/fit/use-fix.ts'
import { type FileUpload, isUploadUnderWay } from '../../library/upload/upload-queue.ts'
import { useUploadsAt } from '../../library/upload/use-uploads.ts'
import { accountsQuery } from '../../shared/queries.ts'
import { useComposer } from '../composer.tsx'
import type { Editor } from '../editor.ts'
import type { Action, Wait } from './send.ts'
import { isStillMeant } from './submission.ts'

export function isStillToDo(wait: Wait | null | undefined): wait is Action {
  return wait !== null && wait !== undefined && wait !== 'filesMissing' && wait !== 'notSent'
}

export type Waiting = ReturnType<typeof useWaiting>

/**
 * `attempt` is made at once, or when what it needs is there. A post without its files is not the one that was asked for: it is not
 * sent when one of them could not be uploaded or changed. Without a server a draft is saved when Nightpost is back, and whether a
 * post still goes out is up to a person.
 */
export function useWaiting(
  editor: Editor,
  attempt: (action: Action) => void,
  onGivenUp: (why: 'filesMissing' | 'conflict') => void = () => {},
) {
  const { draftKey, composition } = editor
  const { uploadPlaces, submission, isSending, waits, wait } = useComposer()
  const uploads = useUploadsAt(uploadPlaces.of(draftKey))
  const fixes = useFixesOf(composition.mediaIds)
  const isGone = useIsServerGone()
  const accounts = useQuery(accountsQuery)
  const isKnown = accounts.data !== undefined
  const isUnreadable = !isKnown && accounts.isError
  const isBack = !isGone && isKnown
  const kept = waits[draftKey] ?? null
  const waitingFor = isStillToDo(kept) && kept !== 'save' ? kept : null
  const isWaitingForFiles = uploads.some(isUploadUnderWay) || fixes.isUnderWay
  const uploadFailed = hasFailedUpload(uploads)
  const isAnyMissing = uploadFailed || fixes.hasFailed
  const isMeant = isStillMeant(kept, editor)
  const canGoOn = isBack && isMeant && !submission.isPending && !(waitingFor !== null && isWaitingForFiles)
  // The accounts could not be read: what was pressed is up to a person again.
  const isGivenUp = (isGone ? !isKnown : isUnreadable) && isStillToDo(kept) && kept !== 'save'
  const goOn = useEffectEvent((wanted: Exclude<Wait, 'filesMissing'>) => {
    // Another post that waited for the same has just gone first: this one has its turn after it.
    if (isSending()) return
    const areFilesMissing = waitingFor !== null && isAnyMissing
    wait(draftKey, areFilesMissing ? 'filesMissing' : null)
    if (areFilesMissing) onGivenUp('filesMissing')
    else if (wanted !== 'notSent') attempt(wanted)
  })
  useEffect(() => {
    if (canGoOn && kept !== null && kept !== 'filesMissing') goOn(kept)
  }, [canGoOn, kept])
  useEffect(() => {
    if (isGivenUp) wait(draftKey, 'notSent')
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isGivenUp])
  useEffect(() => {
    if (isMeant) return
    wait(draftKey, null)
    onGivenUp('conflict')
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isMeant])
  return {
    /** What waits for files. */
    waitingFor: isKnown ? waitingFor : null,
    /** What is done as soon as it can be. */
    busyWith: isStillToDo(kept) && !isGone && !isUnreadable ? kept : waitingFor,
    /** The last wait ended without some of the files. */
    isIncomplete: kept === 'filesMissing' && isAnyMissing,
    /** What was pressed and cannot be done; null while the server answers. */
    inVain: isGone && (kept === 'save' || kept === 'notSent') ? kept : null,
    act(action: Action) {
      const next = waitBefore(action, {
        serverGone: isGone,
        accountDue: !isKnown && !isUnreadable,
        fileDue: isWaitingForFiles,
        uploadFailed,
      })
      wait(draftKey, next)
      if (next === null) attempt(action)
    },
    end: () => wait(draftKey, null),
  }
}

/** What a press waits for, or what keeps it from being done; null: it is done at once. */
export function waitBefore(action: Action, is: WaitReasons): Wait | null {
  // A draft takes with it what is still being uploaded for it.
  const needsFiles = action !== 'save'
  if (is.serverGone) return needsFiles ? 'notSent' : action
  if (is.accountDue || (needsFiles && is.fileDue)) return action
  return needsFiles && is.uploadFailed ? 'filesMissing' : null
}

interface WaitReasons {
  readonly serverGone: boolean
  readonly accountDue: boolean
  /** One is still being uploaded or changed. */
  readonly fileDue: boolean
  /** One that could not be uploaded is still shown with the post. */
  readonly uploadFailed: boolean
}

/** What is tried again, or chosen instead, may still arrive. */
export function hasFailedUpload(uploads: readonly Pick<FileUpload, 'state'>[]): boolean {
  return !uploads.every(isUploadUnderWay)
}
