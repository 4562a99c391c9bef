import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { CopyText } from '../shared/copy-text.tsx'
import { notify } from '../shared/notices.ts'
import { useChangeApps, type AppChange, type LoginMethod, type Setup } from './account-queries.ts'
import classes from './app-setup.module.css'

interface AppFormProps {
  readonly method: LoginMethod
  readonly app: Setup[LoginMethod]
  readonly locked: boolean
}

const WORDS = {
  platform: {
    title: 'Instagram',
    id: 'Instagram app ID',
    secret: 'Instagram app secret',
    hint: 'Instagram’s dashboard refuses http://localhost. Until it takes an address of yours, paste a token instead.',
  },
  partner: {
    title: 'Facebook',
    id: 'Meta app ID',
    secret: 'Meta app secret',
    hint: 'Facebook accepts localhost while the app is in development mode. Enter it exactly as it stands here.',
  },
} as const satisfies Record<LoginMethod, unknown>

export function AppForm({ method, app, locked }: AppFormProps) {
  const words = WORDS[method]
  const [id, setId] = useState(app.appId ?? '')
  const [secret, setSecret] = useState('')
  const change = useChangeApps()
  const save = (event: FormEvent) => {
    event.preventDefault()
    change.mutate(changeOf(method, app, { id, secret }), {
      onSuccess: () => {
        setSecret('')
        notify(`The set-up for ${words.title} is saved.`)
      },
    })
  }
  const fixed = locked || (app.appIdFrom === 'variable' && app.secretFrom === 'variable')
  const problem = `${method}-app-problem`
  return (
    <form onSubmit={save} noValidate className={classes.app} aria-labelledby={`${method}-app`}>
      <h3 id={`${method}-app`}>{words.title}</h3>
      <TextInput
        label={words.id}
        description={app.appIdFrom === 'variable' ? variableHint(method, 'ID') : undefined}
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
        label={words.secret}
        description={app.secretFrom === 'variable' ? variableHint(method, 'SECRET') : undefined}
        disabled={locked || app.secretFrom === 'variable'}
        placeholder={app.hasSecret ? 'Saved' : undefined}
        autoComplete="off"
        value={secret}
        error={change.isError}
        aria-describedby={problem}
        onChange={(event) => setSecret(event.currentTarget.value)}
      />
      <p id={problem} role="alert" className={classes.problem}>
        {change.error?.message}
      </p>
      <Button
        type="submit"
        variant="default"
        loading={change.isPending}
        disabled={fixed}
        className={classes.save}
      >
        Save
      </Button>
      <div className={classes.redirect}>
        <h4>Redirect URI for the dashboard</h4>
        <CopyText label="Copy the address" text={app.redirectUri} />
        <p className={classes.hint}>{words.hint}</p>
      </div>
    </form>
  )
}

/** A secret that was left empty stays as it is: it cannot be shown, so it cannot be sent back. */
function changeOf(
  method: LoginMethod,
  app: Setup[LoginMethod],
  entered: { id: string; secret: string },
): AppChange {
  const newId = app.appIdFrom === 'variable' ? {} : { [`${method}AppId`]: entered.id }
  return entered.secret.trim() === '' ? newId : { ...newId, [`${method}AppSecret`]: entered.secret }
}

function variableHint(method: LoginMethod, what: 'ID' | 'SECRET'): string {
  return `Set by the variable ${method.toUpperCase()}_APP_${what}.`
}
