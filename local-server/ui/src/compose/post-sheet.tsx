import { Box, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useEffectEvent, useState } from 'react'
import { Link } from 'wouter'
import type { PostBody } from '../../../../core/api/posts.ts'
import { resolveWallTime } from '../../../../core/rules/times/wall-time.ts'
import { isTimeZone } from '../../../../core/time.ts'
import { ApiError } from '../api-client.ts'
import { EmptyState } from '../kit/empty-state.tsx'
import { ErrorBoundary } from '../kit/error-boundary.tsx'
import { FactBelow } from '../kit/facts.tsx'
import { Loaded } from '../kit/problem-note.tsx'
import { notifyOfProblem } from '../shared/notifications.ts'
import { type ChosenWallTime, NEW_POST, useOverlays } from '../shared/overlay-address.ts'
import { Sheet, SheetBody, SheetFoot, SheetHead } from '../kit/sheet.tsx'
import { useStrings } from '../strings/language.tsx'
import type { Strings } from '../strings/strings.ts'
import { type Editor, useEditor } from './editor.ts'
import { BROWSER_ZONE } from '../shared/when/time-zones.ts'
import { takeHandedMedia } from '../shared/handed-media.ts'
import { useComposer } from './composer.tsx'
import { compositionOf, EMPTY, withHanded } from './composition.ts'
import { useMedia, useNoteMedia } from '../library/media-queries.ts'
import { NEW_DRAFT } from './draft-storage.ts'
import { useDeletePost } from '../posts/post-mutations.ts'
import { isInFlight } from '../posts/post-queries.ts'
import { CARD } from '../kit/looks.ts'
import { ComposeForm, BackgroundSubmission } from './compose-form.tsx'
import { isNewPostTaken, isSubmissionOf } from './send/submission.ts'
import { isStillToDo } from './send/use-waiting.ts'
import { FoldedPreview, Preview } from './preview.tsx'
import { PublishingPanel, ScheduledPanel } from './sent-panels.tsx'

/** Where a post is written and changed, over the page from which it was opened. What is typed outlives closing it. */
export function PostSheet() {
  const { post, close } = useOverlays()
  const { waits } = useComposer()
  const unseen = Object.keys(waits).filter((key) => key !== post && isStillToDo(waits[key]))
  return (
    <>
      <Sheet opened={post !== null} size="70rem" onClose={close}>
        {post !== null && <OpenedPost post={post} />}
      </Sheet>
      {unseen.map((key) => (
        <ErrorBoundary key={key}>
          <BackgroundSubmission draftKey={key} />
        </ErrorBoundary>
      ))}
    </>
  )
}

function OpenedPost({ post }: { readonly post: string }) {
  const { compose, shared } = useStrings()
  useArrival()
  useChosenTime()
  const opened = useEditor(post === NEW_POST ? undefined : post)
  const { data: editor, error } = opened
  const isMissing = error instanceof ApiError && (error.status === 404 || (!editor && error.status < 500))
  return (
    <>
      <SheetHead
        title={titleOf(post, editor, compose.titles)}
        close={shared.close}
        isLanding={editor === undefined}
      />
      <ErrorBoundary resetKey={post}>
        {isMissing ? (
          <MissingPost post={post} />
        ) : (
          <Loaded query={opened} height={640}>
            {(known) => <ComposeLayout editor={known} />}
          </Loaded>
        )}
      </ErrorBoundary>
    </>
  )
}

function titleOf(post: string, editor: Editor | undefined, titles: Strings['compose']['titles']): string {
  const status = editor?.post?.status
  if (status === 'DRAFT') return titles.draft
  if (status === 'SCHEDULED') return titles.scheduled
  return post === NEW_POST ? titles.new : titles.other
}

/**
 * Opening it again starts afresh: what is under way, and how it ended, is in the plan. Files handed over by the library are
 * put into the new post, which then no longer waits to be sent.
 */
function useArrival(): void {
  const { draftStorage, submission, beginNext } = useComposer()
  const noteMedia = useNoteMedia()
  useEffect(() => {
    if (!submission.isPending) submission.reset()
    // Only on opening: a submission from here is reported here.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  const take = useEffectEvent(() => {
    const handed = takeHandedMedia()
    if (handed.length === 0) return
    beginNext()
    noteMedia(handed)
    const now = withHanded(draftStorage.get(NEW_DRAFT)?.now ?? EMPTY, handed)
    draftStorage.put(NEW_DRAFT, { base: null, now })
  })
  const isTaken = isNewPostTaken(submission)
  useEffect(() => {
    if (!isTaken) take()
  }, [isTaken])
}

/** The new post gets the time that was chosen before, and its address is that of any new post. */
function useChosenTime(): void {
  const { draftStorage, submission, beginNext } = useComposer()
  const { chosenTime, replace } = useOverlays()
  const take = useEffectEvent(({ wall, zone, accountId }: ChosenWallTime) => {
    const when = { wall, timeZone: isTimeZone(zone) ? zone : BROWSER_ZONE, choice: null }
    if (resolveWallTime(when).kind !== 'invalid') {
      const work = draftStorage.get(NEW_DRAFT)
      beginNext()
      draftStorage.put(NEW_DRAFT, {
        base: null,
        now: { ...(work?.now ?? EMPTY), when, ...(accountId && { accountId }) },
      })
    }
    replace(NEW_POST)
  })
  const isDue = chosenTime !== null && !isNewPostTaken(submission)
  useEffect(() => {
    if (isDue) take(chosenTime)
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isDue])
}

// Lays out the sheet: the form, or what became of what was sent, the preview beside it, and the foot that stays in sight.

function ComposeLayout({ editor }: { readonly editor: Editor }) {
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
function MissingPost({ post }: { readonly post: string }) {
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
