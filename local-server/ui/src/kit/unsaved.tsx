// What was typed and is not saved. The sheet, the dialog or the page that it would be lost with asks before it closes.
import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react'
import { useAskBeforeLeaving } from '../shared/before-leaving.ts'
import { useStrings } from '../strings/language.tsx'
import { Question } from './question.tsx'

interface Loss {
  readonly words: string | undefined
}

type Leave = (go: () => void) => void

interface Place {
  /** Until the function is called that it returns. */
  keep(loss: Loss): () => void
  /** Goes at once when nothing is lost by it, else once somebody has said so. */
  readonly leave: Leave
}

const PlaceContext = createContext<Place>({ keep: () => () => {}, leave: (go) => go() })

interface UnsavedProps {
  readonly when: boolean
  /** What is lost, where that is not plain. */
  readonly words?: string
}

/** Within what must not close unasked while `when`; nor does the tab. */
export function Unsaved({ when, words }: UnsavedProps) {
  const { keep } = useContext(PlaceContext)
  useAskBeforeLeaving(when)
  useEffect(() => (when ? keep({ words }) : undefined), [when, words, keep])
  return null
}

/** For what leaves the place from within: a button that cancels, the choice of another account. */
export function useLeave(): Leave {
  return useContext(PlaceContext).leave
}

/** State of what can close: it closes by `place.leave`, and shows its content within `Asked`. */
export function useAsking() {
  const [losses, setLosses] = useState<readonly Loss[]>([])
  const [go, setGo] = useState<(() => void) | null>(null)
  const [isLeft, setLeft] = useState(false)
  const isUnsaved = losses.length > 0
  // It was saved meanwhile.
  if (go !== null && !isUnsaved) setGo(null)
  const place = useMemo<Place>(
    () => ({
      keep(loss) {
        setLosses((all) => [...all, loss])
        return () => setLosses((all) => all.filter((one) => one !== loss))
      },
      leave(next) {
        if (!isUnsaved) return next()
        setLeft(false)
        setGo(() => next)
      },
    }),
    [isUnsaved],
  )
  const answer = (leaves: boolean) => {
    setLeft(leaves)
    setGo(null)
    if (leaves) go?.()
  }
  return { place, isUnsaved, words: losses[0]?.words, isAsked: go !== null, isLeft, answer }
}

interface AskedProps {
  readonly by: ReturnType<typeof useAsking>
  readonly children: ReactNode
}

/** Asks for what is within it. */
export function Asked({ by, children }: AskedProps) {
  const { unsaved } = useStrings().shared
  return (
    <PlaceContext value={by.place}>
      {children}
      <Question
        opened={by.isAsked}
        title={unsaved.title}
        keep={unsaved.keep}
        act={unsaved.discard}
        onAct={() => by.answer(true)}
        onClose={() => by.answer(false)}
        isDone={by.isLeft}
      >
        <p>{by.words ?? unsaved.text}</p>
      </Question>
    </PlaceContext>
  )
}
