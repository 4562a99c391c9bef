import { Anchor, Box, Button, Center, Group, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { ArrowLeftIcon } from '@primer/octicons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Link } from 'wouter'
import type { MediaFileBody } from '../../../../core/api/media.ts'
import type { PostBody } from '../../../../core/api/posts.ts'
import { isVideo } from '../../../../core/rules/fit/fixes.ts'
import { wallTimeOf } from '../../../../core/rules/times/wall-time.ts'
import { lazyPage } from '../app/lazy-page.tsx'
import { CaptionText } from '../compose/caption-text.tsx'
import { EmptyState } from '../kit/empty-state.tsx'
import { ErrorBoundaries, ErrorBoundary } from '../kit/error-boundary.tsx'
import { PageTitle } from '../kit/page-title.tsx'
import { LoadProblem } from '../kit/problem-note.tsx'
import { useCalendarTimes } from '../plan/clock/calendar-zone.tsx'
import { ARCHIVE_ADDRESS, calendarAddressAt } from '../plan/plan-address.ts'
import { useStrings } from '../strings/language.tsx'
import {
  CopyToDraft,
  DeleteFromPlatformDialog,
  DeletePostDialog,
  type FailedDeletion,
  StillPublished,
} from './post-actions.tsx'
import { Attempts } from './facts/attempts.tsx'
import { WHOLE } from './facts/option-facts.tsx'
import { PostFacts } from './facts/post-facts.tsx'
import { captionStart } from './post-name.ts'
import classes from './post-page.module.css'
import { isGone, postQuery } from './post-queries.ts'
import { NUMBER, SandboxMark, StatusBadge, useAccountName, useSandboxPost } from './parts.tsx'
import { PostState } from './state/post-state.tsx'
import { usePostVerdict } from './state/next-step.tsx'

const InsightsOfPost = lazyPage(async () => (await import('../insights/post-insights.tsx')).InsightsOfPost)

interface PostPageProps {
  readonly id: string
  /** Address of the page before it. */
  readonly cameFrom: string
}

/** Everything about one post, in any state. Keyed by the id: nothing of another post stays. */
export function PostPage({ id, cameFrom }: PostPageProps) {
  const { posts } = useStrings()
  const [failedDeletion, setFailedDeletion] = useState<FailedDeletion | null>(null)
  const { data, error, refetch } = useQuery({ ...postQuery(id), enabled: failedDeletion === null })
  // What was read before somebody else deleted it holds no longer.
  const post = isGone(error) ? undefined : data
  const { zone } = useCalendarTimes()
  const title = post ? (captionStart(post.caption) ?? posts.noCaption) : posts.page.loading
  return (
    <article>
      <Anchor
        component={Link}
        href={post ? wayBack(cameFrom, post, zone) : cameFrom}
        display="inline-block"
        mb="md"
      >
        <ArrowLeftIcon /> {posts.page.back}
      </Anchor>
      <div className={classes.title}>
        <PageTitle title={title} mb="sm" />
        <ErrorBoundary>{post && failedDeletion === null && <Summary post={post} />}</ErrorBoundary>
      </div>
      {failedDeletion !== null ? (
        <StillPublished deletion={failedDeletion} />
      ) : post ? (
        <Details post={post} onFailedDeletion={setFailedDeletion} />
      ) : error ? (
        <NotShown error={error} onRetry={() => void refetch()} />
      ) : (
        <div className={classes.columns}>
          <Skeleton height={380} radius="lg" />
          <Skeleton height={280} radius="lg" />
        </div>
      )}
    </article>
  )
}

/** A calendar is shown at the day of the post. */
function wayBack(cameFrom: string, { publishedAt, scheduledFor }: PostBody, zone: string): string {
  const at = publishedAt ?? scheduledFor
  return at === null ? cameFrom : calendarAddressAt(cameFrom, wallTimeOf(Date.parse(at), zone).slice(0, 10))
}

function Summary({ post }: { readonly post: PostBody }) {
  const { posts } = useStrings()
  const accountName = useAccountName(post)
  return (
    <Group component="p" gap="0.25rem 1rem" mih="1.6rem" c="dimmed">
      <StatusBadge post={post} />
      <span>{posts.type[post.mediaType]}</span>
      <span>{accountName}</span>
      <SandboxMark post={post} />
    </Group>
  )
}

interface DetailsProps {
  readonly post: PostBody
  /** It is gone here, but not known to be gone there. */
  readonly onFailedDeletion: (deletion: FailedDeletion) => void
}

function Details({ post, onFailedDeletion }: DetailsProps) {
  const { posts } = useStrings()
  return (
    <div className={classes.columns}>
      <ErrorBoundary>
        <PostState post={post} />
      </ErrorBoundary>
      <Stack gap="lg" className={classes.content ?? ''}>
        <ErrorBoundary>
          <PostMedia post={post} />
        </ErrorBoundary>
        {post.caption !== null && (
          <Box component="section" aria-label={posts.page.caption} dir="auto" style={WHOLE}>
            <CaptionText caption={post.caption} />
          </Box>
        )}
      </Stack>
      <Stack gap="2xl">
        <ErrorBoundaries>
          <PostFacts post={post} />
          {post.status === 'PUBLISHED' && (
            <Suspense fallback={<Skeleton height={240} radius="lg" />}>
              <InsightsOfPost post={post} />
            </Suspense>
          )}
          <Attempts post={post} />
          <PostActionsBar post={post} onFailedDeletion={onFailedDeletion} />
        </ErrorBoundaries>
      </Stack>
    </div>
  )
}

function NotShown({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  const { page } = useStrings().posts
  if (!isGone(error)) return <LoadProblem error={error} onRetry={onRetry} />
  return (
    <EmptyState title={page.gone} text={page.goneText}>
      <Button component={Link} href={ARCHIVE_ADDRESS} variant="default">
        {page.toArchive}
      </Button>
    </EmptyState>
  )
}

/** Actions for a post in any state. */
function PostActionsBar({ post, onFailedDeletion }: DetailsProps) {
  const { posts } = useStrings()
  const [asked, setAsked] = useState<'here' | 'there' | null>(null)
  const verdict = usePostVerdict(post)
  const obstacle = verdict?.actions.deleteThere
  const isSandbox = useSandboxPost(post) !== null
  const close = () => setAsked(null)
  // For these, the failure block already offers it.
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
      {obstacle && obstacle !== 'not_published' && !isSandbox && (
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

/** All files in their order: the first large, the others of a carousel below it. */
function PostMedia({ post }: { readonly post: PostBody }) {
  const { page } = useStrings().posts
  const { mediaFiles } = post
  if (mediaFiles.length === 0)
    return (
      <Center component="p" p="2xl" bdrs="lg" bg="var(--tint)" c="dimmed">
        {page.noMedia}
      </Center>
    )
  if (mediaFiles.length === 1) return mediaFiles.map((file) => <File key={file.id} file={file} name="" />)
  return (
    <SimpleGrid component="ol" cols={3} spacing="2xs" className={classes.files ?? ''} aria-label={page.media}>
      {mediaFiles.map((file, index) => (
        <li key={file.id}>
          <File file={file} name={page.mediaOf(index + 1, mediaFiles.length)} />
          <Text {...NUMBER} top={8} left={8} aria-hidden="true">
            {index + 1}
          </Text>
        </li>
      ))}
    </SimpleGrid>
  )
}

interface FileProps {
  readonly file: MediaFileBody
  /** Empty for the only one: the caption says what it shows. */
  readonly name: string
}

function File({ file, name }: FileProps) {
  const url = file.previewUrl ?? undefined
  if (!isVideo(file)) return <img className={classes.file} src={url} alt={name} />
  return (
    <video
      className={classes.file}
      controls
      preload="metadata"
      src={url}
      poster={file.thumbnailPreviewUrl ?? undefined}
      aria-label={name === '' ? file.originalFilename : name}
    />
  )
}
