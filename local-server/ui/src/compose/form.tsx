// State shared by the fields of the form: the editor, its problems and its hints.
import { createContext, useContext } from 'react'
import type { Editor } from './editor.ts'
import type { ComposeField, Hint, ComposeProblem } from './problems.ts'
import type { ServerFindings } from './send/server-findings.ts'

export interface FormState {
  readonly editor: Editor
  /** A scheduled post: its kind, account and media stay as they are. */
  readonly isScheduled: boolean
  /** The problems to show now. */
  readonly problems: readonly ComposeProblem[]
  readonly hints: readonly Hint[]
  readonly findings: ServerFindings
}

export const FormContext = createContext<FormState | null>(null)

export function useForm(): FormState {
  const form = useContext(FormContext)
  if (form === null) throw new Error('useForm is used outside of the form')
  return form
}

/** Moves the keyboard to a field, and opens what hides it. */
export function focusField(field: ComposeField): void {
  const box = document.querySelector<HTMLElement>(`[data-field="${field}"]`)
  const details = box?.closest('details')
  if (details) details.open = true
  const target = box?.querySelector<HTMLElement>(CONTROLS) ?? box
  target?.focus()
}

const CONTROLS = [
  '[aria-checked="true"]',
  'input:checked',
  'textarea',
  'input:not([type="file"], [type="hidden"], [type="radio"], [aria-hidden])',
  'button:not([disabled], [tabindex="-1"])',
].join(', ')
