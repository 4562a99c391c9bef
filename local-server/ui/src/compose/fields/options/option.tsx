import { Box, Text } from '@mantine/core'
import { useId, type ReactNode } from 'react'
import type { OptionName, PostOptions } from '../../../../../../core/rules/content/post-options.ts'
import { patchOptions } from '../../../../../../core/rules/content/option-changes.ts'
import { useForm } from '../../form.tsx'
import { FieldNotes } from '../field-notes.tsx'

interface OptionProps {
  readonly name: OptionName
  /** Of an option that is more than one control. */
  readonly heading?: string
  readonly children: ReactNode
}

/** One option, with what would be refused about it right below. */
export function Option({ name, heading, children }: OptionProps) {
  const id = useId()
  return (
    <Box data-field={name} tabIndex={-1} miw={0} {...(heading && { role: 'group', 'aria-labelledby': id })}>
      {heading && (
        <Text component="h3" id={id} mb="4xs" fw={600} lts={0}>
          {heading}
        </Text>
      )}
      {children}
      <FieldNotes of={name} />
    </Box>
  )
}

type Change = (options: PostOptions) => PostOptions

export function useOptions() {
  const { editor } = useForm()
  const change = (update: Change) => editor.change((now) => ({ ...now, options: update(now.options) }))
  return {
    options: editor.composition.options,
    /** Null clears an option. */
    set: (given: Parameters<typeof patchOptions>[1]) => change((options) => patchOptions(options, given)),
    change,
  }
}
