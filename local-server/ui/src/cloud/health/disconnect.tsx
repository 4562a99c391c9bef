import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '../../kit/confirm-dialog.tsx'
import { notify } from '../../shared/notifications.ts'
import { ProblemNote } from '../../kit/problem-note.tsx'
import { useLazyStrings } from '../../strings/language.tsx'
import { useDisconnectWorker } from '../cloud-queries.ts'

type Way = 'home' | 'leave'

/** Brings everything home first; what the Worker does not let go of is left behind only on a second, explicit word. */
export function Disconnect({ scheduledCount }: { readonly scheduledCount: number | null }) {
  const { manage } = useLazyStrings().cloud
  const [way, setWay] = useState<Way | null>(null)
  const [left, setLeft] = useState<string | null>(null)
  const ended = (stays: string | null) => {
    setLeft(stays)
    if (stays === null) notify(manage.done)
  }
  const home = useDisconnectWorker(ended)
  const leave = useDisconnectWorker(ended)
  const isLeaving = way === 'leave'
  return (
    <Stack gap="sm" align="flex-start">
      <Button variant="default" onClick={() => setWay('home')}>
        {manage.disconnect}
      </Button>
      {left !== null && (
        <ProblemNote>
          <p>
            <strong>{manage.refusedTitle}</strong>
          </p>
          <p>{left}</p>
          <Button variant="default" size="xs" mt="sm" onClick={() => setWay('leave')}>
            {manage.leave}
          </Button>
        </ProblemNote>
      )}
      <ConfirmDialog
        subject={way}
        title={() => (isLeaving ? manage.leaveTitle : manage.confirmTitle)}
        keep={manage.keep}
        act={isLeaving ? manage.leaveAct : manage.act}
        mutation={isLeaving ? leave : home}
        argument={(chosen) => chosen === 'leave'}
        onDone={() => {}}
        onClose={() => setWay(null)}
        onGone={() => {}}
      >
        <p>{isLeaving ? manage.leaveText : manage.confirmText(scheduledCount)}</p>
        {!isLeaving && <Text c="dimmed">{manage.confirmTokens}</Text>}
      </ConfirmDialog>
    </Stack>
  )
}
