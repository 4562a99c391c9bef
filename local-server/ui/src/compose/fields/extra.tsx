import { Stack, TagsInput, type TagsInputProps, Text } from '@mantine/core'
import { ChevronRightIcon, type Icon } from '@primer/octicons-react'
import { useState, type ReactNode } from 'react'
import type { OptionName } from '../../../../../core/rules/content/post-options.ts'
import { SOFT } from '../../kit/looks.ts'
import { useStrings } from '../../strings/language.tsx'
import { useForm } from '../form.tsx'
import type { ComposeField } from '../problems.ts'
import classes from './extra.module.css'
import { FieldNotes } from './field-notes.tsx'

interface FoldProps {
  readonly icon: Icon
  readonly label: string
  /** The choice, in a few words. */
  readonly state: string
}

interface ExtraProps extends FoldProps {
  readonly field: ComposeField
  /** Set by the same controls. */
  readonly option?: OptionName
  readonly about: string | false
  readonly children?: ReactNode
}

/** A field that most posts do without: one line until it is opened. */
export function Extra({ field, option, about, children, ...line }: ExtraProps) {
  const { problems } = useForm()
  const isWrong = problems.some((problem) => problem.field === field || problem.field === option)
  return (
    <Fold {...line} isWrong={isWrong}>
      {(isOpen) => (
        <Stack gap="sm" pt="4xs" pb="lg" px="md" data-field={field} tabIndex={-1}>
          {isOpen && (
            <>
              {about && <Text {...SOFT}>{about}</Text>}
              {children}
            </>
          )}
          <FieldNotes of={field} />
          {option && (
            <div data-field={option} tabIndex={-1}>
              <FieldNotes of={option} />
            </div>
          )}
        </Stack>
      )}
    </Fold>
  )
}

interface OpenFoldProps extends FoldProps {
  readonly isWrong: boolean
  readonly children: (isOpen: boolean) => ReactNode
}

/** One line until it is opened. */
export function Fold({ icon: FieldIcon, label, state, isWrong, children }: OpenFoldProps) {
  const { compose } = useStrings()
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={classes.extra} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Text span c="dimmed" aria-hidden="true">
          <FieldIcon />
        </Text>
        <span>{label}</span>
        <Text
          span
          flex="1 0 auto"
          maw="55%"
          ml="auto"
          ta="right"
          lineClamp={3}
          c={isWrong ? 'var(--red)' : 'dimmed'}
        >
          {isWrong ? compose.needsLook : state}
        </Text>
        <span className={classes.chevron} aria-hidden="true">
          <ChevronRightIcon />
        </span>
      </summary>
      {children(isOpen)}
    </details>
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
