import { useState } from 'react'
import type { SettingsChange } from '../../../../../core/reposts/settings/configure.ts'
import { saidBy } from '../../api-client.ts'
import { useLazyStrings } from '../../strings/language.tsx'
import { useChangeSettings } from '../repost-queries.ts'

export type Problems<Values> = { readonly [Field in keyof Values]?: string | undefined }

interface Group<Values> {
  readonly accountId: string
  readonly saved: Values
  /** Says in words what is wrong with them; called when they are saved. */
  check?: (values: Values) => Problems<Values>
  change: (values: Values) => SettingsChange
}

export interface SettingsGroup<Values> {
  readonly values: Values
  readonly problems: Problems<Values>
  /** Problem of no single field. */
  readonly problem: string | null
  readonly isDirty: boolean
  readonly isSaving: boolean
  readonly isSaved: boolean
  set: (edit: Partial<Values>) => void
  save: () => void
}

/** A few settings that are saved together. What was typed stays until it is saved, whatever is refused meanwhile. */
export function useSettingsGroup<Values extends object>(group: Group<Values>): SettingsGroup<Values> {
  const { accountId, saved, check, change } = group
  const [edits, setEdits] = useState<Partial<Values>>({})
  const [wrong, setWrong] = useState<Problems<Values>>({})
  const saving = useChangeSettings(accountId)
  const values = { ...saved, ...edits }
  const refusal = useRefusal(saving.error, values)
  return {
    values,
    problems: { ...refusal.problems, ...wrong },
    problem: refusal.problem,
    isDirty: (Object.keys(edits) as (keyof Values)[]).some((field) => edits[field] !== saved[field]),
    isSaving: saving.isPending,
    isSaved: saving.isSuccess && Object.keys(edits).length === 0,
    set(edit) {
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

/** The server names the field in front of what is wrong with it. */
function useRefusal<Values extends object>(error: Error | null, values: Values) {
  const { settings } = useLazyStrings().reposts
  if (error === null) return { problems: {}, problem: null }
  const [, field = '', text = error.message] = /^(\w+): (.*)$/s.exec(saidBy(error)) ?? []
  if (field === 'timezone') return { problems: { timezone: settings.zoneUnknown }, problem: null }
  return field in values
    ? { problems: { [field]: text }, problem: null }
    : { problems: {}, problem: error.message }
}

function without<Values>(problems: Problems<Values>, edit: Partial<Values>): Problems<Values> {
  const kept = Object.entries(problems).filter(([field]) => !(field in edit))
  return Object.fromEntries(kept) as Problems<Values>
}
