import { shallowEqual, useTimeout } from '@mantine/hooks'
import { Suspense, type ReactNode, useState, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'

/** Draws nothing before it is wanted for the first time, so that the code of a lazy part is not fetched; then it stays, and may close. */
export function OnDemand({ when, children }: { readonly when: boolean; readonly children: ReactNode }) {
  return useOnceTrue(when) ? <Suspense fallback={null}>{children}</Suspense> : null
}

/** True once the condition has held. What a page begins with appears at once, so that nothing is pushed away. */
export function useOnceTrue(condition: boolean): boolean {
  const [held, setHeld] = useState(condition)
  if (condition && !held) setHeld(true)
  return held || condition
}

/** For what lies over the page: the library notes where the focus was when `opened` changes, and what comes on demand begins opened. */
export function useOpened(opened: boolean): boolean {
  const [isDrawn, setDrawn] = useState(false)
  useLayoutEffect(() => setDrawn(true), [])
  return opened && isDrawn
}

/** What was shown last: what closes fades out with it. */
export function useLast<Shown>(shown: Shown | null): Shown | null {
  const [last, setLast] = useState(shown)
  if (shown !== null && shown !== last) setLast(shown)
  return shown ?? last
}

/** A ref: takes the focus once it is there, because the element that had it is gone. */
export const takeFocus = (element: HTMLElement | null) => element?.focus()

/** Where the reader continues when nothing nearer is left. */
export const focusTitle = () => document.querySelector<HTMLElement>('main h1')?.focus()

/** What leaves because of its own act, while that is under way, takes the focus with it: the reader continues at the title. */
export function useFocusAfter(isActing: boolean): void {
  const leave = useEffectEvent(() => {
    if (isActing && document.activeElement === document.body) focusTitle()
  })
  useEffect(() => () => leave(), [])
}

/** The same object as before until something in it is another: for a context, whose users would be drawn again. */
export function useSame<Held extends object>(held: Held): Held {
  const last = useRef(held)
  if (!shallowEqual(last.current, held)) last.current = held
  return last.current
}

const LATER_MS = 1_000

/** True once the first paint needs nothing any more: for what it must not wait for. */
export function useIsLater(): boolean {
  const [isLater, setLater] = useState(false)
  useTimeout(() => setLater(true), LATER_MS, { autoInvoke: true })
  return isLater
}
