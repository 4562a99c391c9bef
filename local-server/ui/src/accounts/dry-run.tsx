import { Button, CopyButton, Group, Loader, Text, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { CheckIcon, CopyIcon, XIcon } from '@primer/octicons-react'
import { useMutation } from '@tanstack/react-query'
import type { PlatformAccountBody } from '../../../../core/api/auth.ts'
import type { DryRunBody } from '../../../../core/api/dry-run.ts'
import { parseResponse, api } from '../api-client.ts'
import { Dialog } from '../kit/dialog.tsx'
import { ProblemNote } from '../kit/problem-note.tsx'
import { useFormats, useStrings } from '../strings/language.tsx'
import classes from './dry-run.module.css'

interface DryRunButtonProps {
  readonly account: PlatformAccountBody
}

export function DryRunButton({ account }: DryRunButtonProps) {
  const { dryRun } = useStrings().accounts
  const [isOpen, { open, close }] = useDisclosure()
  return (
    <>
      <Button variant="default" size="xs" aria-label={dryRun.of(account.username)} onClick={open}>
        {dryRun.open}
      </Button>
      <DryRunDialog account={account} isOpen={isOpen} onClose={close} />
    </>
  )
}

interface DryRunDialogProps extends DryRunButtonProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Goes the whole way of a publication with the account and stops before the last step. */
function DryRunDialog({ account: { id, username }, isOpen, onClose }: DryRunDialogProps) {
  const { dryRun } = useStrings().accounts
  const run = useMutation({
    mutationFn: () => parseResponse(api.accounts[':id']['dry-run'].$post({ param: { id }, query: {} })),
  })
  return (
    <Dialog opened={isOpen} title={dryRun.title(username)} size="lg" onClose={onClose}>
      <div className={classes.body}>
        <p>{dryRun.text}</p>
        <div role="status" className={classes.body}>
          {run.isPending && (
            <Group component="p" gap="xs" wrap="nowrap" c="dimmed">
              <Loader size="xs" aria-hidden="true" /> {dryRun.running}
            </Group>
          )}
          {run.isSuccess && (
            <>
              <Text fw={600}>{run.data.ok ? dryRun.held : dryRun.failed}</Text>
              <Steps steps={run.data.steps} />
            </>
          )}
        </div>
        {run.isError && <ProblemNote>{run.error.message}</ProblemNote>}
        <Group gap="sm" align="stretch" justify="flex-end">
          {run.isSuccess && <CopyReport report={run.data} />}
          <Button loading={run.isPending} onClick={() => run.mutate()}>
            {run.isIdle ? dryRun.start : dryRun.again}
          </Button>
        </Group>
      </div>
    </Dialog>
  )
}

function Steps({ steps }: Pick<DryRunBody, 'steps'>) {
  const { dryRun } = useStrings().accounts
  const formats = useFormats()
  return (
    <ol className={classes.steps} aria-label={dryRun.steps}>
      {steps.map(({ name, ok, milliseconds, detail }) => (
        <li key={name} data-ok={ok}>
          <span className={classes.icon}>
            {ok ? <CheckIcon aria-label={dryRun.ok} /> : <XIcon aria-label={dryRun.notOk} />}
          </span>
          <div>
            <p className={classes.name}>
              <strong>{dryRun.names[name]}</strong> <small>{formats.number(milliseconds)} ms</small>
            </p>
            <p lang="en">{detail}</p>
          </div>
        </li>
      ))}
    </ol>
  )
}

/** The reply has no secrets in it. */
function CopyReport({ report }: { readonly report: DryRunBody }) {
  const { accounts, shared } = useStrings()
  return (
    <CopyButton value={JSON.stringify(report, null, 2)} timeout={3_000}>
      {({ copied, copy }) => (
        <>
          <Button variant="default" onClick={copy} leftSection={copied ? <CheckIcon /> : <CopyIcon />}>
            {copied ? shared.copied : accounts.dryRun.copy}
          </Button>
          <VisuallyHidden role="status">{copied && shared.copied}</VisuallyHidden>
        </>
      )}
    </CopyButton>
  )
}
