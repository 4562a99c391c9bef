import { Box, Button, Group, Loader, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { CheckIcon, XIcon } from '@primer/octicons-react'
import { useMutation } from '@tanstack/react-query'
import type { PlatformAccountBody } from '../../../../core/api/auth.ts'
import type { DryRunBody } from '../../../../core/api/dry-run.ts'
import { detailSentence } from '../../../../core/rules/notices/attention-details.ts'
import { parseResponse, api } from '../api-client.ts'
import { CopyAction } from '../kit/copy-text.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { SOFT } from '../kit/looks.ts'
import { ProblemNote } from '../kit/problem-note.tsx'
import { useFormats, useLazyStrings, useStrings } from '../strings/language.tsx'

/** Goes the whole way of a publication with the account and stops before the last step. */
export function DryRunButton({ account: { id, username } }: { readonly account: PlatformAccountBody }) {
  const { dryRun } = useLazyStrings().accounts
  const [isOpen, { open, close }] = useDisclosure()
  const run = useMutation({
    mutationFn: () => parseResponse(api.accounts[':id']['dry-run'].$post({ param: { id }, query: {} })),
  })
  return (
    <>
      <Button variant="default" size="xs" aria-label={dryRun.of(username)} onClick={open}>
        {dryRun.open}
      </Button>
      <Dialog opened={isOpen} title={dryRun.of(username)} size="lg" onClose={close}>
        <Stack>
          <p>{dryRun.text}</p>
          <Stack role="status" data-fills-later>
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
          </Stack>
          {run.isError && <ProblemNote error={run.error} />}
          <Group gap="sm" align="stretch" justify="flex-end">
            {/* The reply has no secrets in it. */}
            {run.isSuccess && <CopyAction label={dryRun.copy} text={JSON.stringify(run.data, null, 2)} />}
            <Button loading={run.isPending} onClick={() => run.mutate()}>
              {run.isIdle ? dryRun.start : dryRun.again}
            </Button>
          </Group>
        </Stack>
      </Dialog>
    </>
  )
}

function Steps({ steps }: Pick<DryRunBody, 'steps'>) {
  const { attention, notices } = useStrings()
  const { accounts } = useLazyStrings()
  const { dryRun } = accounts
  const formats = useFormats()
  return (
    <Stack component="ol" gap="sm" aria-label={dryRun.steps}>
      {steps.map(({ name, ok, milliseconds, finding }) => (
        <Group key={name} component="li" gap="sm" wrap="nowrap" align="flex-start">
          <Box component="span" c={ok ? 'var(--green)' : 'var(--red)'}>
            {ok ? <CheckIcon aria-label={dryRun.ok} /> : <XIcon aria-label={dryRun.notOk} />}
          </Box>
          <Box miw={0}>
            <p>
              <strong>{dryRun.names[name]}</strong> <small>{formats.number(milliseconds)} ms</small>
            </p>
            <Text {...SOFT}>{detailSentence(finding, { details: attention.details, notices })}</Text>
          </Box>
        </Group>
      ))}
    </Stack>
  )
}
