import { Box, Button, Group, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type api, ApiError, type ResponseBody } from '../../api-client.ts'
import { useLazyStrings } from '../../strings/language.tsx'
import { SMALL } from '../../kit/looks.ts'
import { Card, Disclosure, useDeploymentProblem } from '../parts.tsx'
import { storedKeysQuery, useDeleteStoredKey } from '../cloud-queries.ts'
import { ConfirmDialog } from '../../kit/confirm-dialog.tsx'
import { Form, useRequiredText } from '../../kit/form.tsx'
import { notify } from '../../shared/notifications.ts'

const AT_FIRST = 12
const PAUSE_MS = 300

export function StoredKeys() {
  const { keys: words } = useLazyStrings().cloud
  const [prefix, setPrefix] = useState('')
  const [settled] = useDebouncedValue(prefix, PAUSE_MS)
  const stored = useQuery(storedKeysQuery(settled))
  return (
    <Card id="stored-keys" title={words.title} lead={words.lead}>
      <TextInput
        label={words.prefix}
        description={words.prefixHint}
        autoComplete="off"
        spellCheck={false}
        maw="24rem"
        value={prefix}
        onChange={(event) => setPrefix(event.currentTarget.value)}
      />
      {stored.error ? (
        <Text c="dimmed">{isOfNoKey(stored.error) ? words.noneWithPrefix : words.unknown}</Text>
      ) : (
        <Keys page={stored.data} isFiltered={settled !== ''} />
      )}
      <DeleteKey />
    </Card>
  )
}

/** Refused for its characters, which no key has: the Worker was not asked. */
export const isOfNoKey = (error: Error) => error instanceof ApiError && error.code === 'VALIDATION_ERROR'

interface KeysProps {
  readonly page: ResponseBody<typeof api.cloud.kv.$get> | undefined
  readonly isFiltered: boolean
}

function Keys({ page, isFiltered }: KeysProps) {
  const { keys: words, jobs } = useLazyStrings().cloud
  const [all, setAll] = useState(false)
  if (!page) return <Text c="dimmed">–</Text>
  const { keys, keyCount, isComplete, metaValues } = page
  const shown = keys.slice(0, all ? keys.length : AT_FIRST)
  return (
    <div>
      <Text role="status" c="dimmed">
        {keyCount > 0 ? words.count(keyCount, isComplete) : isFiltered ? words.noneWithPrefix : words.none}
      </Text>
      <Box component="ul" mt="3xs" data-ruled>
        {shown.map(({ name }) => (
          <Group
            key={name}
            component="li"
            gap="0.125rem 1.5rem"
            py="3xs"
            {...SMALL}
            style={{ overflowWrap: 'anywhere' }}
          >
            <Text component="code" fz="inherit" c="var(--ink)">
              {name}
            </Text>
            {metaValues[name]}
          </Group>
        ))}
      </Box>
      {shown.length < keys.length && (
        <Button variant="default" size="xs" mt="sm" onClick={() => setAll(true)}>
          {jobs.all(keys.length)}
        </Button>
      )}
    </div>
  )
}

function DeleteKey() {
  const { keys: words } = useLazyStrings().cloud
  const name = useRequiredText()
  const [asked, setAsked] = useState<string | null>(null)
  return (
    <Disclosure title={words.advanced}>
      <Text maw="44rem" c="dimmed">
        {words.advancedText}
      </Text>
      <Form onSubmit={name.submit(setAsked)}>
        <Group gap="sm" align="flex-end">
          <TextInput
            ref={name.field}
            label={words.remove}
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
      </Form>
      <ConfirmDialog
        subject={asked}
        title={words.removeTitle}
        act={words.removeConfirm}
        mutation={useDeleteStoredKey()}
        argument={(key) => key}
        sentenceOf={useDeploymentProblem()}
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
