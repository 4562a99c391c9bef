import { Button } from '@mantine/core'
import { useState } from 'react'
import type { PostBody } from '../../../../../core/api/posts.ts'
import { TO_GO_OUT } from '../../../../../core/rules/publication/post-words.ts'
import { MINUTE } from '../../../../../core/time.ts'
import { ConfirmDialog } from '../../kit/confirm-dialog.tsx'
import { useNow } from '../../shared/use-now.ts'
import { useStrings } from '../../strings/language.tsx'
import { useTakeOver } from '../post-mutations.ts'
import { ProfileLink } from '../parts.tsx'

type CloudPost = Pick<PostBody, 'id' | 'handover' | 'status' | 'scheduledFor' | 'platformAccountId'>

const UNENDED = new Set<PostBody['status']>(TO_GO_OUT)
/** Any sooner, a Worker that is only out of reach may still publish it on time, so the server refuses. */
const SILENT_FOR = MINUTE

/** Offers to publish a post here when its time has passed without news from the Worker, at the user's risk. */
export function TakeOver({ post }: { readonly post: CloudPost }) {
  const { takeOver: words } = useStrings().posts
  const [asked, setAsked] = useState<CloudPost | null>(null)
  const takeOver = useTakeOver()
  const isLate = Date.parse(post.scheduledFor ?? '') + SILENT_FOR <= useNow()
  const isOffered = post.handover !== null && UNENDED.has(post.status) && isLate
  return (
    <>
      {isOffered && (
        <div>
          <Button variant="default" onClick={() => setAsked(post)}>
            {words.open}
          </Button>
        </div>
      )}
      <ConfirmDialog
        subject={asked}
        title={() => words.title}
        keep={words.keep}
        act={words.act}
        mutation={takeOver}
        argument={({ id }) => id}
        onClose={() => setAsked(null)}
        onGone={() => document.querySelector<HTMLElement>('main h1')?.focus()}
      >
        <p>{words.mayBeLive}</p>
        <p>{words.risk}</p>
        <p>
          <ProfileLink post={post} />
        </p>
      </ConfirmDialog>
    </>
  )
}
