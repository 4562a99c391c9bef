import {
  ActionIcon,
  Button,
  Group,
  Loader,
  PasswordInput,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { AlertIcon, CheckCircleIcon, InfoIcon, SyncIcon } from '@primer/octicons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { noticeSentence } from '../../../../core/rules/notices/sentences.ts'
import type { LoginMethod } from '../../../../core/ports/platform/login.ts'
import { refusedField } from '../api-client.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { CopyText } from '../kit/copy-text.tsx'
import { Form } from '../kit/form.tsx'
import { CARD, SMALL } from '../kit/looks.ts'
import { LoadProblem, Sign } from '../kit/problem-note.tsx'
import { Unsaved } from '../kit/unsaved.tsx'
import { notify } from '../shared/notifications.ts'
import { useLazyStrings, useStrings } from '../strings/language.tsx'
import {
  type AppSettingsChange,
  isWhole,
  setupQuery,
  useApp,
  useAppCheck,
  useChangeApps,
  useCompleteSetup,
} from './account-queries.ts'

/** Id and secret of one app, and what the platform says of them once both are there. */
export function AppFields({ method }: { readonly method: LoginMethod }) {
  const { setup } = useLazyStrings().accounts
  const service = setup.services[method]
  const app = useApp(method)
  const isLocked = useQuery(setupQuery).data?.complete ?? true
  const [typedId, typeId] = useState<string | null>(null)
  const [secret, setSecret] = useState('')
  const change = useChangeApps()
  const id = typedId ?? app?.appId ?? ''
  const isFixed = { id: app?.appIdFrom === 'variable', secret: app?.secretFrom === 'variable' }
  const save = () => {
    // A secret that was left empty stays as it is: it cannot be shown, so it cannot be sent back.
    const changed: AppSettingsChange = {
      ...(!isFixed.id && { [`${method}AppId`]: id }),
      ...(secret.trim() !== '' && { [`${method}AppSecret`]: secret }),
    }
    change.mutate(changed, {
      onSuccess: () => {
        setSecret('')
        notify(setup.isSaved(service))
      },
    })
  }
  const byVariable = (what: 'ID' | 'SECRET') => setup.byVariable(`${method.toUpperCase()}_APP_${what}`)
  const problem = `${method}-app-problem`
  const field = { error: change.isError, 'aria-describedby': problem }
  return (
    <Form onSubmit={save} aria-label={service}>
      <Unsaved when={id.trim() !== (app?.appId ?? '') || secret !== ''} />
      <TextInput
        label={setup.ids[method]}
        description={isFixed.id ? byVariable('ID') : undefined}
        disabled={isLocked || isFixed.id}
        inputMode="numeric"
        value={id}
        onChange={({ currentTarget }) => typeId(currentTarget.value)}
        {...field}
      />
      <PasswordInput
        size="md"
        label={setup.secrets[method]}
        description={isFixed.secret ? byVariable('SECRET') : undefined}
        disabled={isLocked || isFixed.secret}
        placeholder={app?.hasSecret ? setup.saved : undefined}
        value={secret}
        onChange={({ currentTarget }) => setSecret(currentTarget.value)}
        {...field}
      />
      <Text id={problem} role="alert" c="var(--red)" data-fills-later>
        {change.error && (refusedField(change.error)?.sentence ?? change.error.message)}
      </Text>
      <Button
        type="submit"
        variant="default"
        loading={change.isPending}
        disabled={isLocked || (isFixed.id && isFixed.secret)}
        w="fit-content"
      >
        {setup.save}
      </Button>
      <AppCheckNote method={method} />
    </Form>
  )
}

const LOOKS = {
  accepted: { Icon: CheckCircleIcon, tone: 'var(--green)', bg: 'var(--ground)' },
  refused: { Icon: AlertIcon, tone: 'inherit', bg: 'var(--red-ground)', c: 'var(--red)' },
  unknown: { Icon: InfoIcon, tone: 'dimmed', bg: 'var(--ground)' },
} as const

/** Shows the platform's verdict on the saved app. Empty until id and secret are both there. */
function AppCheckNote({ method }: { readonly method: LoginMethod }) {
  const { notices } = useStrings()
  const { accounts, loginRefusals } = useLazyStrings()
  const { setup } = accounts
  const app = useApp(method)
  const { data, error, isFetching, refetch } = useAppCheck(method)
  if (!isWhole(app)) return <div role="status" data-fills-later />
  const { Icon, tone, ...look } = LOOKS[isFetching ? 'unknown' : (data?.verdict ?? 'unknown')]
  return (
    <Group role="status" wrap="nowrap" align="flex-start" px="md" py="xs" bdrs="md" fz="0.9375rem" {...look}>
      {isFetching ? (
        <>
          <Loader size="xs" mt="4xs" aria-hidden="true" /> <p>{setup.checking(setup.services[method])}</p>
        </>
      ) : (
        <>
          <Sign Icon={Icon} tone={tone} mt={0} flex={1}>
            {data ? noticeSentence(loginRefusals, data.detail, notices) : error?.message}
          </Sign>
          <ActionIcon color="indigo" aria-label={setup.checkAgain} onClick={() => void refetch()}>
            <SyncIcon />
          </ActionIcon>
        </>
      )}
    </Group>
  )
}

/** The ids and secrets of the user's own apps. */
export function AppSetup() {
  const words = useLazyStrings().accounts.setup
  const setup = useQuery(setupQuery)
  const heading = useRef<HTMLHeadingElement>(null)
  const [locking, setLocking] = useState<true | null>(null)
  const completion = useCompleteSetup()
  if (setup.isPending) return null
  if (setup.isError && !setup.data)
    return <LoadProblem error={setup.error} onRetry={() => void setup.refetch()} />
  const { complete } = setup.data
  return (
    <Stack component="section" mt="section" aria-labelledby="app-setup">
      <div>
        <h2 id="app-setup" ref={heading} tabIndex={-1}>
          {words.title}
        </h2>
        <Text mt="4xs" maw="42rem" c="dimmed">
          {words.text}
        </Text>
      </div>
      <SimpleGrid minColWidth="min(100%, 24rem)">
        <AppForm method="platform" />
        <AppForm method="partner" />
      </SimpleGrid>
      {complete ? (
        <Text maw="42rem" c="dimmed">
          {words.locked}
        </Text>
      ) : (
        <Button variant="default" size="xs" w="fit-content" onClick={() => setLocking(true)}>
          {words.lock}
        </Button>
      )}
      <ConfirmDialog
        subject={locking}
        title={() => words.lockTitle}
        keep={words.lockKeep}
        act={words.lockAct}
        mutation={completion}
        argument={() => undefined}
        onDone={() => notify(words.isLocked)}
        onClose={() => setLocking(null)}
        onGone={() => heading.current?.focus()}
      >
        <p>{words.lockText}</p>
      </ConfirmDialog>
    </Stack>
  )
}

function AppForm({ method }: { readonly method: LoginMethod }) {
  const { setup } = useLazyStrings().accounts
  const address = useApp(method)?.redirectUri ?? ''
  return (
    <Stack component="section" {...CARD} aria-labelledby={`${method}-app`}>
      <h3 id={`${method}-app`}>{setup.services[method]}</h3>
      <AppFields method={method} />
      <Stack gap="3xs">
        <h4>{setup.redirect}</h4>
        <CopyText label={setup.copy} text={address} />
        {/* Both accept an address of a proxy, whether or not the app is live. */}
        <Text {...SMALL}>
          {address.startsWith('https:') ? setup.redirectExactly : setup.redirectHints[method]}
        </Text>
      </Stack>
    </Stack>
  )
}
