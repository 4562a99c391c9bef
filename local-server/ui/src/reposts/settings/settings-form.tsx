import { Box, Button, Group, Stack, Text } from '@mantine/core'
import { useId, type FormEvent, type ReactNode } from 'react'
import { ProblemNote } from '../../kit/problem-note.tsx'
import { useLazyStrings } from '../../strings/language.tsx'
import { SOFT } from '../../kit/looks.ts'

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

/** How settings that belong together stand on the page. */
export const SETTINGS_GROUP = {
  gap: '1.25rem clamp(1.5rem, 5vw, 4rem)',
  align: 'flex-start',
  py: 'clamp(1.5rem, 4vw, 2.5rem)',
} as const

/** Settings that belong together: what they do, what they risk, and one button that saves them. */
export function SettingsForm({ title, does, risk, group, children }: SettingsFormProps) {
  const id = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    group.save()
  }
  return (
    <form onSubmit={submit} noValidate aria-labelledby={id}>
      <Group {...SETTINGS_GROUP}>
        <Explained id={id} title={title} does={does} risk={risk} />
        <Stack flex="1.15 1 20rem" maw="32rem">
          {children}
          <Save title={title} group={group} />
        </Stack>
      </Group>
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
    <Stack gap="xs" flex="1 1 20rem" maw="33.5rem" {...SOFT}>
      <Text component="h3" id={id} fz="lg" fw={650} lh={1.2} c="var(--ink)">
        {title}
      </Text>
      <p>{does}</p>
      {risk !== undefined && (
        <p>
          <Box component="strong" c="var(--ink)">
            {settings.risk}
          </Box>{' '}
          {risk}
        </p>
      )}
    </Stack>
  )
}
