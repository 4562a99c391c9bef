import { useEffect, useEffectEvent, useRef } from 'react'
import { resolveWallTime } from '../../../../core/rules/times/wall-time.ts'
import { isTimeZone } from '../../../../core/time.ts'
import { ApiError } from '../api-client.ts'
import { ErrorBoundary } from '../kit/error-boundary.tsx'
import { Loaded } from '../kit/problem-note.tsx'
import { type ChosenWallTime, NEW_POST, useOverlays } from '../shared/overlay-address.ts'
import { Sheet, SheetHead } from '../kit/sheet.tsx'
import { useStrings } from '../strings/language.tsx'
import type { Strings } from '../strings/strings.ts'
import { type Editor, useEditor } from './editor.ts'
import { BROWSER_ZONE } from '../shared/when/time-zones.ts'
import { takeHandedMedia } from '../shared/handed-media.ts'
import { useComposer } from './composer.tsx'
import { EMPTY, withHanded } from './composition.ts'
import { useNoteMedia } from '../library/media-queries.ts'
import { useUploadsAt } from '../library/upload/use-uploads.ts'
import { type DraftKey, NEW_DRAFT } from './draft-storage.ts'
import { BackgroundSubmission } from './compose-form.tsx'
import { isNewPostTaken } from './send/submission.ts'
import { isStillToDo } from './send/use-waiting.ts'
import { ComposeLayout, MissingPost } from './compose-layout.tsx'

/** Where a post is written and changed, over the page from which it was opened. What is typed outlives closing it. */
export function PostSheet() {
  const { post, close } = useOverlays()
  const { uploadPlaces, waits } = useComposer()
  const opened = useRef(new Set<DraftKey>())
  if (post !== null) opened.current.add(post)
  const known = new Set([...opened.current, ...uploadPlaces.ofDrafts(), ...Object.keys(waits)])
  const unseen = [...known].filter((key) => key !== post)
  return (
    <>
      <Sheet opened={post !== null} size="70rem" onClose={close}>
        {post !== null && <OpenedPost post={post} />}
      </Sheet>
      {unseen.map((key) => (
        <ErrorBoundary key={key}>
          <Unseen draftKey={key} />
        </ErrorBoundary>
      ))}
    </>
  )
}

/** Takes the files that arrive for a post while its sheet is closed, too: the tab may be gone before it is opened again. */
function Unseen({ draftKey }: { readonly draftKey: DraftKey }) {
  const { uploadPlaces, waits } = useComposer()
  const isAnyOnItsWay = useUploadsAt(uploadPlaces.of(draftKey)).length > 0
  return (isAnyOnItsWay || isStillToDo(waits[draftKey])) && <BackgroundSubmission draftKey={draftKey} />
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
