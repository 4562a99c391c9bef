import { Button, Group, Text, TextInput } from '@mantine/core'
import { useRef, useState, type FormEvent } from 'react'
import { ConfirmDialog } from '../../kit/confirm-dialog.tsx'
import { notify } from '../../shared/notifications.ts'
import { useLazyStrings } from '../../strings/language.tsx'
import { useDeleteStoredKey } from '../cloud-queries.ts'
import { Disclosure } from '../disclosure.tsx'

export function DeleteKey() {
  const { keys: words } = useLazyStrings().cloud
  const [name, setName] = useState('')
  const [missing, setMissing] = useState(false)
  const [asked, setAsked] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const ask = (event: FormEvent) => {
    event.preventDefault()
    setMissing(name.trim() === '')
    if (name.trim() === '') field.current?.focus()
    else setAsked(name.trim())
  }
  return (
    <Disclosure title={words.advanced}>
      <Text maw="44rem" c="dimmed">
        {words.advancedText}
      </Text>
      <form onSubmit={ask} noValidate>
        <Group gap="sm" align="flex-end">
          <TextInput
            ref={field}
            label={words.remove}
            autoComplete="off"
            spellCheck={false}
            flex="0 1 24rem"
            value={name}
            error={missing && words.removeMissing}
            onChange={(event) => {
              setName(event.currentTarget.value)
              setMissing(false)
            }}
          />
          <Button type="submit" size="md" variant="default">
            {words.removeAct}
          </Button>
        </Group>
      </form>
      <ConfirmDialog
        subject={asked}
        title={words.removeTitle}
        keep={words.removeKeep}
        act={words.removeConfirm}
        mutation={useDeleteStoredKey()}
        argument={(key) => key}
        onDone={(key) => {
          setName('')
          notify(words.removed(key))
        }}
        onClose={() => setAsked(null)}
        onGone={() => field.current?.focus()}
      >
        <p>{words.removeText}</p>
      </ConfirmDialog>
    </Disclosure>
  )
}
