// Lays out the sheet: the form, or what became of what was sent, the preview beside it, and the foot that stays in sight.
import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { isInFlight } from '../posts/post-queries.ts'
import { CARD, SMALL } from '../kit/looks.ts'
import classes from './compose-layout.module.css'
import { ClosedPost } from './outcome/closed-post.tsx'
import { ComposeForm } from './compose-form.tsx'
import { isSubmissionOf, useComposer } from './composer.tsx'
import type { Editor } from './editor.ts'
import { ErrorBoundary } from '../kit/error-boundary.tsx'
import { SheetBody, SheetFoot } from '../kit/sheet.tsx'
import { NEW_POST, usePostSheet } from '../shared/post-sheet-address.ts'
import { useMedia } from './media-queries.ts'
import { Preview } from './preview/preview.tsx'
import { PublishingPanel } from './outcome/publishing-panel.tsx'
import { ScheduledPanel } from './outcome/scheduled-panel.tsx'
import { NEW_DRAFT } from './draft-storage.ts'
import { useStrings } from '../strings/language.tsx'

export function ComposeLayout({ editor }: { readonly editor: Editor }) {
  const { submission } = useComposer()
  const [footer, setFooter] = useState<HTMLElement | null>(null)
  const order = isSubmissionOf(editor.draftKey, submission) ? submission.variables : undefined
  const isSent = submission.data?.kind === 'published' || submission.data?.kind === 'scheduled'
  const sentMedia = useMedia(order?.composition.mediaIds ?? [], [])
  const previewed =
    order && isSent
      ? { composition: order.composition, media: sentMedia, account: order.account }
      : { composition: editor.composition, media: editor.media, account: editor.account }
  return (
    <>
      <SheetBody>
        <div className={classes.columns}>
          <ErrorBoundary resetKey={editor.draftKey}>
            <Main editor={editor} footer={footer} />
          </ErrorBoundary>
          <div className={classes.beside}>
            <ErrorBoundary>
              <Preview {...previewed} />
            </ErrorBoundary>
          </div>
        </div>
      </SheetBody>
      <SheetFoot ref={setFooter} />
    </>
  )
}

interface MainProps {
  readonly editor: Editor
  /** Where the form puts its buttons. */
  readonly footer: HTMLElement | null
}

function Main({ editor, footer }: MainProps) {
  const { submission, draftStorage } = useComposer()
  const sheet = usePostSheet()
  const { data, variables, reset } = submission
  const sent = isSubmissionOf(editor.draftKey, submission) ? data : undefined
  const another = () => {
    reset()
    if (editor.draftKey !== NEW_DRAFT) sheet.replace(NEW_POST)
  }
  if (sent?.kind === 'published') {
    const back = () => {
      if (variables) draftStorage.put(NEW_DRAFT, { base: null, now: variables.composition })
      reset()
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
  if (post !== null && (post.status === 'PUBLISHED' || post.status === 'FAILED'))
    return <ClosedPost post={post} />
  if (editor.conflict) return <ConflictNote editor={editor} />
  return <ComposeForm editor={editor} footer={footer} />
}

/** The stored post is another one than the work began with. Nothing is lost before the person has chosen. */
function ConflictNote({ editor }: { readonly editor: Editor }) {
  const { compose } = useStrings()
  const { drop } = useComposer()
  return (
    <Stack component="section" {...CARD} role="alert">
      <h2>{compose.conflict}</h2>
      <p>{compose.conflictAbout}</p>
      <SimpleGrid component="dl" minColWidth="14rem" autoFlow="auto-fit">
        <Version name={compose.yours} caption={editor.composition.caption} />
        <Version name={compose.stored} caption={editor.post?.caption ?? ''} />
      </SimpleGrid>
      <Group gap="sm" align="stretch">
        <Button onClick={editor.keepMine}>{compose.keepMine}</Button>
        <Button variant="default" onClick={() => drop(editor.draftKey)}>
          {compose.takeStored}
        </Button>
      </Group>
    </Stack>
  )
}

function Version({ name, caption }: { readonly name: string; readonly caption: string }) {
  const { compose } = useStrings()
  return (
    <div>
      <Text component="dt" {...SMALL}>
        {name}
      </Text>
      <Text component="dd" mt={4} lineClamp={6} dir="auto" style={{ whiteSpace: 'pre-line' }}>
        {caption.trim() || compose.noCaption}
      </Text>
    </div>
  )
}
