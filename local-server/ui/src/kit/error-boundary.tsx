import { Button } from '@mantine/core'
import { Children, Component, type ReactNode } from 'react'
import { useStrings } from '../strings/language.tsx'
import { ProblemNote } from './problem-note.tsx'

interface ErrorBoundaryProps {
  /** Children are rendered again when this changes. */
  readonly resetKey?: string
  readonly children: ReactNode
}

interface ErrorBoundaryState {
  readonly error: unknown
  readonly shownAt: string | undefined
}

/** Lets a part of the screen break alone: an error is shown in its place, and everything around it stays. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { error: null, shownAt: undefined }

  static getDerivedStateFromError(error: unknown): Partial<ErrorBoundaryState> {
    return { error }
  }

  static getDerivedStateFromProps(
    { resetKey }: ErrorBoundaryProps,
    { error, shownAt }: ErrorBoundaryState,
  ): Partial<ErrorBoundaryState> {
    return error !== null && shownAt !== resetKey ? { error: null, shownAt: resetKey } : { shownAt: resetKey }
  }

  override render(): ReactNode {
    const { error } = this.state
    return error === null ? this.props.children : <Broken error={error} />
  }
}

/** The parts of a screen, each of which breaks alone. */
export function ErrorBoundaries({ children }: { readonly children: ReactNode }) {
  return Children.map(children, (part) => <ErrorBoundary>{part}</ErrorBoundary>)
}

function Broken({ error }: { readonly error: unknown }) {
  const { shared } = useStrings()
  return (
    <ProblemNote>
      <p>{shared.brokenPart}</p>
      <p>{shared.brokenWith(error instanceof Error ? error.message : String(error))}</p>
      <Button variant="default" size="xs" mt="sm" onClick={() => window.location.reload()}>
        {shared.reload}
      </Button>
    </ProblemNote>
  )
}
