import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import type { PostBody } from '../../../../core/api/posts.ts'
import { draftBodyOf } from '../../../../core/posts/bodies/draft-body.ts'
import { LIST_ADDRESS } from '../plan/plan-address.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { notify } from '../shared/notifications.ts'
import { offerUndo } from '../shared/undo.tsx'
import { keys } from '../query-keys.ts'
import { useStrings } from '../strings/language.tsx'
import { useCreateDraft, useDeletePost } from './post-mutations.ts'
import { postName } from './post-name.ts'
import { usePostVerdict } from './state/post-verdict.ts'

interface DeletePostDialogProps {
  /** Null while the dialog is closed. */
  readonly post: PostBody | null
  readonly onClose: () => void
}

/** Says what becomes of the post, and leads back to the list. A draft can be restored. */
export function DeletePostDialog({ post, onClose }: DeletePostDialogProps) {
  const { posts } = useStrings()
  const [, navigate] = useLocation()
  const client = useQueryClient()
  const remove = useDeletePost()
  const restore = useRestore()
  const leave = (deleted: PostBody) => {
    if (deleted.status === 'DRAFT') offerUndo(posts.delete.done, () => restore(deleted))
    else notify(posts.delete.done)
    navigate(LIST_ADDRESS)
    client.removeQueries({ queryKey: keys.post(deleted.id) })
  }
  return (
    <ConfirmDialog
      subject={post}
      title={({ caption }) => posts.delete.title(postName(caption, posts))}
      keep={posts.delete.keep}
      act={posts.delete.act}
      mutation={remove}
      argument={({ id }) => id}
      onDone={leave}
      onClose={onClose}
      onGone={() => {}}
    >
      {post && <Effect post={post} />}
    </ConfirmDialog>
  )
}

function Effect({ post }: { readonly post: PostBody }) {
  const { posts } = useStrings()
  const effect = usePostVerdict(post)?.actions.deleteHere ?? 'nothing_live'
  return <p>{post.status === 'DRAFT' ? posts.delete.draftEffect : posts.delete.effect[effect]}</p>
}

/** A new draft with the same content: the deleted one stays in the archive. */
function useRestore() {
  const { posts } = useStrings()
  const [, navigate] = useLocation()
  const create = useCreateDraft()
  return async (deleted: PostBody) => {
    // The dialog that asked is gone by then, and its callbacks with it.
    const { id } = await create.mutateAsync(draftBodyOf(deleted))
    notify(posts.delete.undone)
    navigate(`/posts/${id}`)
  }
}
