// What the fields of the form share: the composition in work, its problems, its hints, and which tool is open.
import { createSafeContext } from '@mantine/core'
import { patchOptions } from '../../../../core/rules/content/option-changes.ts'
import type { PostOptions } from '../../../../core/rules/content/post-options.ts'
import type { Editor } from './editor.ts'
import type { ComposeField, Hint, ComposeProblem } from './problems.ts'
import type { ServerFindings } from './send/server-findings.ts'

/** What most posts do without, or need once: it opens in place, one at a time. */
export type ComposeTool =
  | 'kind'
  | 'altText'
  | 'people'
  | 'collaborators'
  | 'location'
  | 'firstComment'
  | 'options'
  | 'when'

export interface FormState {
  readonly editor: Editor
  /** It has a time, and keeps one. */
  readonly isScheduled: boolean
  /** The problems to show now. */
  readonly problems: readonly ComposeProblem[]
  readonly hints: readonly Hint[]
  readonly findings: ServerFindings
  readonly openTool: ComposeTool | null
  /** Opens it, or closes it when it is open. */
  toggleTool(tool: ComposeTool): void
}

export const [FormContext, useForm] = createSafeContext<FormState>('used outside of the form')

export function useOptions() {
  const { editor } = useForm()
  const change = (update: (options: PostOptions) => PostOptions) =>
    editor.change((now) => ({ ...now, options: update(now.options) }))
  return {
    options: editor.composition.options,
    /** Null clears an option. */
    set: (given: Parameters<typeof patchOptions>[1]) => change((options) => patchOptions(options, given)),
    change,
  }
}

/** Moves the keyboard to a field that is on the page. */
export function focusField(field: ComposeField): void {
  const box = document.querySelector<HTMLElement>(`[data-field="${field}"]`)
  focusWithin(box)
}

/** Moves the keyboard to the first control of a part of the form. */
export function focusWithin(box: HTMLElement | null): void {
  const target = box?.querySelector<HTMLElement>(CONTROLS) ?? box
  target?.focus()
}

const CONTROLS = [
  '[aria-checked="true"]',
  'input:checked',
  'textarea',
  'select',
  'input:not([type="file"], [type="hidden"], [type="radio"], [aria-hidden])',
  'button:not([disabled], [tabindex="-1"])',
].join(', ')
