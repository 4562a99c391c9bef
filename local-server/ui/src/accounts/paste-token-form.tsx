import { Button, PasswordInput, SegmentedControl } from '@mantine/core'
import { useRef, useState, type FormEvent } from 'react'
import { notify } from '../shared/notices.ts'
import { useConnectByToken, type LoginMethod } from './account-queries.ts'
import classes from './connect-section.module.css'
import { connectedSentence } from './connected-sentence.ts'
import { TokenSteps } from './token-steps.tsx'

const LOGINS: { value: LoginMethod; label: string }[] = [
  { value: 'platform', label: 'Instagram token' },
  { value: 'partner', label: 'Facebook token' },
]

/** The way that needs no https address of our own, no app secret and no redirect. */
export function PasteTokenForm() {
  const [loginMethod, setLoginMethod] = useState<LoginMethod>('platform')
  const [token, setToken] = useState('')
  const [missing, setMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const connection = useConnectByToken()
  const problem = missing ? 'Paste a token first.' : connection.error?.message
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(token.trim() === '')
    if (token.trim() === '') field.current?.focus()
    else connection.mutate({ loginMethod, accessToken: token }, { onSuccess: connected })
  }
  const connected = ({ accounts }: { accounts: readonly { username: string }[] }) => {
    setToken('')
    notify(connectedSentence(accounts.map(({ username }) => username)))
  }
  return (
    <form onSubmit={submit} noValidate className={classes.way} aria-labelledby="paste-token">
      <div>
        <h3 id="paste-token">Paste a token</h3>
        <p>The surest way for your own accounts: no app review, no redirect.</p>
      </div>
      <SegmentedControl
        aria-label="Kind of token"
        data={LOGINS}
        value={loginMethod}
        onChange={(value) => setLoginMethod(value as LoginMethod)}
        fullWidth
      />
      <TokenSteps loginMethod={loginMethod} />
      <PasswordInput
        ref={field}
        size="md"
        label="Access token"
        autoComplete="off"
        value={token}
        error={problem !== undefined}
        aria-describedby="token-problem"
        onChange={(event) => setToken(event.currentTarget.value)}
      />
      <p id="token-problem" role="alert" className={classes.problem}>
        {problem}
      </p>
      <Button type="submit" size="md" loading={connection.isPending} className={classes.submit}>
        Connect
      </Button>
    </form>
  )
}
