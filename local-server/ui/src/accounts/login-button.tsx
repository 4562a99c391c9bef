import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useStrings } from '../strings/language.tsx'
import type { LoginMethod } from '../../../../core/ports/platform/login.ts'
import { setupQuery } from './account-queries.ts'
import classes from './connect-section.module.css'

interface LoginButtonProps {
  readonly method: LoginMethod
  /** Page to which the browser returns. */
  readonly from: 'accounts' | 'guide'
  readonly variant?: 'default' | 'filled'
}

/** A link, because it leads to a page of the platform's. */
export function LoginButton({ method, from, variant = 'default' }: LoginButtonProps) {
  const { login } = useStrings().accounts
  const setup = useQuery(setupQuery).data?.[method]
  if (setup?.appId && setup.hasSecret)
    return (
      <Button
        component="a"
        href={`/api/auth/connect/${method}${from === 'guide' ? '?from=guide' : ''}`}
        variant={variant}
      >
        {login[method]}
      </Button>
    )
  const reason = `no-${method}`
  return (
    <div>
      <Button variant="default" disabled aria-describedby={reason}>
        {login[method]}
      </Button>
      <p id={reason} className={classes.reason}>
        {setup && (setup.appId ? login.noSecret : login.noId)}
      </p>
    </div>
  )
}
