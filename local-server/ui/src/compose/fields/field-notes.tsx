import { AlertIcon, InfoIcon } from '@primer/octicons-react'
import type { ReactNode } from 'react'
import { AMBER_NOTE } from '../../kit/looks.ts'
import { Sign } from '../../kit/problem-note.tsx'
import { useStrings } from '../../strings/language.tsx'
import type { ComposeField } from '../problems.ts'
import { useForm } from '../form.tsx'
import { adviceText, problemText } from '../wording.ts'

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
