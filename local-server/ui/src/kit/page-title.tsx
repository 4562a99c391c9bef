import { Box, Text, Skeleton } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  type ReactNode,
  type RefObject,
} from 'react'
import { useLocation } from 'wouter'
import { causesOf } from '../inbox/causes.ts'
import { useEntries } from '../inbox/entries.ts'
import { useOnceTrue } from '../shared/on-demand.tsx'
import { ErrorBoundaries } from './error-boundary.tsx'

interface PageTitleProps {
  readonly title: string
  /** One sentence under the title. */
  readonly children?: ReactNode
  /** Space below it. */
  readonly mb?: number | string
}

export const BELOW_TITLE = 'part'

export function PageTitle({ title, children, mb = BELOW_TITLE }: PageTitleProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useTitleFocus(heading)
  const urgent = causesOf(useEntries().urgent).length
  useDocumentTitle(`${urgent === 0 ? '' : `(${urgent}) `}${title} – Nightpost`)
  return (
    <Box component="header" mb={mb}>
      <h1 ref={heading} tabIndex={-1} dir="auto">
        {title}
      </h1>
      {children !== undefined && (
        <Text maw="38rem" mt="2xs" c="dimmed">
          {children}
        </Text>
      )}
    </Box>
  )
}

interface Arrival {
  /** True until the new page’s title has taken the focus. */
  pending: boolean
  /** The dialog that the reader left the last page from. */
  from: Element | null
}

const NO_ARRIVAL: Arrival = { pending: false, from: null }

const ArrivalContext = createContext(NO_ARRIVAL)

/** Notes that the reader went to another page. Its code may still have to be loaded, so its title takes the focus itself. */
export function TitleFocus({ children }: { readonly children: ReactNode }) {
  const [location] = useLocation()
  const shown = useRef(location)
  const arrival = useMemo<Arrival>(() => ({ ...NO_ARRIVAL }), [])
  if (shown.current !== location) {
    // On the front page, the reader begins at the top of the document.
    arrival.pending = shown.current !== '/'
    arrival.from = focusedDialog()
    shown.current = location
  }
  return <ArrivalContext value={arrival}>{children}</ArrivalContext>
}

const focusedDialog = () => document.activeElement?.closest('[role=dialog]') ?? null

/** Moves the focus to a heading of a new page, unless the reader has opened a dialog meanwhile. */
export function useHeadingFocus(): (heading: HTMLElement | null) => void {
  const arrival = useContext(ArrivalContext)
  return useCallback(
    (heading) => {
      const dialog = focusedDialog()
      if (dialog === null || dialog === arrival.from) heading?.focus({ preventScroll: true })
    },
    [arrival],
  )
}

function useTitleFocus(title: RefObject<HTMLElement | null>): void {
  const arrival = useContext(ArrivalContext)
  const [location] = useLocation()
  const focus = useHeadingFocus()
  useEffect(() => {
    if (!arrival.pending) return
    arrival.pending = false
    window.scrollTo(0, 0)
    focus(title.current)
  }, [arrival, location, title, focus])
}

interface PageInPartsProps {
  readonly title: string
  readonly lead: string
  /** What it begins with is not known yet, and appears at once, so that nothing is pushed away. */
  readonly isPending: boolean
  /** About as tall as what comes. */
  readonly height: number
  readonly children: ReactNode
}

/** A title, and below it parts that break alone, as soon as all are known. */
export function PageInParts({ title, lead, isPending, height, children }: PageInPartsProps) {
  const isKnown = useOnceTrue(!isPending)
  return (
    <>
      <PageTitle title={title}>{lead}</PageTitle>
      {isKnown ? <ErrorBoundaries>{children}</ErrorBoundaries> : <Skeleton height={height} radius="lg" />}
    </>
  )
}
