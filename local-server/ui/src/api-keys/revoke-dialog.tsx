import type { ApiKeyBody } from '../../../../core/api/api-keys.ts'
import { ConfirmDialog } from '../shared/confirm-dialog.tsx'
import { notify } from '../shared/notifications.ts'
import { useStrings } from '../strings/language.tsx'
import { useRevokeKey } from './key-queries.ts'

interface RevokeDialogProps {
  /** The key in question; null while the dialog is closed. */
  readonly apiKey: ApiKeyBody | null
  readonly onClose: () => void
  /** After the dialog is gone. */
  readonly onRevoked: () => void
}

export function RevokeDialog({ apiKey, onClose, onRevoked }: RevokeDialogProps) {
  const { keys } = useStrings().settings
  return (
    <ConfirmDialog
      subject={apiKey}
      title={({ name }) => keys.revokeTitle(name)}
      keep={keys.revokeKeep}
      act={keys.revokeAct}
      mutation={useRevokeKey()}
      argument={({ id }) => id}
      onDone={({ name }) => notify(keys.revokeDone(name))}
      onClose={onClose}
      onGone={onRevoked}
    >
      <p>{keys.revokeText}</p>
    </ConfirmDialog>
  )
}
