import { Button, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useRef, useState, type FormEvent } from 'react'
import type { PlatformAccountBody } from '../../../../../core/api/auth.ts'
import { useLazyStrings } from '../../strings/language.tsx'
import { useImportSession } from '../private-api-queries.ts'

interface CookieFormProps {
  readonly account: PlatformAccountBody
  readonly onProblem: (problem: Error | null) => void
}

/** Keeps the pasted text in its field only, until it was accepted. */
export function CookieForm({ account, onProblem }: CookieFormProps) {
  const { privateApi } = useLazyStrings().reposts
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
    <form onSubmit={submit} noValidate autoComplete="off">
      <Stack maw="40rem">
        <ol data-marked>
          {privateApi.cookieSteps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <Textarea
          ref={cookies}
          label={privateApi.cookies}
          description={privateApi.cookiesHint}
          rows={4}
          autoComplete="off"
          spellCheck={false}
          error={missing ? privateApi.cookiesMissing : undefined}
        />
        <TextInput
          label={privateApi.agent}
          description={privateApi.agentHint}
          autoComplete="off"
          spellCheck={false}
          value={userAgent}
          error={isAgent ? undefined : privateApi.agentMissing}
          onChange={(event) => setUserAgent(event.currentTarget.value)}
        />
        <Button type="submit" w="fit-content" loading={importing.isPending}>
          {privateApi.importIt}
        </Button>
        <Text role="status" mih="1.55em" c="dimmed">
          {importing.isPending && privateApi.importing}
        </Text>
      </Stack>
    </form>
  )
}
