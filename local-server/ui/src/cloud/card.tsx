import type { ReactNode } from 'react'
import classes from './card.module.css'

interface CardProps {
  readonly id: string
  readonly title: string
  readonly lead?: string
  readonly children: ReactNode
}

export function Card({ id, title, lead, children }: CardProps) {
  return (
    <section className={classes.card} aria-labelledby={id}>
      <div>
        <h2 id={id}>{title}</h2>
        {lead !== undefined && <p className={classes.lead}>{lead}</p>}
      </div>
      {children}
    </section>
  )
}
