import type { ApiKeyBody } from '../../../../core/api/api-keys.ts'
import { ConfirmDialog } from '../shared/confirm-dialog.tsx'
import { notify } from '../shared/notices.ts'
import { useRevokeKey } from './key-queries.ts'

interface RevokeDialogProps {
  /** The key in question; null while the dialog is closed. */
  readonly apiKey: ApiKeyBody | null
  readonly onClose: () => void
  /** After the dialog is gone. */
  readonly onRevoked: () => void
}

export function RevokeDialog({ apiKey, onClose, onRevoked }: RevokeDialogProps) {
  return (
    <ConfirmDialog
      subject={apiKey}
      title={({ name }) => `Revoke “${name}”?`}
      keep="Keep it"
      act="Revoke key"
      mutation={useRevokeKey()}
      argument={({ id }) => id}
      onDone={({ name }) => notify(`The key “${name}” is revoked.`)}
      onClose={onClose}
      onGone={onRevoked}
    >
      <p>Whatever uses this key is refused from its next request on. This cannot be undone.</p>
    </ConfirmDialog>
  )
}
