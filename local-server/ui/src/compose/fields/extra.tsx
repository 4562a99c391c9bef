import { ChevronRightIcon, type Icon } from '@primer/octicons-react'
import { useState, type ReactNode } from 'react'
import { useStrings } from '../../strings/language.tsx'
import { useForm } from '../form.tsx'
import type { ComposeField } from '../problems.ts'
import classes from './extra.module.css'
import { FieldNotes } from './field-notes.tsx'

interface ExtraProps {
  readonly field: ComposeField
  readonly icon: Icon
  readonly label: string
  /** The choice, in a few words. */
  readonly state: string
  readonly children: ReactNode
}

/** A field that most posts do without: one line until it is opened. */
export function Extra({ field, icon: FieldIcon, label, state, children }: ExtraProps) {
  const { compose } = useStrings()
  const { problems } = useForm()
  const isWrong = problems.some((problem) => problem.field === field)
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={classes.extra} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span className={classes.icon} aria-hidden="true">
          <FieldIcon />
        </span>
        <span>{label}</span>
        <span className={classes.state} data-problem={isWrong || undefined}>
          {isWrong ? compose.needsLook : state}
        </span>
        <span className={classes.chevron} aria-hidden="true">
          <ChevronRightIcon />
        </span>
      </summary>
      <div className={classes.content} data-field={field} tabIndex={-1}>
        {isOpen && children}
        <FieldNotes of={field} />
      </div>
    </details>
  )
}
