import { Suspense, type ReactNode } from 'react'
import { useOnceTrue } from './once-true.ts'

interface OnDemandProps {
  readonly when: boolean
  readonly children: ReactNode
}

/** Draws nothing before it is wanted for the first time, so that the code of a lazy part is not fetched; then it stays, and may close. */
export function OnDemand({ when, children }: OnDemandProps) {
  return useOnceTrue(when) ? <Suspense fallback={null}>{children}</Suspense> : null
}
