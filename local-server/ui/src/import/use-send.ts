// Sends an import: what is ready, and what takes all of it back.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../api-client.ts'
import { groups } from '../query-keys.ts'
import type { Instant } from '../../../../core/time.ts'
import { askBeforeLeaving } from '../shared/before-leaving.ts'
import { noteUsedAccount } from '../shared/accounts/default-account.ts'
import { notifyOfProblem } from '../shared/notifications.ts'
import { offerUndo } from '../shared/undo.tsx'
import { lazyStringsOf, useLanguage, useLazyStrings, useStrings } from '../strings/language.tsx'
import { refusalSentence } from '../strings/refusal-sentences.ts'
import {
  type Batch,
  batchesOf,
  type Imported,
  isStillAsSent,
  type ReadyPost,
  sendInTurn,
  type Undone,
  undoOf,
  withoutLeftOut,
} from './import-posts.ts'
import type { ImportPlan } from './row-times.ts'
import type { ImportRows } from './use-import-rows.ts'

/** A post that this import has made. */
export interface MadePost {
  readonly accountId: string
  readonly at: Instant | null
}

/**
 * Sends what is ready, all that is new in one request. A refused row stays with the reason, and a message gives it when the sheet was closed
 * meanwhile; so does one that was changed after it was sent. What may be posts already is sent again first, as it was.
 */
export function useSend({ rows, now, actions: { change, remove } }: ImportRows, onAllSent: () => void) {
  const client = useQueryClient()
  /** The rows that are being sent. */
  const [toSend, setToSend] = useState<readonly number[]>([])
  /** These, and afterwards those without an answer, whose posts may exist. */
  const [maybeSent, setMaybeSent] = useState<readonly number[]>([])
  const [made, setMade] = useState<readonly MadePost[]>([])
  const isOpen = useIsOpen()
  const unanswered = useRef<readonly Batch[]>([])
  const explain = useExplanation()
  const refuse = (posts: readonly ReadyPost[], refusal: string) => {
    const [name = '', ...others] = posts.map(({ row: { id } }) => {
      change(id, { refusal })
      return rows.find((row) => row.id === id)?.name
    })
    const more = others.length > 0 ? ` (+${others.length})` : ''
    if (!isOpen.current) notifyOfProblem(new Error(`${name}${more}: ${refusal}`))
  }
  /** `settled`: the rows that nobody has to look at any more are added. */
  const sendOne = async (batch: Batch, meant: readonly ReadyPost[], settled: Set<number>) => {
    const imported = await withoutLeftOut(client, await batch.send(), now())
    setMade((before) => [...before, ...imported.flatMap(({ sent, postId }) => (postId ? [sent] : []))])
    for (const { sent, postId, problem, change: changed } of imported) {
      const { id, changes } = sent.row
      if (postId === null) refuse([sent], explain.problem(problem))
      else if (isStillAsSent(sent, now(), meant)) {
        settled.add(id)
        remove(id)
      } else {
        refuse([sent], explain.sentBefore)
        if (changes && changed) change(id, { changes: { ...changes, version: changed.after.updatedAt } })
      }
    }
    return imported.filter(({ postId }) => postId !== null)
  }
  const send = async (posts: readonly ReadyPost[], plan: Pick<ImportPlan, 'times' | 'timeZone'>) => {
    if (toSend.length > 0) return
    const again = unanswered.current
    const known = new Set(idsOf(again))
    const fresh = batchesOf(
      posts.filter(({ row }) => !known.has(row.id)),
      plan,
    )
    const batches = [...again, ...fresh]
    setToSend(idsOf(batches))
    setMaybeSent(idsOf(batches))
    askBeforeLeaving(batches, true)
    const done: Imported[] = []
    const settled = new Set<number>()
    const sendNext = async (batch: Batch) => {
      done.push(...(await sendOne(batch, posts, settled)))
      noteUsedAccount(batch.posts[0]?.accountId ?? '')
    }
    unanswered.current = await sendInTurn({ again, fresh }, sendNext, (batch, error) => {
      // Behind a closed sheet nothing is sent again: what was to follow is lost with it.
      const isOver = !isOpen.current && !(error instanceof ApiError)
      const lost = isOver ? batches.slice(batches.indexOf(batch)).flatMap((one) => one.posts) : batch.posts
      refuse(lost, isOver ? explain.stopped : explain.error(error))
    })
    setToSend([])
    setMaybeSent(idsOf(unanswered.current))
    askBeforeLeaving(batches, false)
    // Files that no post used before are used now.
    const refresh = () =>
      Promise.all([groups.posts, groups.library].map((queryKey) => client.invalidateQueries({ queryKey })))
    void refresh()
    if (now().every(({ id }) => settled.has(id))) onAllSent()
    if (done.length === 0) return
    const undo = undoOf(client, done)
    offerUndo(await explain.done(done), async () => {
      const work = {}
      askBeforeLeaving(work, true)
      try {
        return await explain.undone(await undo())
      } finally {
        askBeforeLeaving(work, false)
        void refresh()
      }
    })
  }
  return { toSend, maybeSent, made, send }
}

const idsOf = (batches: readonly Batch[]) => batches.flatMap(({ posts }) => posts.map(({ row }) => row.id))

/** What the outcome of an import means to a reader. */
function useExplanation() {
  const { compose, app, refusals } = useStrings()
  const { importing } = useLazyStrings()
  const { language } = useLanguage()
  return {
    sentBefore: app.sentBefore,
    stopped: importing.stopped,
    async done(imported: readonly Imported[]) {
      const { tables } = await lazyStringsOf(language)
      const changed = imported.filter(({ change }) => change !== null).length
      // Sent again as it was, one may be scheduled although drafts are chosen by now.
      const drafts = imported.filter(({ change, sent }) => change === null && sent.at === null).length
      const scheduled = imported.length - changed - drafts
      return [
        drafts > 0 && importing.made(drafts, true),
        scheduled > 0 && importing.made(scheduled, false),
        changed > 0 && tables.changed(changed),
      ]
        .filter(Boolean)
        .join(' ')
    },
    async undone({ takenBack, changedBack, stay }: Undone) {
      if (changedBack === 0) return importing.takenBack(takenBack, stay)
      const { tables } = await lazyStringsOf(language)
      return tables.undone(takenBack, changedBack, stay)
    },
    problem: (problem: Imported['problem']) =>
      problem
        ? refusalSentence({ code: problem.code, error: problem.message, status: 400 }, refusals)
        : importing.failed,
    error(error: unknown) {
      return error instanceof ApiError ? error.message : compose.lost
    },
  }
}

function useIsOpen() {
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  return isOpen
}
