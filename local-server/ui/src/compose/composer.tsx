// Keeps what outlives a visit to another page: unsaved work, what it waits for, and the last submission.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useWindowEvent } from '@mantine/hooks'
import { createSafeContext } from '@mantine/core'
import { useMemo, useRef, useState, type ReactNode } from 'react'
import type { WallTime } from '../../../../core/rules/times/wall-time.ts'
import type { PostBody } from '../../../../core/api/posts.ts'
import { askBeforeLeaving, useAskBeforeLeaving } from '../shared/before-leaving.ts'
import { NEW_POST, useOverlays } from '../shared/overlay-address.ts'
import { isSentBefore } from '../api-client.ts'
import { groups, keys } from '../query-keys.ts'
import { notifyOfProblem } from '../shared/notifications.ts'
import { tabPlace } from '../shared/tab-place.ts'
import { noteUsedAccount } from '../shared/accounts/default-account.ts'
import { sendOrder, type Order, type Wait } from './send/send.ts'
import { isToBeSent } from './send/submission.ts'
import { lacksOnlyTime, workAfterSaving, type UnsavedWork } from './unsaved-work.ts'
import {
  createDraftStorage,
  createUploadPlaces,
  NEW_DRAFT,
  type DraftKey,
  type DraftStorage,
} from './draft-storage.ts'

export type Composer = ReturnType<typeof useNewComposer>

export const [ComposerContext, useComposer] = createSafeContext<Composer>('used outside of ComposerProvider')

export function ComposerProvider({ children }: { readonly children: ReactNode }) {
  return <ComposerContext value={useNewComposer()}>{children}</ComposerContext>
}

/** As long as the uploads themselves, which go on while somebody signs in again. */
const uploadPlaces = createUploadPlaces()

function useNewComposer() {
  const draftStorage = useMemo(
    () => createDraftStorage(window.localStorage, tabPlace(), askBeforeLeaving),
    [],
  )
  const [dropped, setDropped] = useState<{ readonly draftKey: DraftKey; readonly work: UnsavedWork } | null>(
    null,
  )
  const [nextFiles, setNextFiles] = useState<readonly File[]>([])
  const [waits, setWaits] = useState<Readonly<Record<DraftKey, Wait | null>>>({})
  const wait = (draftKey: DraftKey, next: Wait | null) =>
    setWaits((before) => ({ ...before, [draftKey]: next }))
  // Another tab changed a draft. One that it has sent no longer waits here.
  useWindowEvent('storage', ({ key, newValue }) => {
    const gone = Object.keys(waits).find(
      (draftKey) => newValue === null && draftStorage.keyOf(draftKey) === key,
    )
    if (gone !== undefined) wait(gone, null)
    draftStorage.notify()
  })
  const { submission, submit, isSending } = useSubmission(draftStorage)
  useAskBeforeLeaving(Object.values(waits).some(isToBeSent), 'upload')
  return {
    draftStorage,
    uploadPlaces,
    submission,
    submit,
    isSending,
    waits,
    wait,
    /** Files dropped on the page, waiting for the next new post. */
    nextFiles,
    setNextFiles,
    /** Begins the next new post: clears the outcome of the last one, and cancels what waits to be sent. */
    beginNext() {
      wait(NEW_DRAFT, null)
      if (!submission.isPending) submission.reset()
    },
    /** Work that was discarded last, which can be restored. */
    dropped,
    drop(draftKey: DraftKey) {
      const work = draftStorage.get(draftKey)
      if (work !== null) setDropped({ draftKey, work })
      wait(draftKey, null)
      draftStorage.clear(draftKey)
      if (draftKey === NEW_DRAFT) draftStorage.beginNext()
    },
    takeBack() {
      if (dropped === null) return
      // What waits to be sent belongs to the work begun since.
      wait(dropped.draftKey, null)
      if (dropped.draftKey === NEW_DRAFT) draftStorage.restoreNew(dropped.work)
      else draftStorage.put(dropped.draftKey, dropped.work)
      setDropped(null)
    },
    forgetDropped: () => setDropped(null),
  }
}

/** Sends at most one thing at a time, however often it is asked to. */
function useSubmission(draftStorage: DraftStorage) {
  const client = useQueryClient()
  const sheet = useOverlays()
  const shown = useRef(sheet.post)
  shown.current = sheet.post
  // The mutation reports its start a moment later, and a double click is faster than that.
  const isSending = useRef(false)
  // From here on the form edits the post that was just stored.
  const noteSaved = ({ draftKey, composition }: Order, post: PostBody) => {
    const rest = workAfterSaving(draftStorage.get(draftKey)?.now, composition, post)
    client.setQueryData(keys.post(post.id), post)
    if (draftKey !== post.id) draftStorage.clear(draftKey)
    if (rest === null) draftStorage.clear(post.id)
    else draftStorage.put(post.id, rest)
  }
  const submission = useMutation({
    mutationFn: (order: Order) => {
      const requestKey = draftStorage.get(order.draftKey)?.requestKey
      return sendOrder({ ...order, requestKey }, (post) => noteSaved(order, post))
    },
    onSuccess: (sent, order) => {
      noteUsedAccount(order.account.id)
      if (order.draftKey === NEW_DRAFT) uploadPlaces.newIsSent(sent.kind === 'saved' ? sent.post.id : null)
      if (sent.kind === 'saved' || sent.kind === 'changed') noteSaved(order, sent.post)
      else draftStorage.clear(order.draftKey)
      if (order.draftKey === NEW_DRAFT) draftStorage.beginNext()
      const isFirstSave = sent.kind === 'saved' && order.draftKey === NEW_DRAFT
      if (isFirstSave && shown.current === NEW_POST) sheet.replace(sent.post.id)
    },
    // While the form is shown, it has a place for the error.
    onError: (error, { draftKey }) => {
      if (isSentBefore(error)) draftStorage.renewRequestKey(draftKey)
      if (shown.current !== draftKey) notifyOfProblem(error)
    },
    onSettled: () => {
      isSending.current = false
      return client.invalidateQueries({ queryKey: groups.posts })
    },
  })
  const submit = (order: Order) => {
    if (isSending.current) return
    isSending.current = true
    submission.mutate(order)
  }
  /** `isSending` is up to date; the mutation's state is that of the last render. */
  return { submission, submit, isSending: () => isSending.current }
}

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
