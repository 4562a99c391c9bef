// A button that makes a backup and hands it to the browser to keep.
import { Button, Checkbox, Group, PasswordInput, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { SHORTEST_PASSPHRASE } from '../../../../core/backup-passphrase.ts'
import { wallTimeOf } from '../../../../core/rules/times/wall-time.ts'
import type { Instant } from '../../../../core/time.ts'
import { pageApi, parseFile } from '../api-client.ts'
import { Form } from '../kit/form.tsx'
import { ProblemNote } from '../kit/problem-note.tsx'
import { BROWSER_ZONE } from '../shared/when/time-zones.ts'
import { useLazyStrings } from '../strings/language.tsx'

export function Backup() {
  const { backup } = useLazyStrings().settings
  const passphrase = useRef<HTMLInputElement>(null)
  const again = useRef<HTMLInputElement>(null)
  const [withMedia, setWithMedia] = useState(true)
  const [problem, setProblem] = useState<'tooShort' | 'different' | null>(null)
  const making = useMutation({ mutationFn: makeBackup })
  const submit = () => {
    const typed = passphrase.current?.value ?? ''
    const found = problemOf(typed, again.current?.value ?? '')
    setProblem(found)
    if (found === null) making.mutate({ passphrase: typed, withMedia })
    else (found === 'tooShort' ? passphrase : again).current?.focus()
  }
  return (
    <Form onSubmit={submit}>
      <PasswordInput
        ref={passphrase}
        label={backup.passphrase}
        description={backup.passphraseHint(SHORTEST_PASSPHRASE)}
        autoComplete="new-password"
        error={problem === 'tooShort' && backup.tooShort(SHORTEST_PASSPHRASE)}
      />
      <PasswordInput
        ref={again}
        label={backup.again}
        autoComplete="new-password"
        error={problem === 'different' && backup.different}
      />
      <Checkbox
        label={backup.withMedia}
        checked={withMedia}
        onChange={(event) => setWithMedia(event.currentTarget.checked)}
      />
      <Group>
        <Button type="submit" loading={making.isPending}>
          {backup.make}
        </Button>
        <Text role="status" c="dimmed" flex="1 1 12rem">
          {making.isPending && backup.making}
          {making.isSuccess && backup.made(making.data)}
        </Text>
      </Group>
      {making.error && <ProblemNote error={making.error} />}
      <Stack gap="sm" c="dimmed">
        <p>{backup.inside}</p>
        <p>{backup.restore}</p>
        <p>{backup.upgrade}</p>
      </Stack>
    </Form>
  )
}

function problemOf(passphrase: string, again: string) {
  if (passphrase.length < SHORTEST_PASSPHRASE) return 'tooShort'
  return passphrase === again ? null : 'different'
}

/** Resolves with the name under which the browser keeps it. */
async function makeBackup(order: { passphrase: string; withMedia: boolean }): Promise<string> {
  const file = await parseFile(pageApi.backup.$post({ json: order }))
  const name = backupName(Date.now(), BROWSER_ZONE)
  const address = URL.createObjectURL(file)
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
  return name
}

/** With the day of whoever makes it. */
export const backupName = (now: Instant, timeZone: string) =>
  `nightpost-${wallTimeOf(now, timeZone).slice(0, 10)}.age`
