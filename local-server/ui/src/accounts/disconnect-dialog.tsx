import type { PlatformAccountBody } from '../../../../core/api/auth.ts'
import { ConfirmDialog } from '../shared/confirm-dialog.tsx'
import { notify } from '../shared/notifications.ts'
import { useStrings } from '../strings/language.tsx'
import { useDisconnectAccount } from './account-queries.ts'

interface DisconnectDialogProps {
  /** Null while closed. */
  readonly account: PlatformAccountBody | null
  /** Posts that will fail with it. */
  readonly scheduled: number
  readonly onClose: () => void
  readonly onGone: () => void
}

export function DisconnectDialog({ account, scheduled, onClose, onGone }: DisconnectDialogProps) {
  const words = useStrings().accounts
  const disconnection = useDisconnectAccount()
  return (
    <ConfirmDialog
      subject={account}
      title={({ username }) => words.disconnectTitle(username)}
      keep={words.keep}
      act={words.disconnect}
      mutation={disconnection}
      argument={({ id }) => id}
      onDone={({ username }) => notify(words.isDisconnected(username))}
      onClose={onClose}
      onGone={onGone}
    >
      <p>
        <strong>{words.disconnectPosts(scheduled)}</strong> {words.disconnectText}
      </p>
      {account?.isSandbox && <p>{words.disconnectSandbox}</p>}
    </ConfirmDialog>
  )
}
