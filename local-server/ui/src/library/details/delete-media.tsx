import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { MediaFileBody } from '../../../../../core/api/media.ts'
import { parseResponse, api, pageApi } from '../../api-client.ts'
import { ConfirmDialog } from '../../kit/confirm-dialog.tsx'
import { sendDeletion } from '../../shared/deletions.ts'
import { notify } from '../../shared/notifications.ts'
import { focusTitle } from '../../shared/on-demand.tsx'
import { useStrings } from '../../strings/language.tsx'
import { forgetMedia, mediaUsesQuery, neededQuery } from '../media-queries.ts'

type Files = readonly MediaFileBody[]

interface DeleteMediaProps {
  /** Null while the dialog is closed. Of several, those that posts need stay. */
  readonly media: Files | null
  readonly onClose: () => void
  readonly onDeleted: (ids: readonly string[]) => void
}

export function DeleteMedia({ media, onClose, onDeleted }: DeleteMediaProps) {
  const { library } = useStrings()
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: async (files: Files) => {
      const ids = files.map(({ id }) => id)
      const [id = '', ...others] = ids
      if (others.length === 0) {
        await sendDeletion(client, id, () => parseResponse(api.media[':id'].$delete({ param: { id } })))
        return { ids, kept: [] as string[] }
      }
      return { ids, ...(await parseResponse(pageApi.library.delete.$post({ json: { ids } }))) }
    },
    onSuccess: ({ ids, kept }, [first]) => {
      const gone = ids.filter((id) => !kept.includes(id))
      forgetMedia(client, gone)
      onDeleted(gone)
      notify(
        ids.length === 1 && first
          ? library.deleted(first.originalFilename)
          : library.deletedMany(gone.length, kept.length),
      )
    },
  })
  return (
    <ConfirmDialog
      subject={media}
      title={([first, ...others]) =>
        library.deleteTitle(
          others.length === 0 ? (first?.originalFilename ?? '') : library.files(others.length + 1),
        )
      }
      keep={library.keep(media?.length ?? 1)}
      act={library.deleteForGood}
      mutation={remove}
      argument={(files) => files}
      onClose={onClose}
      onGone={focusTitle}
    >
      <p>{library.deleteStays(media?.length ?? 1)}</p>
      {media && <InUse media={media} />}
    </ConfirmDialog>
  )
}

/** Says how many drafts, and posts still to go out, use the only file, or how many of several files stay because of them. */
function InUse({ media }: { readonly media: Files }) {
  const { library } = useStrings()
  const ids = media.map(({ id }) => id)
  const isOne = ids.length === 1
  const uses = useQuery({ ...mediaUsesQuery(ids[0] ?? ''), enabled: isOne }).data
  const kept = useQuery({ ...neededQuery(ids), enabled: !isOne }).data?.needed.length ?? 0
  const isUsed = uses !== undefined && uses.drafts + uses.toGoOut > 0
  if (!isUsed && kept === 0) return null
  return (
    <p role="status">
      <strong>{isUsed ? library.uses(uses.drafts, uses.toGoOut) : library.neededStay(kept)}</strong>
    </p>
  )
}
