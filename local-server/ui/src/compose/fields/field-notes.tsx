import { Box } from '@mantine/core'
import { AlertIcon, InfoIcon } from '@primer/octicons-react'
import type { ReactNode } from 'react'
import { useStrings } from '../../strings/language.tsx'
import type { ComposeField } from '../problems.ts'
import { useForm } from '../form.tsx'
import { adviceText, problemText } from '../wording.ts'
import classes from './field-notes.module.css'

interface FieldNotesProps {
  readonly of: ComposeField
  /** The field shows its problems itself. */
  readonly hintsOnly?: boolean
}

/** Problems and hints of a field, right below it. */
export function FieldNotes({ of, hintsOnly = false }: FieldNotesProps) {
  const { compose } = useStrings()
  const { editor, problems, hints } = useForm()
  // Several rules may share a sentence.
  const sentences = problems
    .filter(({ field }) => field === of && !hintsOnly)
    .map((problem) => problemText(problem, editor.composition, compose))
  return (
    <div role="status">
      {[...new Set(sentences)].map((sentence) => (
        <p key={sentence} className={classes.problem}>
          <Icon>
            <AlertIcon />
          </Icon>
          {sentence}
        </p>
      ))}
      {hints
        .filter(({ field }) => field === of)
        .map(({ advice }) => (
          <p key={advice} className={classes.hint}>
            <Icon>
              <InfoIcon />
            </Icon>
            {adviceText(advice, editor.composition, compose)}
          </p>
        ))}
    </div>
  )
}

function Icon({ children }: { readonly children: ReactNode }) {
  return (
    <Box component="span" flex="none" mt={2} aria-hidden="true">
      {children}
    </Box>
  )
}
