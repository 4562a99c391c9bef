import { Stack, TagsInput, type TagsInputProps, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { OptionName } from '../../../../../core/rules/content/post-options.ts'
import { SOFT } from '../../kit/looks.ts'
import type { ComposeField } from '../problems.ts'
import { FieldNotes } from './field-notes.tsx'

interface FieldProps {
  readonly field: ComposeField
  /** Set by the same controls. */
  readonly option?: OptionName
  readonly about: string | false
  readonly children?: ReactNode
}

/** Controls of one field, with what they are for above them and what would be refused below. */
export function Field({ field, option, about, children }: FieldProps) {
  return (
    <Stack gap="sm" data-field={field} tabIndex={-1}>
      {about && <Text {...SOFT}>{about}</Text>}
      {children}
      <FieldNotes of={field} />
      {option && (
        <div data-field={option} tabIndex={-1}>
          <FieldNotes of={option} />
        </div>
      )}
    </Stack>
  )
}

interface TypedListProps extends Omit<TagsInputProps, 'value' | 'onChange'> {
  readonly values: readonly string[]
  readonly max: number
  /** Turns typed text into what is stored; an empty text when nothing is. */
  readonly clean: (typed: string) => string
  readonly onChange: (values: readonly string[]) => void
}

/** Names or numbers, one after the other, each once. */
export function TypedList({ values, max, clean, placeholder, onChange, ...input }: TypedListProps) {
  return (
    <TagsInput
      size="md"
      placeholder={values.length < max ? placeholder : undefined}
      value={[...values]}
      maxTags={max}
      splitChars={[',', ' ', ';']}
      acceptValueOnBlur
      clearable={false}
      onChange={(typed) => onChange([...new Set(typed.map(clean).filter((value) => value !== ''))])}
      {...input}
    />
  )
}
