import { Button, Group, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '../../kit/confirm-dialog.tsx'
import { notify } from '../../shared/notifications.ts'
import { useRequiredText } from '../../shared/required-text.ts'
import { useLazyStrings } from '../../strings/language.tsx'
import { useDeleteStoredKey } from '../cloud-queries.ts'
import { Disclosure } from '../disclosure.tsx'

export function DeleteKey() {
  const { keys: words } = useLazyStrings().cloud
  const name = useRequiredText()
  const [asked, setAsked] = useState<string | null>(null)
  return (
    <Disclosure title={words.advanced}>
      <Text maw="44rem" c="dimmed">
        {words.advancedText}
      </Text>
      <form onSubmit={name.submit(setAsked)} noValidate>
        <Group gap="sm" align="flex-end">
          <TextInput
            ref={name.field}
            label={words.remove}
            autoComplete="off"
            spellCheck={false}
            flex="0 1 24rem"
            value={name.text}
            error={name.isMissing && words.removeMissing}
            onChange={(event) => name.change(event.currentTarget.value)}
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
          name.change('')
          notify(words.removed(key))
        }}
        onClose={() => setAsked(null)}
        onGone={() => name.field.current?.focus()}
      >
        <p>{words.removeText}</p>
      </ConfirmDialog>
    </Disclosure>
  )
}
