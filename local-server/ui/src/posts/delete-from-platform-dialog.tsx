import { Button, Group, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'wouter'
import type { PostBody } from '../../../../core/api/posts.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { NewTabLink } from '../kit/new-tab-link.tsx'
import { notify } from '../shared/notifications.ts'
import { ProblemNote } from '../kit/problem-note.tsx'
import { keys } from '../query-keys.ts'
import { useStrings } from '../strings/language.tsx'
import { ARCHIVE_ADDRESS, LIST_ADDRESS } from '../plan/plan-address.ts'
import { useDeleteFromPlatform } from './post-mutations.ts'
import { postName } from './post-name.ts'
import { isSandboxLink } from './sandbox-link.ts'

export interface FailedDeletion {
  readonly deleteError: string | null
  /** Empty when it was never learned. */
  readonly permalink: string
}

interface DeleteFromPlatformDialogProps {
  /** Null while the dialog is closed. */
  readonly post: PostBody | null
  readonly onClose: () => void
  readonly onFailedDeletion: (deletion: FailedDeletion) => void
}

export function DeleteFromPlatformDialog({ post, onClose, onFailedDeletion }: DeleteFromPlatformDialogProps) {
  const { posts } = useStrings()
  const [, navigate] = useLocation()
  const client = useQueryClient()
  const remove = useDeleteFromPlatform()
  const goOn = () => {
    const { data } = remove
    if (data === undefined) return
    if (!data.wasDeletedFromPlatform) return onFailedDeletion(data)
    notify(posts.delete.thereDone)
    navigate(LIST_ADDRESS)
    client.removeQueries({ queryKey: keys.post(data.clearedPostId) })
  }
  return (
    <ConfirmDialog
      subject={post}
      title={({ caption }) => posts.delete.thereTitle(postName(caption, posts))}
      keep={posts.delete.keep}
      act={posts.delete.thereAct}
      mutation={remove}
      argument={({ id }) => id}
      onDone={() => {}}
      onClose={onClose}
      onGone={goOn}
    >
      <p>{posts.delete.thereText}</p>
    </ConfirmDialog>
  )
}

/** Shown when the post has left the list but may still be live on the platform. */
export function StillPublished({ deletion }: { readonly deletion: FailedDeletion }) {
  const { posts } = useStrings()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <Stack component="section" gap="lg" maw="44rem">
      <h2 ref={heading} tabIndex={-1}>
        {posts.delete.stillThereTitle}
      </h2>
      {deletion.deleteError !== null && (
        <ProblemNote>
          <p>{deletion.deleteError}</p>
        </ProblemNote>
      )}
      <Group gap="lg">
        {deletion.permalink !== '' && (
          <NewTabLink href={deletion.permalink}>
            {isSandboxLink(deletion.permalink) ? posts.seeInSandbox : posts.seeIt}
          </NewTabLink>
        )}
        <Button component={Link} href={ARCHIVE_ADDRESS} variant="default">
          {posts.page.toArchive}
        </Button>
      </Group>
    </Stack>
  )
}
