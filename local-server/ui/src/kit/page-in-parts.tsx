import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { useOnceTrue } from '../shared/on-demand.tsx'
import { ErrorBoundaries } from './error-boundary.tsx'
import { PageTitle } from './page-title.tsx'

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
