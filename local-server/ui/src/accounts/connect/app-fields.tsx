import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { notify } from '../../shared/notifications.ts'
import { useStrings } from '../../strings/language.tsx'
import type { LoginMethod } from '../../../../../core/ports/platform/login.ts'
import { useChangeApps, type AppSettingsChange, type SetupBody } from '../account-queries.ts'
import { AppCheckNote } from './app-check-note.tsx'

interface AppFieldsProps {
  readonly method: LoginMethod
  readonly app: SetupBody[LoginMethod]
  readonly locked: boolean
}

/** Id and secret of one app, and what the platform says of them once both are there. */
export function AppFields({ method, app, locked }: AppFieldsProps) {
  const { setup } = useStrings().accounts
  const service = setup.services[method]
  const [id, setId] = useState(app.appId ?? '')
  const [secret, setSecret] = useState('')
  const change = useChangeApps()
  const save = (event: FormEvent) => {
    event.preventDefault()
    change.mutate(changeOf(method, app, { id, secret }), {
      onSuccess: () => {
        setSecret('')
        notify(setup.isSaved(service))
      },
    })
  }
  const byVariable = (what: 'ID' | 'SECRET') => setup.byVariable(`${method.toUpperCase()}_APP_${what}`)
  const fixed = locked || (app.appIdFrom === 'variable' && app.secretFrom === 'variable')
  const problem = `${method}-app-problem`
  return (
    <form onSubmit={save} noValidate aria-label={service}>
      <Stack gap="md">
        <TextInput
          label={setup.ids[method]}
          description={app.appIdFrom === 'variable' ? byVariable('ID') : undefined}
          disabled={locked || app.appIdFrom === 'variable'}
          inputMode="numeric"
          autoComplete="off"
          value={id}
          error={change.isError}
          aria-describedby={problem}
          onChange={(event) => setId(event.currentTarget.value)}
        />
        <PasswordInput
          size="md"
          label={setup.secrets[method]}
          description={app.secretFrom === 'variable' ? byVariable('SECRET') : undefined}
          disabled={locked || app.secretFrom === 'variable'}
          placeholder={app.hasSecret ? setup.saved : undefined}
          autoComplete="off"
          value={secret}
          error={change.isError}
          aria-describedby={problem}
          onChange={(event) => setSecret(event.currentTarget.value)}
        />
        <Text id={problem} role="alert" c="var(--red)" data-fills-later>
          {change.error?.message}
        </Text>
        <Button type="submit" variant="default" loading={change.isPending} disabled={fixed} w="fit-content">
          {setup.save}
        </Button>
        <AppCheckNote method={method} app={app} />
      </Stack>
    </form>
  )
}

/** A secret that was left empty stays as it is: it cannot be shown, so it cannot be sent back. */
function changeOf(
  method: LoginMethod,
  app: SetupBody[LoginMethod],
  entered: { id: string; secret: string },
): AppSettingsChange {
  const newId = app.appIdFrom === 'variable' ? {} : { [`${method}AppId`]: entered.id }
  return entered.secret.trim() === '' ? newId : { ...newId, [`${method}AppSecret`]: entered.secret }
}
