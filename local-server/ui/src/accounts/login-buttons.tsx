import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { setupQuery, type LoginMethod } from './account-queries.ts'
import classes from './connect-section.module.css'

/** Links, because they lead to a page of the platform's. */
export function LoginButtons() {
  return (
    <div className={classes.way}>
      <div>
        <h3>Log in</h3>
        <p>With an app of your own whose id and secret are in the set-up below.</p>
      </div>
      <div className={classes.buttons}>
        <LoginButton method="platform" label="Connect with Instagram" />
        <LoginButton method="partner" label="Connect with Facebook" />
      </div>
    </div>
  )
}

interface LoginButtonProps {
  readonly method: LoginMethod
  readonly label: string
}

function LoginButton({ method, label }: LoginButtonProps) {
  const setup = useQuery(setupQuery).data?.[method]
  if (setup?.appId && setup.hasSecret)
    return (
      <Button component="a" href={`/api/auth/connect/${method}`} variant="default">
        {label}
      </Button>
    )
  const reason = `no-${method}`
  return (
    <div>
      <Button variant="default" disabled aria-describedby={reason}>
        {label}
      </Button>
      {setup && (
        <p id={reason} className={classes.reason}>
          {setup.appId ? 'The app secret is missing in the set-up.' : 'No app id is set.'}
        </p>
      )}
    </div>
  )
}
