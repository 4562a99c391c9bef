import { Button, Group } from '@mantine/core'
import { useId, type FormEvent, type ReactNode } from 'react'
import { ProblemNote } from '../../kit/problem-note.tsx'
import { useLazyStrings } from '../../strings/language.tsx'
import classes from './settings.module.css'

interface Saved {
  readonly problem: string | null
  readonly isDirty: boolean
  readonly isSaving: boolean
  readonly isSaved: boolean
  save: () => void
}

interface SettingsFormProps {
  readonly title: string
  readonly does: string
  readonly risk: string
  readonly group: Saved
  readonly children: ReactNode
}

/** Settings that belong together: what they do, what they risk, and one button that saves them. */
export function SettingsForm({ title, does, risk, group, children }: SettingsFormProps) {
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

      aria-labelledby={id}
    >
      <Explained id={id} title={title} does={does} risk={risk} />
      <div className={classes.fields}>
        {children}
        <Save title={title} group={group} />
      </div>
    </form>
  )
}

/** Submits the form around it; outside of one it saves by itself. */
export function Save({ title, group }: { readonly title: string; readonly group: Saved }) {
  const { settings } = useLazyStrings().reposts
  return (
    <>
      {group.problem !== null && <ProblemNote>{group.problem}</ProblemNote>}
      <Group gap="md" wrap="nowrap" mih="2.25rem" c="dimmed">
        <Button
          type="submit"
          variant={group.isDirty ? 'filled' : 'default'}
          loading={group.isSaving}
          aria-label={`${settings.save}: ${title}`}
          onClick={({ currentTarget }) => currentTarget.form === null && group.save()}
        >
          {settings.save}
        </Button>
        <p role="status">{group.isSaved && settings.saved}</p>
      </Group>
    </>
  )
}

interface ExplainedProps {
  readonly id: string
  readonly title: string
  readonly does: string
  readonly risk?: string
}

export function Explained({ id, title, does, risk }: ExplainedProps) {
  const { settings } = useLazyStrings().reposts
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
