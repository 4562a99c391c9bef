import { Button, Checkbox, Text } from '@mantine/core'
import { useLazyStrings } from '../strings/language.tsx'
import type { LoginMethod, OptionalPurpose } from '../../../../core/ports/platform/login.ts'
import { isWhole, useApp } from './account-queries.ts'

interface LoginButtonProps {
  readonly method: LoginMethod
  /** Page to which the browser returns. */
  readonly from: 'accounts' | 'guide'
  /** What it asks for beside what every account needs. */
  readonly also: readonly OptionalPurpose[]
}

/** A link, because it leads to a page of the platform's. */
export function LoginButton({ method, from, also }: LoginButtonProps) {
  const { login } = useLazyStrings().accounts
  const app = useApp(method)
  const query = new URLSearchParams({
    ...(from === 'guide' && { from }),
    ...Object.fromEntries(also.map((purpose) => [purpose, 'true'])),
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

const OPTIONAL = ['comments', 'insights'] as const satisfies readonly OptionalPurpose[]

interface OptionalPermissionsProps {
  readonly chosen: readonly OptionalPurpose[]
  readonly onChange: (chosen: readonly OptionalPurpose[]) => void
}

/** Off until somebody wants them: a permission that nobody uses should not be asked for. */
export function OptionalPermissions({ chosen, onChange }: OptionalPermissionsProps) {
  const { login } = useLazyStrings().accounts
  return OPTIONAL.map((purpose) => (
    <Checkbox
      key={purpose}
      label={login.also[purpose]}
      description={login.alsoHints[purpose]}
      checked={chosen.includes(purpose)}
      onChange={({ currentTarget: { checked } }) =>
        onChange(checked ? [...chosen, purpose] : chosen.filter((one) => one !== purpose))
      }
    />
  ))
}
