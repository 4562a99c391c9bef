import { Button, Textarea, TextInput } from '@mantine/core'
import { useRef, useState, type FormEvent } from 'react'
import type { PlatformAccountBody } from '../../../../../core/api/auth.ts'
import { useStrings } from '../../strings/language.tsx'
import { useImportSession } from '../native-queries.ts'
import classes from './native.module.css'

interface CookieFormProps {
  readonly account: PlatformAccountBody
  readonly onProblem: (problem: Error | null) => void
}

/** What was pasted stays in its field only, until it was taken. */
export function CookieForm({ account, onProblem }: CookieFormProps) {
  const { native } = useStrings().reposts
  const [userAgent, setUserAgent] = useState(navigator.userAgent)
  const [missing, setMissing] = useState(false)
  const cookies = useRef<HTMLTextAreaElement>(null)
  const read = () => ({ cookies: cookies.current?.value ?? '', userAgent })
  const importing = useImportSession(account.id, { read, onProblem })
  const isAgent = userAgent.trim().startsWith('Mozilla/5.0')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const isMissing = cookies.current?.value.trim() === ''
    setMissing(isMissing)
    if (isMissing) cookies.current?.focus()
    else if (isAgent) importing.mutate()
  }
  return (
    <form onSubmit={submit} noValidate className={classes.form} autoComplete="off">
      <ol className={classes.steps}>
        {native.cookieSteps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <Textarea
        ref={cookies}
        label={native.cookies}
        description={native.cookiesHint}
        rows={4}
        autoComplete="off"
        spellCheck={false}
        error={missing ? native.cookiesMissing : undefined}
      />
      <TextInput
        label={native.agent}
        description={native.agentHint}
        autoComplete="off"
        spellCheck={false}
        value={userAgent}
        error={isAgent ? undefined : native.agentMissing}
        onChange={(event) => setUserAgent(event.currentTarget.value)}
      />
      <Button type="submit" className={classes.start} loading={importing.isPending}>
        {native.importIt}
      </Button>
      <p role="status" className={classes.wait}>
        {importing.isPending && native.importing}
      </p>
    </form>
  )
}
