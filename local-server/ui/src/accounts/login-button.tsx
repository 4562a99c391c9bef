import { Button, Checkbox, Text } from '@mantine/core'
import { useLazyStrings } from '../strings/language.tsx'
import type { LoginMethod } from '../../../../core/ports/platform/login.ts'
import { isWhole, useApp } from './account-queries.ts'

interface LoginButtonProps {
  readonly method: LoginMethod
  /** Page to which the browser returns. */
  readonly from: 'accounts' | 'guide'
  /** Asks for the permission for comments, too. */
  readonly withComments: boolean
}

/** A link, because it leads to a page of the platform's. */
export function LoginButton({ method, from, withComments }: LoginButtonProps) {
  const { login } = useLazyStrings().accounts
  const app = useApp(method)
  const query = new URLSearchParams({
    ...(from === 'guide' && { from }),
    ...(withComments && { comments: 'true' }),
  })
  if (isWhole(app))
    return (
      <Button
        component="a"
        href={`/api/auth/connect/${method}?${query}`.replace(/\?$/, '')}
        variant={from === 'guide' ? 'filled' : 'default'}
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
      <Text id={reason} mt="3xs" fz="sm">
        {app && (app.appId ? login.noSecret : login.noId)}
      </Text>
    </div>
  )
}

interface FirstCommentsOptionProps {
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}

/** Off until somebody wants it: a permission that nobody uses should not be asked for. */
export function FirstCommentsOption({ checked, onChange }: FirstCommentsOptionProps) {
  const { login } = useLazyStrings().accounts
  return (
    <Checkbox
      label={login.firstComments}
      description={login.firstCommentsHint}
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}
