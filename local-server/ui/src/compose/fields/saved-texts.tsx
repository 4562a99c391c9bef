import { ActionIcon, Button, Group, Paper, Stack, Text, TextInput, UnstyledButton } from '@mantine/core'
import { getHotkeyHandler } from '@mantine/hooks'
import { XIcon } from '@primer/octicons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { pageApi, parseResponse } from '../../api-client.ts'
import { keyedQuery, keys } from '../../query-keys.ts'
import { notifyOfProblem } from '../../shared/notifications.ts'
import { useStrings } from '../../strings/language.tsx'

interface SavedTextsProps {
  readonly caption: string
  readonly onInsert: (text: string) => void
}

/** Texts that are kept to be inserted, and a place to keep this caption as one. */
export function SavedTexts({ caption, onInsert }: SavedTextsProps) {
  const { savedTexts } = useStrings().compose
  const [name, setName] = useState('')
  const sets = useQuery(savedTextsQuery).data?.sets ?? []
  const change = useChangeSavedText()
  const isWhole = name.trim() !== '' && caption !== ''
  const save = () => change.mutate({ name: name.trim(), text: caption }, { onSuccess: () => setName('') })
  return (
    <Paper component="section" withBorder p="sm" mt="xs" aria-label={savedTexts.title}>
      <Stack gap="sm">
        {sets.length === 0 && <Text size="sm">{savedTexts.none}</Text>}
        <Stack component="ul" gap={4} mah="14rem" style={{ overflowY: 'auto' }}>
          {sets.map(({ name: set, text }) => (
            <Group component="li" key={set} gap="xs" wrap="nowrap">
              <UnstyledButton flex={1} miw={0} py={6} onClick={() => onInsert(text)}>
                <Text size="sm" fw={600} truncate dir="auto">
                  {set}
                </Text>
                <Text size="sm" c="dimmed" truncate dir="auto">
                  {text}
                </Text>
              </UnstyledButton>
              <ActionIcon
                variant="subtle"
                color="gray"
                size="lg"
                aria-label={savedTexts.remove(set)}
                onClick={() => change.mutate({ name: set, text: null })}
              >
                <XIcon />
              </ActionIcon>
            </Group>
          ))}
        </Stack>
        <Group gap="xs" align="end" wrap="nowrap">
          <TextInput
            flex={1}
            label={savedTexts.name}
            maxLength={60}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            // The composer is the form here, and must not be sent by it.
            onKeyDown={getHotkeyHandler([['Enter', () => isWhole && save()]])}
          />
          <Button size="md" variant="default" disabled={!isWhole} loading={change.isPending} onClick={save}>
            {savedTexts.save}
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}

export const savedTextsQuery = keyedQuery(keys.savedTexts, {
  queryFn: () => parseResponse(pageApi.captions.sets.$get()),
})

/** Saves a text by a name, or removes it: null. */
function useChangeSavedText() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ name, text }: { readonly name: string; readonly text: string | null }) => {
      const named = pageApi.captions.sets[':name']
      const param = { name: encodeURIComponent(name) }
      return text === null
        ? parseResponse(named.$delete({ param }))
        : parseResponse(named.$put({ param, json: { text } }))
    },
    onSuccess: (sets) => client.setQueryData(keys.savedTexts, sets),
    onError: notifyOfProblem,
  })
}
