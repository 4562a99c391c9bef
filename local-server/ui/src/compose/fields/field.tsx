import { Box, TagsInput, type TagsInputProps, Text, Group } from '@mantine/core'
import { useId, type ReactNode } from 'react'
import { SOFT, AMBER_NOTE, SMALL } from '../../kit/looks.ts'
import type { ComposeField } from '../problems.ts'
import { AlertIcon, InfoIcon } from '@primer/octicons-react'
import { Sign } from '../../kit/problem-note.tsx'
import { useStrings, useFormats } from '../../strings/language.tsx'
import { useForm } from '../form.tsx'
import { adviceText, problemText } from '../wording.ts'
import { typedValues } from './typed-values.ts'
import { countCharacters } from '../../../../../core/rules/content/caption-facts.ts'
import { CONTENT_LIMITS } from '../../../../../core/rules/content/content-limits.ts'

interface FieldProps {
  readonly of: ComposeField
  /** Of a field that is more than one control. */
  readonly heading?: string
  readonly about?: string
  readonly children?: ReactNode
}

/** Controls of one field, with what they are for above them and what would be refused right below. */
export function Field({ of, heading, about, children }: FieldProps) {
  const id = useId()
  return (
    <Box data-field={of} tabIndex={-1} miw={0} {...(heading && { role: 'group', 'aria-labelledby': id })}>
      {heading && (
        <Text component="h3" id={id} mb="4xs" fw={600} lts={0}>
          {heading}
        </Text>
      )}
      {about && (
        <Text mb="sm" {...SOFT}>
          {about}
        </Text>
      )}
      {children}
      <FieldNotes of={of} />
    </Box>
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
      onChange={(typed) => onChange(typedValues(typed, clean))}
      {...input}
    />
  )
}

interface FieldNotesProps {
  readonly of: ComposeField
  /** The field shows its problems itself. */
  readonly hintsOnly?: boolean
}

/** Problems and hints of a field, right below it. */
export function FieldNotes({ of, hintsOnly = false }: FieldNotesProps) {
  const strings = useStrings()
  const { compose } = strings
  const { editor, problems, hints } = useForm()
  // Several rules may share a sentence.
  const sentences = problems
    .filter(({ field }) => field === of && !hintsOnly)
    .map((problem) => problemText(problem, editor, strings))
  return (
    <div role="status">
      {[...new Set(sentences)].map((sentence) => (
        <ProblemLine key={sentence}>{sentence}</ProblemLine>
      ))}
      {hints
        .filter(({ field }) => field === of)
        .map(({ advice }) => (
          <HintLine key={advice}>{adviceText(advice, editor.composition, compose)}</HintLine>
        ))}
    </div>
  )
}

export function ProblemLine({ children }: { readonly children: ReactNode }) {
  return (
    <Sign Icon={AlertIcon} c="var(--red)" fz="0.9375rem">
      {children}
    </Sign>
  )
}

export function HintLine({ children }: { readonly children: ReactNode }) {
  return (
    <Sign Icon={InfoIcon} {...AMBER_NOTE} fz="sm">
      {children}
    </Sign>
  )
}

interface CharacterCountProps {
  /** For `aria-describedby`. */
  readonly id: string
  readonly text: string
  readonly of: 'caption' | 'altText' | 'firstComment'
  readonly hint?: string | undefined
  /** What else is counted. */
  readonly children?: ReactNode
}

export function CharacterCount({ id, text, of, hint, children }: CharacterCountProps) {
  const { compose } = useStrings()
  const formats = useFormats()
  const [count, max] = [countCharacters(text), CONTENT_LIMITS[of]]
  return (
    <Group component="p" id={id} gap="0 0.75rem" mt="3xs" {...SMALL}>
      {hint !== undefined && <span>{hint}</span>}
      <Text inherit span {...(count > max && { c: 'var(--red)', fw: 600 })}>
        {compose.characters(formats.number(count), formats.number(max))}
      </Text>
      {children}
    </Group>
  )
}
