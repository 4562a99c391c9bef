import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ConfirmDialog } from '../shared/confirm-dialog.tsx'
import { notify } from '../shared/notices.ts'
import { LoadProblem } from '../shared/problem-note.tsx'
import { AppForm } from './app-form.tsx'
import classes from './app-setup.module.css'
import { setupQuery, useCompleteSetup } from './account-queries.ts'

/** The ids and secrets of the user's own apps. */
export function AppSetup() {
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
          Set-up of your app
        </h2>
        <p>
          Only for logging in with the buttons above, and for long-lived Facebook tokens. Secrets are kept
          encrypted and never shown again.
        </p>
      </div>
      <div className={classes.apps}>
        <AppForm method="platform" app={platform} locked={complete} />
        <AppForm method="partner" app={partner} locked={complete} />
      </div>
      {complete ? (
        <p>
          The set-up is locked. Variables such as <code>PLATFORM_APP_ID</code> still count at the next start.
        </p>
      ) : (
        <Button variant="default" size="xs" className={classes.lock} onClick={() => setLocking(true)}>
          Lock the set-up…
        </Button>
      )}
      <ConfirmDialog
        subject={locking}
        title={() => 'Lock the set-up?'}
        keep="Leave it open"
        act="Lock it"
        mutation={completion}
        argument={() => undefined}
        onDone={() => notify('The set-up is locked.')}
        onClose={() => setLocking(null)}
        onGone={() => heading.current?.focus()}
      >
        <p>
          Ids and secrets can then be changed by variables only, not from this page. This cannot be undone.
        </p>
      </ConfirmDialog>
    </section>
  )
}
