import type { ReactNode } from 'react'
import classes from './fold.module.css'

interface FoldProps {
  readonly title: string
  readonly children: ReactNode
}

export function Fold({ title, children }: FoldProps) {
  return (
    <details className={classes.fold}>
      <summary>{title}</summary>
      <div className={classes.body}>{children}</div>
    </details>
  )
}
