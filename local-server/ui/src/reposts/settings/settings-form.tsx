import { Button } from '@mantine/core'
import { useId, type FormEvent, type ReactNode } from 'react'
import { ProblemNote } from '../../shared/problem-note.tsx'
import { useStrings } from '../../strings/language.tsx'
import classes from './settings.module.css'

interface SettingsFormProps {
  readonly title: string
  readonly does: string
  readonly risk: string
  readonly group: {
    readonly problem: string | null
    readonly isDirty: boolean
    readonly isSaving: boolean
    readonly isSaved: boolean
    save: () => void
  }
  /** Its fields need the whole width. */
  readonly wide?: boolean
  readonly children: ReactNode
}

/** Settings that belong together: what they do, what they risk, and one button that saves them. */
export function SettingsForm({ title, does, risk, group, wide = false, children }: SettingsFormProps) {
  const { settings } = useStrings().reposts
  const id = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    group.save()
  }
  return (
    <form
      onSubmit={submit}
      noValidate
      className={classes.group}
      data-wide={wide || undefined}
      aria-labelledby={id}
    >
      <Explained id={id} title={title} does={does} risk={risk} />
      <div className={classes.fields}>
        {children}
        {group.problem !== null && <ProblemNote>{group.problem}</ProblemNote>}
        <div className={classes.save}>
          <Button
            type="submit"
            variant={group.isDirty ? 'filled' : 'default'}
            loading={group.isSaving}
            aria-label={`${settings.save}: ${title}`}
          >
            {settings.save}
          </Button>
          <p role="status">{group.isSaved && settings.saved}</p>
        </div>
      </div>
    </form>
  )
}

interface ExplainedProps {
  readonly id: string
  readonly title: string
  readonly does: string
  readonly risk?: string
}

export function Explained({ id, title, does, risk }: ExplainedProps) {
  const { settings } = useStrings().reposts
  return (
    <div className={classes.words}>
      <h3 id={id}>{title}</h3>
      <p>{does}</p>
      {risk !== undefined && (
        <p className={classes.risk}>
          <strong>{settings.risk}</strong> {risk}
        </p>
      )}
    </div>
  )
}
