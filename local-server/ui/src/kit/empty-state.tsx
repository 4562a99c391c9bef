import type { ReactNode } from 'react'
import classes from './empty-state.module.css'

interface EmptyStateProps {
  readonly title: string
  /** Future content of this place. */
  readonly text: string
  /** Next action. */
  readonly children?: ReactNode
}

export function EmptyState({ title, text, children }: EmptyStateProps) {
  return (
    <section className={classes.empty}>
      <h2>{title}</h2>
      <p>{text}</p>
      {children}
    </section>
  )
}
