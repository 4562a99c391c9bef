import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { KeyList } from './key-list.tsx'
import { keysQuery, useCreateKey } from './key-queries.ts'
import type { KeyRights } from '../../../../core/api/access.ts'
import { countCharacters } from '../../../../core/rules/content/caption-facts.ts'
import { useLazyStrings, useStrings } from '../strings/language.tsx'
import type { LazyStrings } from '../strings/strings.ts'
import { CopyText } from '../kit/copy-text.tsx'
import { Form } from '../kit/form.tsx'
import { CARD } from '../kit/looks.ts'
import { Unsaved, useLeave } from '../kit/unsaved.tsx'
import { takeFocus } from '../shared/on-demand.tsx'

export function ApiKeysSection() {
  const creation = useCreateKey()
  const { data: keys } = useQuery(keysQuery)
  const created = creation.data
  const revoked = keys?.some(({ id, revokedAt }) => id === created?.key.id && revokedAt !== null)
  return (
    <div>
      <CreateKeyForm creation={creation} />
      {created && !revoked && (
        <NewKey
          key={created.key.id}
          name={created.key.name}
          fullKey={created.fullKey}
          onDone={creation.reset}
        />
      )}
      <KeyList />
    </div>
  )
}

/** The least rights that are useful to an agent come first. */
const RIGHTS: readonly KeyRights[] = ['draft', 'approval', 'read', 'full']

/** Limit of the contract. */
const NAME_MAX = 64

function CreateKeyForm({ creation }: { readonly creation: ReturnType<typeof useCreateKey> }) {
  const { keys } = useLazyStrings().settings
  const [name, setName] = useState('')
  const [rights, setRights] = useState<KeyRights>('draft')
  const [wrong, setWrong] = useState<string | null>(null)
  const leave = useLeave()
  const field = useRef<HTMLInputElement>(null)
  const problem = wrong ?? creation.error?.message
  const submit = () => {
    const found = nameProblem(name.trim(), keys)
    setWrong(found)
    if (found !== null) return field.current?.focus()
    const create = () => creation.mutate({ name: name.trim(), rights }, { onSuccess: () => setName('') })
    // It takes the place of one that is shown.
    leave(create, { stays: true })
  }
  return (
    <Form gap={0} onSubmit={submit}>
      <Group gap="sm" align="flex-end" maw="38rem">
        <TextInput
          ref={field}
          flex="1 1 16rem"
          label={keys.name}
          description={keys.nameHint}
          placeholder={keys.namePlaceholder}
          value={name}
          error={problem !== undefined}
          aria-describedby="key-problem"
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <NativeSelect
          size="md"
          label={keys.rights}
          value={rights}
          aria-describedby="key-rights"
          data={RIGHTS.map((value) => ({ value, label: keys.rightsNamed[value] }))}
          onChange={(event) => setRights(RIGHTS[event.currentTarget.selectedIndex] ?? 'draft')}
        />
        <Button type="submit" size="md" loading={creation.isPending}>
          {keys.create}
        </Button>
      </Group>
      <Text mt="2xs" maw="38rem" c="dimmed" fz="sm" id="key-rights">
        {keys.rightsMean[rights]}
      </Text>
      <Text id="key-problem" role="alert" mt="2xs" c="var(--red)" data-fills-later>
        {problem}
      </Text>
    </Form>
  )
}

function nameProblem(name: string, keys: LazyStrings['settings']['keys']): string | null {
  if (name === '') return keys.nameMissing
  if (countCharacters(name) > NAME_MAX) return keys.nameTooLong(NAME_MAX)
  return null
}

interface NewKeyProps {
  readonly name: string
  readonly fullKey: string
  readonly onDone: () => void
}

/** The only time that the whole key is shown. */
function NewKey({ name, fullKey, onDone }: NewKeyProps) {
  const { keys } = useLazyStrings().settings
  const { docs } = useStrings().settings
  const [isCopied, setCopied] = useState(false)
  const command = `curl -H "Authorization: Bearer ${fullKey}" ${window.location.origin}/api/v1/posts`
  return (
    <Stack component="section" gap="sm" align="flex-start" mt="2xl" {...CARD} aria-labelledby="new-key">
      <Unsaved when={!isCopied} words={keys.copyNow} />
      <h3 id="new-key" ref={takeFocus} tabIndex={-1}>
        {keys.newKey(name)}
      </h3>
      <p>{keys.copyNow}</p>
      <CopyText label={keys.copyKey} text={fullKey} onCopy={() => setCopied(true)} />
      <Text component="h4" mt="sm" fw={600}>
        {keys.tryIt}
      </Text>
      <CopyText label={docs.copy} text={command} />
      <Button variant="default" onClick={onDone}>
        {keys.copied}
      </Button>
    </Stack>
  )
}
