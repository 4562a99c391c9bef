import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { useRef, useState, type FormEvent } from 'react'
import type { KeyRights } from '../../../../core/api/api-keys.ts'
import { countCharacters } from '../../../../core/posts/content/caption-facts.ts'
import { useStrings } from '../strings/language.tsx'
import type { Strings } from '../strings/strings.ts'
import classes from './create-key-form.module.css'
import type { useCreateKey } from './key-queries.ts'

/** The least that is of use to an agent comes first. */
const RIGHTS: readonly KeyRights[] = ['draft', 'approval', 'read', 'full']

/** Limit of the contract. */
const NAME_MAX = 64

export function CreateKeyForm({ creation }: { readonly creation: ReturnType<typeof useCreateKey> }) {
  const { keys } = useStrings().settings
  const [name, setName] = useState('')
  const [rights, setRights] = useState<KeyRights>('draft')
  const [wrong, setWrong] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const problem = wrong ?? creation.error?.message
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = nameProblem(name.trim(), keys)
    setWrong(found)
    if (found === null) creation.mutate({ name: name.trim(), rights }, { onSuccess: () => setName('') })
    else field.current?.focus()
  }
  return (
    <form onSubmit={submit} noValidate>
      <Group gap="sm" align="flex-end" maw="38rem">
        <TextInput
          ref={field}
          flex="1 1 16rem"
          label={keys.name}
          description={keys.nameHint}
          placeholder={keys.namePlaceholder}
          autoComplete="off"
          value={name}
          error={problem !== undefined}
          aria-describedby="key-problem"
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <NativeSelect
          label={keys.rights}
          value={rights}
          data={RIGHTS.map((value) => ({ value, label: keys.rightsNamed[value] }))}
          onChange={(event) => setRights(RIGHTS[event.currentTarget.selectedIndex] ?? 'draft')}
        />
        <Button type="submit" size="md" loading={creation.isPending}>
          {keys.create}
        </Button>
      </Group>
      <p id="key-problem" role="alert" className={classes.problem}>
        {problem}
      </p>
    </form>
  )
}

function nameProblem(name: string, keys: Strings['settings']['keys']): string | null {
  if (name === '') return keys.nameMissing
  if (countCharacters(name) > NAME_MAX) return keys.nameTooLong(NAME_MAX)
  return null
}
