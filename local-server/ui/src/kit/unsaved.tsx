// What was typed and is not saved. The sheet, the dialog or the page that it would be lost with asks before it closes.
import { createContext, useContext, useLayoutEffect, useMemo, useState, type ReactNode } from 'react'
import { useAskBeforeLeaving } from '../shared/before-leaving.ts'
import { useStrings } from '../strings/language.tsx'
import { Question } from './question.tsx'

interface Loss {
  readonly words: string | undefined
  /** It is lost with a dialog that lies over the place. */
  readonly isOver?: boolean
}

/** `stays`: the control that changes the choice stays, and gets the focus back. */
type Leave = (go: () => void, options?: { readonly stays: boolean }) => void

interface Place {
  /** Holds until the returned function is called. */
  keep(loss: Loss): () => void
  /** Goes at once when nothing would be lost, else after a confirmation. */
  readonly leave: Leave
}

const PlaceContext = createContext<Place>({ keep: () => () => {}, leave: (go) => go() })

interface UnsavedProps {
  readonly when: boolean
  /** What is lost, where that is not plain. */
  readonly words?: string
  /** The browser keeps it: only closing the place around it loses it. */
  readonly isKept?: boolean
}

/** While `when`, neither the place around it nor the tab closes without asking. */
export function Unsaved({ when, words, isKept = false }: UnsavedProps) {
  const { keep } = useContext(PlaceContext)
  useAskBeforeLeaving(when && !isKept)
  // Registered before the next key: on a busy page, an effect would run after it.
  useLayoutEffect(() => (when ? keep({ words }) : undefined), [when, words, keep])
  return null
}

/** For what leaves the place from within: a button that cancels, the choice of another account. */
export function useLeave(): Leave {
  return useContext(PlaceContext).leave
}

/** State of what can close: it closes by `place.leave`, and shows its content within `Asked`. */
export function useAsking() {
  const outer = useContext(PlaceContext)
  const [losses, setLosses] = useState<readonly Loss[]>([])
  const [asked, setAsked] = useState<{ readonly go: () => void; readonly stays: boolean } | null>(null)
  const [isLeft, setLeft] = useState(false)
  const isUnsaved = losses.length > 0
  // It was saved meanwhile.
  if (asked !== null && !isUnsaved) setAsked(null)
  const place = useMemo<Place>(
    () => ({
      keep(loss) {
        setLosses((all) => [...all, loss])
        const release = outer.keep({ ...loss, isOver: true })
        return () => {
          setLosses((all) => all.filter((one) => one !== loss))
          release()
        }
      },
      leave(go, { stays } = { stays: false }) {
        if (!isUnsaved) return go()
        setLeft(false)
        setAsked({ go, stays })
      },
    }),
    [isUnsaved, outer],
  )
  const answer = (leaves: boolean) => {
    setLeft(leaves && asked?.stays === false)
    setAsked(null)
    if (leaves) asked?.go()
  }
  const isOver = losses.some((loss) => loss.isOver)
  return { place, isUnsaved, isOver, words: losses[0]?.words, isAsked: asked !== null, isLeft, answer }
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
