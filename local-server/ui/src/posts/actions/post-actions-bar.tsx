import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { PostBody } from '../../../../../core/api/posts.ts'
import { useStrings } from '../../strings/language.tsx'
import { CopyToDraft } from './copy-to-draft.tsx'
import { DeletePostDialog } from './delete-post-dialog.tsx'
import { DeleteFromPlatformDialog, type FailedDeletion } from './delete-from-platform-dialog.tsx'
import { usePostVerdict } from '../state/post-verdict.ts'
import { useSandboxPost } from '../sandbox-post.tsx'

interface PostActionsBarProps {
  readonly post: PostBody
  /** It is gone here, but not known to be gone there. */
  readonly onFailedDeletion: (deletion: FailedDeletion) => void
}

/** Actions for any post, whatever its state. */
export function PostActionsBar({ post, onFailedDeletion }: PostActionsBarProps) {
  const { posts } = useStrings()
  const [asked, setAsked] = useState<'here' | 'there' | null>(null)
  const verdict = usePostVerdict(post)
  const obstacle = verdict?.actions.deleteThere
  const isHidden = useSandboxPost(post) === 'off'
  const close = () => setAsked(null)
  // There the failure offers it already.
  const kind = verdict?.step.kind
  const offersCopy = kind !== 'fix_media' && kind !== 'change_post' && kind !== 'reconnect'
  return (
    <Stack
      component="section"
      gap="sm"
      pt="lg"
      style={{ borderTop: '1px solid var(--line)' }}
      aria-label={posts.page.moreActions}
    >
      <Group gap="sm">
        {offersCopy && <CopyToDraft post={post} />}
        <Button variant="default" c="var(--red)" onClick={() => setAsked('here')}>
          {posts.delete.here}
        </Button>
        {obstacle === null && (
          <Button variant="default" c="var(--red)" onClick={() => setAsked('there')}>
            {posts.delete.there}
          </Button>
        )}
      </Group>
      {obstacle && obstacle !== 'not_published' && !isHidden && (
        <Text c="dimmed" maw="40rem" fz="sm">
          {posts.delete.whyNot[obstacle]}
        </Text>
      )}
      <DeletePostDialog post={asked === 'here' ? post : null} onClose={close} />
      <DeleteFromPlatformDialog
        post={asked === 'there' ? post : null}
        onClose={close}
        onFailedDeletion={onFailedDeletion}
      />
    </Stack>
  )
}
