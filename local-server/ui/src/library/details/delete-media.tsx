import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { MediaFileBody } from '../../../../../core/api/media.ts'
import { parseResponse, api } from '../../api-client.ts'
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx'
import { sendDeletion } from '../../shared/deletions.ts'
import { notify } from '../../shared/notifications.ts'
import { useStrings } from '../../strings/language.tsx'
import { removeMediaFromLists } from '../media-cache.ts'
import { mediaUsesQuery } from '../media-queries.ts'

interface DeleteMediaProps {
  /** Null while the dialog is closed. */
  readonly media: MediaFileBody | null
  readonly onClose: () => void
  readonly onDeleted: () => void
}

export function DeleteMedia({ media, onClose, onDeleted }: DeleteMediaProps) {
  const { library } = useStrings()
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: ({ id }: MediaFileBody) =>
      sendDeletion(client, id, () => parseResponse(api.media[':id'].$delete({ param: { id } }))),
    onSuccess: (_, file) => removeMediaFromLists(client, file),
  })
  return (
    <ConfirmDialog
      subject={media}
      title={({ originalFilename }) => library.deleteTitle(originalFilename)}
      keep={library.keep}
      act={library.deleteForGood}
      mutation={remove}
      argument={(file) => file}
      onDone={({ originalFilename }) => {
        onDeleted()
        notify(library.deleted(originalFilename))
      }}
      onClose={onClose}
      onGone={() => document.querySelector<HTMLElement>('main h1')?.focus()}
    >
      <p>{library.deleteStays}</p>
      {media && <Uses media={media} />}
    </ConfirmDialog>
  )
}

function Uses({ media }: { readonly media: MediaFileBody }) {
  const { library } = useStrings()
  const { data } = useQuery(mediaUsesQuery(media.id))
  if (!data || data.drafts + data.scheduled === 0) return null
  return (
    <p role="status">
      <strong>{library.uses(data.drafts, data.scheduled)}</strong>
    </p>
  )
}
