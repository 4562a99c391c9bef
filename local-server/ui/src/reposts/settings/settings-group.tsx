// Settings that are saved together: the state of the form, and its layout.
import { Box, Button, Group, NumberInput, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { SettingsChange } from '../../../../../core/features/reposts/settings/configure.ts'
import {
  type BoundedSetting,
  isAllowed,
  SETTING_BOUNDS,
} from '../../../../../core/rules/reposts/setting-bounds.ts'
import { refusedField } from '../../api-client.ts'
import { Form } from '../../kit/form.tsx'
import { SOFT } from '../../kit/looks.ts'
import { ProblemNote } from '../../kit/problem-note.tsx'
import { Unsaved } from '../../kit/unsaved.tsx'
import { useLazyStrings } from '../../strings/language.tsx'
import { useChangeSettings } from '../repost-queries.ts'
import { useRepostOverview } from '../repost-overview.ts'

type Problems<Values> = { readonly [Field in keyof Values]?: string | undefined }

interface Group<Values> {
  readonly saved: Values
  /** Says in words what is wrong with them; called when they are saved. */
  check?: (values: Values) => Problems<Values>
  change: (values: Values) => SettingsChange
}

/** What was typed stays until it is saved, also after a refusal. */
export function useSettingsGroup<Values extends object>({ saved, check, change }: Group<Values>) {
  const [edits, setEdits] = useState<Partial<Values>>({})
  const [wrong, setWrong] = useState<Problems<Values>>({})
  const saving = useChangeSettings(useRepostOverview().account.id)
  const values = { ...saved, ...edits }
  const refusal = useRefusal(saving.error, values)
  const problems: Problems<Values> = { ...refusal.problems, ...wrong }
  return {
    values,
    problems,
    /** Problem of no single field. */
    problem: refusal.problem,
    isDirty: (Object.keys(edits) as (keyof Values)[]).some((field) => edits[field] !== saved[field]),
    isSaving: saving.isPending,
    isSaved: saving.isSuccess && Object.keys(edits).length === 0,
    set(edit: Partial<Values>) {
      saving.reset()
      setWrong((before) => without(before, edit))
      setEdits((before) => ({ ...before, ...edit }))
    },
    save() {
      const found = check?.(values) ?? {}
      setWrong(found)
      if (Object.values(found).some((problem) => problem !== undefined)) return
      saving.mutate(change(values), { onSuccess: () => setEdits({}) })
    },
  }
}

function useRefusal<Values extends object>(error: Error | null, values: Values) {
  const { settings } = useLazyStrings().reposts
  if (error === null) return { problems: {}, problem: null }
  const refused = refusedField(error)
  if (refused?.field === 'timezone') return { problems: { timezone: settings.zoneUnknown }, problem: null }
  return refused !== null && refused.field in values
    ? { problems: { [refused.field]: refused.sentence }, problem: null }
    : { problems: {}, problem: error.message }
}

function without<Values>(problems: Problems<Values>, edit: Partial<Values>): Problems<Values> {
  const kept = Object.entries(problems).filter(([field]) => !(field in edit))
  return Object.fromEntries(kept) as Problems<Values>
}

type Saved = Pick<
  ReturnType<typeof useSettingsGroup>,
  'problem' | 'isDirty' | 'isSaving' | 'isSaved' | 'save'
>

/** Names of the words of a group. */
type GroupName = 'interval' | 'night' | 'limit' | 'auto' | 'credit' | 'signature' | 'source'

interface SettingsFormProps {
  readonly of: GroupName
  readonly group: Saved
  readonly children: ReactNode
}

/** Layout of settings that belong together. */
export const SETTINGS_GROUP = {
  gap: '1.25rem clamp(1.5rem, 5vw, 4rem)',
  align: 'flex-start',
  py: 'part',
} as const

/** Settings that belong together: what they do, what they risk, and one button that saves them. */
export function SettingsForm({ of, group, children }: SettingsFormProps) {
  const { settings } = useLazyStrings().reposts
  return (
    <Form onSubmit={group.save} aria-label={settings[`${of}Heading`]}>
      <Group {...SETTINGS_GROUP}>
        <Explained of={of} />
        <Stack flex="1.15 1 20rem" maw="32rem">
          {children}
          <Save of={of} group={group} />
        </Stack>
      </Group>
    </Form>
  )
}

/** Submits the form around it; outside of one it saves on its own. */
export function Save({ of, group }: Omit<SettingsFormProps, 'children'>) {
  const { settings } = useLazyStrings().reposts
  return (
    <>
      <Unsaved when={group.isDirty} />
      {group.problem !== null && <ProblemNote>{group.problem}</ProblemNote>}
      <Group gap="md" wrap="nowrap" mih="2.25rem" c="dimmed">
        <Button
          type="submit"
          variant={group.isDirty ? 'filled' : 'default'}
          loading={group.isSaving}
          aria-label={`${settings.save}: ${settings[`${of}Heading`]}`}
          onClick={({ currentTarget }) => currentTarget.form === null && group.save()}
        >
          {settings.save}
        </Button>
        <p role="status">{group.isSaved && settings.saved}</p>
      </Group>
    </>
  )
}

export function Explained({ of }: { readonly of: GroupName | 'remove' }) {
  const { settings } = useLazyStrings().reposts
  return (
    <Stack gap="xs" flex="1 1 20rem" maw="33.5rem" {...SOFT}>
      <Text component="h3" fz="lg" fw={650} lh={1.2} c="var(--ink)">
        {settings[`${of}Heading`]}
      </Text>
      <p>{settings[`${of}Does`]}</p>
      {of !== 'remove' && (
        <p>
          <Box component="strong" c="var(--ink)">
            {settings.risk}
          </Box>{' '}
          {settings[`${of}Risk`]}
        </p>
      )}
    </Stack>
  )
}

interface BoundedNumberProps {
  readonly setting: BoundedSetting
  readonly label: string
  readonly description?: string
  /** Text while it is not a number. */
  readonly value: number | string
  readonly error: string | undefined
  readonly onChange: (value: number | string) => void
}

/** Takes what is typed and corrects nothing: what is not allowed is reported on saving. */
export function BoundedNumber({ setting, ...props }: BoundedNumberProps) {
  const { least, most } = SETTING_BOUNDS[setting]
  return (
    <NumberInput
      {...props}
      size="md"
      styles={{ wrapper: { maxWidth: '9rem' } }}
      min={least}
      max={most}
      clampBehavior="none"
      allowDecimal={false}
      stepHoldDelay={400}
      stepHoldInterval={80}
    />
  )
}

/** Says in words what is wrong with a number. */
export function useBoundProblem() {
  const { settings } = useLazyStrings().reposts
  return (setting: BoundedSetting, value: unknown): string | undefined => {
    const { least, most } = SETTING_BOUNDS[setting]
    return isAllowed(setting, value) ? undefined : settings.between(least, most)
  }
}
