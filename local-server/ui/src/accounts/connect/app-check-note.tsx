import { ActionIcon, Loader } from '@mantine/core'
import { AlertIcon, CheckCircleIcon, InfoIcon, SyncIcon } from '@primer/octicons-react'
import { useQuery } from '@tanstack/react-query'
import { useStrings } from '../../strings/language.tsx'
import type { LoginMethod } from '../../../../../core/ports/platform/login.ts'
import { appCheckQuery, type SetupBody } from '../account-queries.ts'
import classes from './app-fields.module.css'

interface AppCheckNoteProps {
  readonly method: LoginMethod
  readonly app: SetupBody[LoginMethod]
}

const ICONS = { accepted: CheckCircleIcon, refused: AlertIcon, unknown: InfoIcon } as const

/** Shows the platform's verdict on the saved app. Empty until id and secret are both there. */
export function AppCheckNote({ method, app }: AppCheckNoteProps) {
  const { setup } = useStrings().accounts
  const check = useQuery(appCheckQuery(method, isWhole(app)))
  if (!isWhole(app)) return <div role="status" className={classes.verdict} />
  const verdict = check.data?.verdict ?? 'unknown'
  const Icon = ICONS[verdict]
  return (
    <div role="status" className={classes.verdict} data-verdict={check.isFetching ? 'unknown' : verdict}>
      {check.isFetching ? (
        <>
          <Loader size="xs" mt={4} aria-hidden="true" /> <p>{setup.checking(setup.services[method])}</p>
        </>
      ) : (
        <>
          <span>
            <Icon />
          </span>
          <p>{check.data?.message ?? check.error?.message}</p>
          <ActionIcon variant="subtle" aria-label={setup.checkAgain} onClick={() => void check.refetch()}>
            <SyncIcon />
          </ActionIcon>
        </>
      )}
    </div>
  )
}

export function isWhole(app: SetupBody[LoginMethod]): boolean {
  return app.appId !== null && app.hasSecret
}
