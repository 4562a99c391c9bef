import { ActionIcon, Box, Group, Loader } from '@mantine/core'
import { AlertIcon, CheckCircleIcon, InfoIcon, SyncIcon } from '@primer/octicons-react'
import { useQuery } from '@tanstack/react-query'
import { useStrings } from '../../strings/language.tsx'
import type { LoginMethod } from '../../../../../core/ports/platform/login.ts'
import { appCheckQuery, type SetupBody } from '../account-queries.ts'

interface AppCheckNoteProps {
  readonly method: LoginMethod
  readonly app: SetupBody[LoginMethod]
}

const ICONS = { accepted: CheckCircleIcon, refused: AlertIcon, unknown: InfoIcon } as const
const LOOKS = {
  accepted: { bg: 'var(--ground)', icon: 'var(--green)' },
  refused: { bg: 'var(--red-ground)', c: 'var(--red)', icon: 'inherit' },
  unknown: { bg: 'var(--ground)', icon: 'dimmed' },
} as const

/** Shows the platform's verdict on the saved app. Empty until id and secret are both there. */
export function AppCheckNote({ method, app }: AppCheckNoteProps) {
  const { setup } = useStrings().accounts
  const check = useQuery(appCheckQuery(method, isWhole(app)))
  if (!isWhole(app)) return <div role="status" data-fills-later />
  const verdict = check.data?.verdict ?? 'unknown'
  const Icon = ICONS[verdict]
  const { icon, ...look } = LOOKS[check.isFetching ? 'unknown' : verdict]
  return (
    <Group
      role="status"
      gap="xs"
      wrap="nowrap"
      align="flex-start"
      px="md"
      py="xs"
      bdrs="md"
      fz="0.9375rem"
      {...look}
    >
      {check.isFetching ? (
        <>
          <Loader size="xs" mt={4} aria-hidden="true" /> <p>{setup.checking(setup.services[method])}</p>
        </>
      ) : (
        <>
          <Box component="span" flex="none" mt={2} c={icon}>
            <Icon />
          </Box>
          <p>{check.data?.message ?? check.error?.message}</p>
          <ActionIcon
            variant="subtle"
            ml="auto"
            aria-label={setup.checkAgain}
            onClick={() => void check.refetch()}
          >
            <SyncIcon />
          </ActionIcon>
        </>
      )}
    </Group>
  )
}

export function isWhole(app: SetupBody[LoginMethod]): boolean {
  return app.appId !== null && app.hasSecret
}
