import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import type { ApiKeyBody } from '../../../../core/api/api-keys.ts'
import { notify, reportProblem } from '../shared/notices.ts'
import { useRevokeKey } from './key-queries.ts'
import classes from './revoke-dialog.module.css'

interface RevokeDialogProps {
  /** The key in question; null while the dialog is closed. */
  readonly apiKey: ApiKeyBody | null
  readonly onClose: () => void
  /** After the dialog is gone. */
  readonly onRevoked: () => void
}

export function RevokeDialog({ apiKey, onClose, onRevoked }: RevokeDialogProps) {
  const name = useLastName(apiKey)
  const revocation = useRevokeKey()
  const revoke = () => {
    if (!apiKey) return
    revocation.mutate(apiKey.id, {
      onSuccess: () => notify(`The key “${name}” is revoked.`),
      onError: reportProblem,
      onSettled: onClose,
    })
  }
  const afterClosing = () => {
    if (revocation.isSuccess) onRevoked()
    revocation.reset()
  }
  return (
    <Modal.Root
      opened={apiKey !== null}
      onClose={onClose}
      onExitTransitionEnd={afterClosing}
      // The button that opened the dialog goes with the key.
      returnFocus={!revocation.isSuccess}
      radius="lg"
      centered
    >
      <Modal.Overlay />
      <Modal.Content className={classes.dialog}>
        <Modal.Body className={classes.body}>
          <Modal.Title className={classes.title}>Revoke “{name}”?</Modal.Title>
          <p>Whatever uses this key is refused from its next request on. This cannot be undone.</p>
          <div className={classes.actions}>
            <Button variant="default" data-autofocus onClick={onClose}>
              Keep it
            </Button>
            <Button color="red" loading={revocation.isPending} onClick={revoke}>
              Revoke key
            </Button>
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

/** The dialog fades out with the name it had. */
function useLastName(apiKey: ApiKeyBody | null): string {
  const [last, setLast] = useState('')
  if (apiKey && apiKey.name !== last) setLast(apiKey.name)
  return apiKey?.name ?? last
}
