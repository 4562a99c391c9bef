import { Button, SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ConfirmDialog } from '../../kit/confirm-dialog.tsx'
import { CopyText } from '../../kit/copy-text.tsx'
import { CARD, SMALL } from '../../kit/looks.ts'
import { notify } from '../../shared/notifications.ts'
import { LoadProblem } from '../../kit/problem-note.tsx'
import { useStrings } from '../../strings/language.tsx'
import { setupQuery, useApp, useCompleteSetup } from '../account-queries.ts'
import type { LoginMethod } from '../../../../../core/ports/platform/login.ts'
import { AppFields } from './app-fields.tsx'

/** The ids and secrets of the user's own apps. */
export function AppSetup() {
  const words = useStrings().accounts.setup
  const setup = useQuery(setupQuery)
  const heading = useRef<HTMLHeadingElement>(null)
  const [locking, setLocking] = useState<true | null>(null)
  const completion = useCompleteSetup()
  if (setup.isPending) return null
  if (setup.isError && !setup.data)
    return <LoadProblem error={setup.error} onRetry={() => void setup.refetch()} />
  const { complete } = setup.data
  return (
    <Stack component="section" mt="clamp(2.5rem, 6vw, 4rem)" aria-labelledby="app-setup">
      <div>
        <h2 id="app-setup" ref={heading} tabIndex={-1}>
          {words.title}
        </h2>
        <Text mt={4} maw="42rem" c="dimmed">
          {words.text}
        </Text>
      </div>
      <SimpleGrid minColWidth="min(100%, 24rem)">
        <AppForm method="platform" />
        <AppForm method="partner" />
      </SimpleGrid>
      {complete ? (
        <Text maw="42rem" c="dimmed">
          {words.locked}
        </Text>
      ) : (
        <Button variant="default" size="xs" w="fit-content" onClick={() => setLocking(true)}>
          {words.lock}
        </Button>
      )}
      <ConfirmDialog
        subject={locking}
        title={() => words.lockTitle}
        keep={words.lockKeep}
        act={words.lockAct}
        mutation={completion}
        argument={() => undefined}
        onDone={() => notify(words.isLocked)}
        onClose={() => setLocking(null)}
        onGone={() => heading.current?.focus()}
      >
        <p>{words.lockText}</p>
      </ConfirmDialog>
    </Stack>
  )
}

function AppForm({ method }: { readonly method: LoginMethod }) {
  const { setup } = useStrings().accounts
  return (
    <Stack component="section" {...CARD} aria-labelledby={`${method}-app`}>
      <h3 id={`${method}-app`}>{setup.services[method]}</h3>
      <AppFields method={method} />
      <Stack gap={6}>
        <h4>{setup.redirect}</h4>
        <CopyText label={setup.copy} text={useApp(method)?.redirectUri ?? ''} />
        <Text {...SMALL}>{setup.redirectHints[method]}</Text>
      </Stack>
    </Stack>
  )
}
