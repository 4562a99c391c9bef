import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ConfirmDialog } from '../../kit/confirm-dialog.tsx'
import { notify } from '../../shared/notifications.ts'
import { LoadProblem } from '../../kit/problem-note.tsx'
import { useStrings } from '../../strings/language.tsx'
import classes from './app-setup.module.css'
import { type SetupBody, setupQuery, useCompleteSetup } from '../account-queries.ts'
import type { LoginMethod } from '../../../../../core/ports/platform/login.ts'
import { AppFields } from './app-fields.tsx'
import { RedirectAddress } from './redirect-address.tsx'

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
  const { complete, platform, partner } = setup.data
  return (
    <section className={classes.section} aria-labelledby="app-setup">
      <div>
        <h2 id="app-setup" ref={heading} tabIndex={-1} className={classes.heading}>
          {words.title}
        </h2>
        <p>{words.text}</p>
      </div>
      <div className={classes.apps}>
        <AppForm method="platform" app={platform} locked={complete} />
        <AppForm method="partner" app={partner} locked={complete} />
      </div>
      {complete ? (
        <p>{words.locked}</p>
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
    </section>
  )
}

interface AppFormProps {
  readonly method: LoginMethod
  readonly app: SetupBody[LoginMethod]
  readonly locked: boolean
}

function AppForm({ method, app, locked }: AppFormProps) {
  const { setup } = useStrings().accounts
  return (
    <section className={classes.app} aria-labelledby={`${method}-app`}>
      <h3 id={`${method}-app`}>{setup.services[method]}</h3>
      <AppFields method={method} app={app} locked={locked} />
      <div className={classes.redirect}>
        <h4>{setup.redirect}</h4>
        <RedirectAddress address={app.redirectUri} />
        <Text c="dimmed" fz="sm">
          {setup.redirectHints[method]}
        </Text>
      </div>
    </section>
  )
}
