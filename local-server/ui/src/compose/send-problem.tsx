import { Link } from 'wouter'
import { ServerGone } from '../api-client.ts'
import { LIST_ADDRESS } from '../plan/plan-address.ts'
import { ProblemNote } from '../shared/problem-note.tsx'
import { useStrings } from '../strings/language.tsx'
import { isSubmissionOf, useComposer } from './composer.tsx'
import type { Editor } from './editor.ts'

/** Says why the last submission failed. Without an answer the outcome is unknown, and it says so. */
export function SendProblem({ editor }: { readonly editor: Editor }) {
  const { compose } = useStrings()
  const { submission } = useComposer()
  const { error } = submission
  if (error === null || !isSubmissionOf(editor.draftKey, submission)) return null
  if (!(error instanceof ServerGone)) return <ProblemNote>{error.message}</ProblemNote>
  if (editor.post !== null) return <ProblemNote>{compose.lostStored}</ProblemNote>
  return (
    <ProblemNote>
      {compose.lostNew} <Link href={LIST_ADDRESS}>{compose.lostNewLink}</Link>
    </ProblemNote>
  )
}
