import { Button, Group, Menu, Stack } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { Link, useLocation } from 'wouter'
import type { PostBody } from '../../../../core/api/posts.ts'
import { deletionText } from '../../../../core/rules/notices/deletion-details.ts'
import { ServerGone } from '../api-client.ts'
import { useComposer } from '../compose/composer.tsx'
import type { UnsavedWork } from '../compose/unsaved-work.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { NewTabLink } from '../kit/new-tab-link.tsx'
import { ProblemNote } from '../kit/problem-note.tsx'
import { ARCHIVE_ADDRESS, LIST_ADDRESS } from '../plan/plan-address.ts'
import { useSeriesOf } from '../plan/plan-queries.ts'
import { keys } from '../query-keys.ts'
import { A_FEW_ACCOUNTS, AccountSelect } from '../shared/accounts/account-select.tsx'
import { notify, notifyOfProblem } from '../shared/notifications.ts'
import { takeFocus } from '../shared/on-demand.tsx'
import { useOverlays } from '../shared/overlay-address.ts'
import { accountsQuery } from '../shared/queries.ts'
import { offerUndo } from '../shared/undo.tsx'
import { lazyStringsOf, useLanguage, useLazyStrings, useStrings } from '../strings/language.tsx'
import { type Copy, useCopyToDraft } from './copies.ts'
import { useDeleteFromPlatform, useDeletePost } from './post-mutations.ts'
import { postName } from './post-name.ts'
import { isSandboxLink, useSandboxPost } from './parts.tsx'
import { usePostVerdict } from './state/next-step.tsx'

interface DeletePostDialogProps {
  /** Null while the dialog is closed. */
  readonly post: PostBody | null
  readonly onClose: () => void
}

/** Says what becomes of the post, and leads back to the list. A draft can be restored while its account is connected. */
export function DeletePostDialog({ post, onClose }: DeletePostDialogProps) {
  const { posts } = useStrings()
  const [, navigate] = useLocation()
  const client = useQueryClient()
  const remove = useDeletePost()
  const restore = useRestore()
  const repeats = useSeriesOf(post?.id ?? '') !== undefined
  const accounts = useQuery(accountsQuery).data
  const { draftStorage, wait } = useComposer()
  const leave = (deleted: PostBody) => {
    const work = draftStorage.get(deleted.id)
    draftStorage.clear(deleted.id)
    wait(deleted.id, null)
    const key = crypto.randomUUID()
    // A new draft for an account that is gone would be refused.
    const hasAccount = accounts?.some(({ id }) => id === deleted.platformAccountId) ?? true
    if (deleted.status === 'DRAFT' && hasAccount)
      offerUndo(posts.delete.done, () => restore({ post: deleted, key }, { work, repeats }))
    else notify(posts.delete.done)
    navigate(LIST_ADDRESS)
    client.removeQueries({ queryKey: keys.post(deleted.id) })
  }
  return (
    <ConfirmDialog
      subject={post}
      title={({ caption }) => posts.delete.title(postName(caption, posts))}
      act={posts.delete.act}
      mutation={remove}
      argument={({ id }) => id}
      onDone={leave}
      onClose={onClose}
    >
      {post && <Effect post={post} />}
      {post && repeats && <SeriesEnds />}
    </ConfirmDialog>
  )
}

function Effect({ post }: { readonly post: PostBody }) {
  const { posts } = useStrings()
  const isSandbox = useSandboxPost(post) !== null
  const effect = usePostVerdict(post)?.actions.deleteHere ?? 'nothing_live'
  if (isSandbox && effect === 'stays_live') return <p>{posts.delete.staysInSandbox}</p>
  return <p>{post.status === 'DRAFT' ? posts.delete.draftEffect : posts.delete.effect[effect]}</p>
}

function SeriesEnds() {
  return <p>{useLazyStrings().planning.series.ends}</p>
}

interface Deleted {
  readonly work: UnsavedWork | null
  /** Its series has ended with it, and a draft cannot begin one. */
  readonly repeats: boolean
}

/** A new draft with the same content, and with the work on it that was not saved: the deleted one stays in the archive. */
function useRestore() {
  const { strings, language } = useLanguage()
  const [, navigate] = useLocation()
  const create = useCopyToDraft()
  const { draftStorage } = useComposer()
  return async (copy: Copy, { work, repeats }: Deleted) => {
    // The dialog that asked is gone by then, and its callbacks with it.
    const { id } = await create.mutateAsync(copy)
    if (work !== null) draftStorage.put(id, work)
    notify(repeats ? (await lazyStringsOf(language)).planning.series.backAlone : strings.posts.delete.undone)
    navigate(`/posts/${id}`)
  }
}

export interface FailedDeletion {
  readonly deleteDetails: Parameters<typeof deletionText>[0]
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
      act={posts.delete.thereAct}
      mutation={remove}
      argument={({ id }) => id}
      onClose={onClose}
      onGone={goOn}
    >
      <p>{posts.delete.thereText}</p>
    </ConfirmDialog>
  )
}

/** Shown when the post has left the list but may still be live on the platform. */
export function StillPublished({ deletion }: { readonly deletion: FailedDeletion }) {
  const { posts, notices } = useStrings()
  const sentences = useLazyStrings().deletion
  return (
    <Stack component="section" gap="lg" maw="44rem">
      <h2 ref={takeFocus} tabIndex={-1}>
        {posts.delete.stillThereTitle}
      </h2>
      <ProblemNote>
        <p>{deletionText(deletion.deleteDetails, sentences, notices)}</p>
      </ProblemNote>
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

interface CopyToDraftProps {
  readonly post: PostBody
  readonly isFirst?: boolean
}

/** Opens the copy in the form. When the account is gone, another one has to be chosen. */
export function CopyToDraft({ post, isFirst = false }: CopyToDraftProps) {
  const { page, next } = useStrings().posts
  const sheet = useOverlays()
  const create = useCopyToDraft()
  const accounts = useQuery(accountsQuery).data ?? []
  const button = useRef<HTMLButtonElement>(null)
  // Asked for again after no answer, it is one copy.
  const lost = useRef<Copy | null>(null)
  const copyFor = (accountId: string) => {
    const key = lost.current?.accountId === accountId ? lost.current.key : undefined
    const wanted = { post, accountId, key: key ?? crypto.randomUUID() }
    create.mutate(wanted, {
      onSettled: (_copied, error) => {
        lost.current = error instanceof ServerGone ? wanted : null
        if (error) notifyOfProblem(error)
      },
    })
  }
  const copy = create.data?.id
  const open = useEffectEvent((id: string) => {
    // It was disabled meanwhile. The sheet gives the focus back to what had it.
    if (document.activeElement === document.body) button.current?.focus()
    sheet.open(id)
  })
  useEffect(() => {
    if (copy !== undefined) open(copy)
  }, [copy])
  const variant = isFirst ? 'filled' : 'default'
  if (accounts.some(({ id }) => id === post.platformAccountId)) {
    return (
      <Button
        ref={button}
        variant={variant}
        loading={create.isPending}
        onClick={() => copyFor(post.platformAccountId)}
      >
        {page.copy}
      </Button>
    )
  }
  if (accounts.length === 0) return null
  if (accounts.length > A_FEW_ACCOUNTS)
    return (
      <AccountSelect aria-label={next.chooseAccount} accounts={accounts} value={null} onChange={copyFor} />
    )
  return (
    <Menu position="bottom-start" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button ref={button} variant={variant} loading={create.isPending}>
          {next.chooseAccount} …
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {accounts.map(({ id, username }) => (
          <Menu.Item key={id} onClick={() => copyFor(id)}>
            {username}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
