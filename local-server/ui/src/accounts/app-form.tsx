import { Text } from '@mantine/core'
import { useStrings } from '../strings/language.tsx'
import type { LoginMethod } from '../../../../core/ports/platform/login.ts'
import type { SetupBody } from './account-queries.ts'
import { AppFields } from './app-fields.tsx'
import classes from './app-setup.module.css'
import { RedirectAddress } from './redirect-address.tsx'

interface AppFormProps {
  readonly method: LoginMethod
  readonly app: SetupBody[LoginMethod]
  readonly locked: boolean
}

export function AppForm({ method, app, locked }: AppFormProps) {
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
