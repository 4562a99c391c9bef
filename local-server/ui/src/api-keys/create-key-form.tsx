import { Button, TextInput } from '@mantine/core'
import { useRef, useState, type FormEvent } from 'react'
import { countCharacters } from '../../../../core/posts/content/caption-facts.ts'
import { useStrings } from '../strings/language.tsx'
import type { Strings } from '../strings/strings.ts'
import classes from './create-key-form.module.css'
import type { useCreateKey } from './key-queries.ts'

/** Limit of the contract. */
const NAME_MAX = 64

export function CreateKeyForm({ creation }: { readonly creation: ReturnType<typeof useCreateKey> }) {
  const { keys } = useStrings().settings
  const [name, setName] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const problem = wrong ?? creation.error?.message
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = nameProblem(name.trim(), keys)
    setWrong(found)
    if (found === null) creation.mutate(name.trim(), { onSuccess: () => setName('') })
    else field.current?.focus()
  }
  return (
    <form onSubmit={submit} noValidate>
      <div className={classes.row}>
        <TextInput
          ref={field}
          className={classes.name}
          label={keys.name}
          description={keys.nameHint}
          placeholder={keys.namePlaceholder}
          autoComplete="off"
          value={name}
          error={problem !== undefined}
          aria-describedby="key-problem"
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" size="md" loading={creation.isPending}>
          {keys.create}
        </Button>
      </div>
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
