// Lays out the sheet: the form, or what became of what was sent, the preview beside it, and the foot that stays in sight.
import { Box, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { Link } from 'wouter'
import type { PostBody } from '../../../../core/api/posts.ts'
import { EmptyState } from '../kit/empty-state.tsx'
import { ErrorBoundary } from '../kit/error-boundary.tsx'
import { FactBelow } from '../kit/facts.tsx'
import { notifyOfProblem } from '../shared/notifications.ts'
import { NEW_POST, useOverlays } from '../shared/overlay-address.ts'
import { SheetBody, SheetFoot } from '../kit/sheet.tsx'
import { useStrings } from '../strings/language.tsx'
import { type Editor } from './editor.ts'
import { useComposer } from './composer.tsx'
import { compositionOf } from './composition.ts'
import { useMedia } from '../library/media-queries.ts'
import { NEW_DRAFT } from './draft-storage.ts'
import { useDeletePost } from '../posts/post-mutations.ts'
import { isInFlight } from '../posts/post-queries.ts'
import { CARD } from '../kit/looks.ts'
import { ComposeForm } from './compose-form.tsx'
import { isSubmissionOf } from './send/submission.ts'
import { FoldedPreview, Preview } from './preview.tsx'
import { PublishingPanel, ScheduledPanel } from './sent-panels.tsx'

export function ComposeLayout({ editor }: { readonly editor: Editor }) {
  const { submission } = useComposer()
  const [footer, setFooter] = useState<HTMLElement | null>(null)
  const isNarrow = useMediaQuery('(width < 56rem)', undefined, { getInitialValueInEffect: false })
  const order = isSubmissionOf(editor.draftKey, submission) ? submission.variables : undefined
  const isSent = submission.data?.kind === 'published' || submission.data?.kind === 'scheduled'
  const sentMedia = useMedia(order?.composition.mediaIds ?? [], [])
  const { post } = editor
  // What was typed here did not go out with it.
  const own =
    post === null || isEditable(post)
      ? { composition: editor.composition, media: editor.media }
      : { composition: compositionOf(post), media: post.mediaFiles }
  const previewed =
    order && isSent
      ? { composition: order.composition, media: sentMedia, account: order.account }
      : { ...own, account: editor.account }
  return (
    <>
      <SheetBody>
        <Box display="grid" style={isNarrow ? ONE_COLUMN : TWO_COLUMNS}>
          <ErrorBoundary resetKey={editor.draftKey}>
            <Main editor={editor} footer={footer} />
          </ErrorBoundary>
          <ErrorBoundary>
            {isNarrow ? (
              <FoldedPreview {...previewed} />
            ) : (
              <Box pos="sticky" top={0}>
                <Preview {...previewed} />
              </Box>
            )}
          </ErrorBoundary>
        </Box>
      </SheetBody>
      <SheetFoot ref={setFooter} />
    </>
  )
}

const ONE_COLUMN = { gap: 'var(--mantine-spacing-2xs)', gridTemplateColumns: 'minmax(0, 1fr)' }
const TWO_COLUMNS = {
  gap: 'clamp(2rem, 4vw, 4rem)',
  gridTemplateColumns: 'minmax(0, 1fr) 22rem',
  alignItems: 'start',
}

const isEditable = ({ status }: PostBody) => status === 'DRAFT' || status === 'SCHEDULED'

/** `footer` is where the form puts its buttons. */
function Main({ editor, footer }: { readonly editor: Editor; readonly footer: HTMLElement | null }) {
  const { submission, draftStorage } = useComposer()
  const sheet = useOverlays()
  const { data, variables, reset } = submission
  const deletion = useDeletePost()
  const sent = isSubmissionOf(editor.draftKey, submission) ? data : undefined
  const another = () => {
    reset()
    if (editor.draftKey !== NEW_DRAFT) sheet.replace(NEW_POST)
  }
  if (sent?.kind === 'published') {
    const back = () => {
      if (variables) draftStorage.restoreNew({ base: null, now: variables.composition })
      reset()
      // It becomes the new post, and does not stay in the plan as well.
      deletion.mutateAsync(sent.postId).catch(notifyOfProblem)
    }
    return (
      <PublishingPanel
        postId={sent.postId}
        onAnother={another}
        onBack={editor.draftKey === NEW_DRAFT ? back : undefined}
      />
    )
  }
  if (sent?.kind === 'scheduled')
    return <ScheduledPanel scheduled={sent.scheduled} onAnother={another} onEdit={reset} />
  const { post } = editor
  if (post !== null && isInFlight(post)) return <PublishingPanel postId={post.id} onAnother={another} />
  if (post !== null && !isEditable(post)) return <ClosedPost editor={editor} post={post} />
  if (editor.conflict) return <ConflictNote editor={editor} />
  return <ComposeForm editor={editor} footer={footer} />
}

/** A post that can no longer be edited. */
function ClosedPost({ editor, post }: { readonly editor: Editor; readonly post: PostBody }) {
  const { compose } = useStrings()
  const { title, text } = post.status === 'PUBLISHED' ? compose.closedPublished : compose.closedFailed
  return (
    <Stack gap="lg">
      <EmptyState title={title} text={text}>
        <Button component={Link} href={`/posts/${post.id}`}>
          {compose.toPost}
        </Button>
      </EmptyState>
      {editor.composition.caption.trim() !== (post.caption ?? '').trim() && <Versions editor={editor} />}
    </Stack>
  )
}

/** What was typed into it becomes a new post. */
export function MissingPost({ post }: { readonly post: string }) {
  const { compose } = useStrings()
  const { draftStorage, beginNext } = useComposer()
  const sheet = useOverlays()
  const work = draftStorage.get(post)
  const goOn = () => {
    beginNext()
    if (work !== null) {
      draftStorage.clear(post)
      draftStorage.restoreNew({ ...work, base: null })
    }
    sheet.replace(NEW_POST)
  }
  return (
    <Stack gap="lg">
      <EmptyState title={compose.missing} text={compose.missingAbout}>
        <Button onClick={goOn}>{compose.composeNew}</Button>
      </EmptyState>
      {work !== null && (
        <dl>
          <Version name={compose.yours} caption={work.now.caption} />
        </dl>
      )}
    </Stack>
  )
}

/** The stored post has changed since the work on it began. Nothing is lost before the person has chosen. */
function ConflictNote({ editor }: { readonly editor: Editor }) {
  const { compose } = useStrings()
  const { drop } = useComposer()
  return (
    <Stack component="section" {...CARD} role="alert">
      <h2>{compose.conflict}</h2>
      <p>{compose.conflictAbout}</p>
      <Versions editor={editor} />
      <Group gap="sm" align="stretch">
        <Button onClick={editor.keepMine}>{compose.keepMine}</Button>
        <Button variant="default" onClick={() => drop(editor.draftKey)}>
          {compose.takeStored}
        </Button>
      </Group>
    </Stack>
  )
}

function Versions({ editor }: { readonly editor: Editor }) {
  const { compose } = useStrings()
  return (
    <SimpleGrid component="dl" minColWidth="14rem" autoFlow="auto-fit">
      <Version name={compose.yours} caption={editor.composition.caption} />
      <Version name={compose.stored} caption={editor.post?.caption ?? ''} />
    </SimpleGrid>
  )
}

function Version({ name, caption }: { readonly name: string; readonly caption: string }) {
  const { compose } = useStrings()
  return (
    <FactBelow name={name}>
      <Text mt="4xs" lineClamp={6} dir="auto" style={{ whiteSpace: 'pre-line' }}>
        {caption.trim() || compose.noCaption}
      </Text>
    </FactBelow>
  )
}
