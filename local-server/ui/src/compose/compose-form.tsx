import { Stack, Skeleton } from '@mantine/core'
import { useRef, useState, type KeyboardEvent } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDebouncedValue } from '@mantine/hooks'
import { resolveWallTime } from '../../../../core/rules/times/wall-time.ts'
import type { CheckPurpose } from '../../../../core/rules/content/checked-content.ts'
import type { PostToValidateBody } from '../../../../core/api/validate.ts'
import { useComposer } from './composer.tsx'
import {
  compositionOf,
  hasOtherFiles,
  withKindFor,
  withUploaded,
  withMedia,
  withMediaType,
} from './composition.ts'
import { NEW_DRAFT, type DraftKey } from './draft-storage.ts'
import { filesToLookAt, frameOf, withFrameBack, withPeopleKept } from './moved-pictures.ts'
import { useEditor, type Editor } from './editor.ts'
import { focusField, FormContext, useForm, type FormState, type ComposeTool } from './form.tsx'
import { CaptionField } from './fields/caption-field.tsx'
import { HintLine, ProblemLine, FieldNotes } from './fields/field.tsx'
import { OpenTool, ToolRow, toolOf } from './fields/tools.tsx'
import { FormActions } from './send/form-actions.tsx'
import {
  type ComposeProblem,
  firstToSolve,
  hasStoredTime,
  hintsOf,
  isLeftToWorker,
  isMissing,
  composeProblemsOf,
} from './problems.ts'
import { type Order } from './send/send.ts'
import { isSendKey } from './send/send-key.ts'
import { isLeaving, mainActionOf } from './send/submission.ts'
import { useWaiting } from './send/use-waiting.ts'
import { useFormats, useLazyStrings, useStrings } from '../strings/language.tsx'
import { OnDemand } from '../shared/on-demand.tsx'
import { useUploads } from '../library/upload/use-uploads.ts'
import { notifyOfProblem } from '../shared/notifications.ts'
import { useNoteMedia } from '../library/media-queries.ts'
import { foreseenText, problemText, refusedText } from './wording.ts'
import { api, parseResponse } from '../api-client.ts'
import { keyedQuery, keys } from '../query-keys.ts'
import { findingsOf, NO_FINDINGS, questionOf, type ServerFindings } from './send/server-findings.ts'
import { MediaField } from '../library/chosen/media-field.tsx'

interface ComposeFormProps {
  readonly editor: Editor
  /** Takes the buttons; null until it is there. */
  readonly footer: HTMLElement | null
}

/** Says what would be refused beside its field, and sends nothing before that is put right. */
export function ComposeForm({ editor, footer }: ComposeFormProps) {
  const { submission, submit } = useComposer()
  const [tried, setTried] = useState<DraftCheck | null>(null)
  const [openTool, setOpenTool] = useState<ComposeTool | null>(null)
  const { composition, post } = editor
  const attempt = (action: Order['action']) => {
    const first = firstToSolve(problemsFor(editor, purposeOf(action)), editor)
    if (first) {
      flushSync(() => {
        setTried({ draftKey: editor.draftKey, purpose: purposeOf(action) })
        setOpenTool(toolOf(first.field) ?? openTool)
      })
      focusField(first.field)
      return
    }
    setTried(null)
    const order = orderOf(editor, action)
    if (order) submit(order)
  }
  const waiting = useWaiting(editor, attempt)
  const own = problemsFor(editor, composition.when === null ? 'publish' : 'schedule')
  const findings = useServerFindings(editor, own)
  const seen = problemsToSee(editor, own, tried?.draftKey === editor.draftKey ? tried : null)
  const problems = [...seen, ...findings.problems]
  const hints = hintsOf(composition, editor)
  const form: FormState = {
    editor,
    isScheduled: post?.status === 'SCHEDULED',
    problems,
    hints,
    findings,
    openTool,
    toggleTool: (tool) => setOpenTool(tool === openTool ? null : tool),
  }
  const sendNow = useRef(() => {})
  sendNow.current = () => waiting.act(mainActionOf(editor))
  const sendByKey = (event: KeyboardEvent<HTMLElement>) => {
    if (!isSendKey(event.nativeEvent) || isInDialogWithin(event)) return
    if (submission.isPending || waiting.busyWith !== null) return
    event.preventDefault()
    // A list takes the name that was typed into it with this very key: what is sent is the draft that has it.
    flushSync(() => {})
    sendNow.current()
  }
  return (
    <FormContext value={form}>
      <div onKeyDown={sendByKey}>
        {/* Sent by its buttons alone: Enter in a field must not publish anything. */}
        <form
          inert={isLeaving(editor.draftKey, submission)}
          onSubmit={(event) => event.preventDefault()}
          noValidate
        >
          <Stack gap="sm">
            <MediaSection />
            <CaptionField>
              <ToolRow />
            </CaptionField>
            <OpenTool />
            <Foreseen />
          </Stack>
        </form>
        {footer && createPortal(<FormActions waiting={waiting} />, footer)}
      </div>
    </FormContext>
  )
}

/** What lies over the sheet is within it for React, and has keys of its own. */
function isInDialogWithin({ target, currentTarget }: KeyboardEvent<HTMLElement>): boolean {
  const dialogOf = (element: Element) => element.closest('[role=dialog]')
  return target instanceof Element && dialogOf(target) !== dialogOf(currentTarget)
}

/** Continues a post that waits while its sheet is closed: takes its files, and sends it or says why not. */
export function BackgroundSubmission({ draftKey }: { readonly draftKey: DraftKey }) {
  const { data: editor } = useEditor(draftKey === NEW_DRAFT ? undefined : draftKey)
  return editor && <UnseenForm editor={editor} />
}

function UnseenForm({ editor }: { readonly editor: Editor }) {
  const strings = useStrings()
  const { compose } = strings
  const { submit, uploadPlaces } = useComposer()
  const noteMedia = useNoteMedia()
  const complain = (sentence: string) => notifyOfProblem(new Error(sentence))
  useUploads(uploadPlaces.of(editor.draftKey), (stored) => {
    const ids = noteMedia(stored)
    editor.change((now) => withUploaded(withKindFor(now, stored), ids))
  })
  const attempt = (action: Order['action']) => {
    const first = firstToSolve(problemsFor(editor, purposeOf(action)), editor)
    const order = orderOf(editor, action)
    if (editor.conflict) complain(compose.conflict)
    else if (first) complain(problemText(first, editor, strings))
    else if (order) submit(order)
  }
  useWaiting(editor, attempt, (why) => complain(compose[why]))
  return null
}

interface DraftCheck {
  readonly draftKey: string
  readonly purpose: CheckPurpose
}

function purposeOf(action: Order['action']): CheckPurpose {
  if (action === 'save') return 'draft'
  return action === 'publish' ? 'publish' : 'schedule'
}

function problemsFor(editor: Editor, purpose: CheckPurpose): ComposeProblem[] {
  const { composition, post } = editor
  const keepsTime = hasStoredTime(composition, post)
  return composeProblemsOf(composition, editor, { purpose, now: Date.now(), keepsTime })
}

/** Problems that are certain at once, and missing parts only after an attempt that needed them. */
function problemsToSee(
  editor: Editor,
  all: readonly ComposeProblem[],
  tried: DraftCheck | null,
): ComposeProblem[] {
  const missed = new Set(tried === null ? [] : problemsFor(editor, tried.purpose).map(({ rule }) => rule))
  return all.filter(
    (problem) => (!isMissing(problem) || missed.has(problem.rule)) && !isLeftToWorker(problem, editor),
  )
}

function orderOf(editor: Editor, action: Order['action']): Order | null {
  const { draftKey, composition, account, post } = editor
  if (!account) return null
  const resolved = composition.when && resolveWallTime(composition.when)
  return {
    action,
    draftKey,
    composition,
    account,
    post,
    isChanged: editor.isChanged,
    hasOtherFiles: post !== null && hasOtherFiles(composition, compositionOf(post)),
    keepsTime: hasStoredTime(composition, post),
    at: resolved?.kind === 'instant' ? resolved.at : null,
  }
}

/** What the server foresees, above the button. It keeps nobody from sending. */
function Foreseen() {
  const words = useStrings()
  const formats = useFormats()
  const { editor, findings } = useForm()
  const { unplaced, warnings } = findings
  const timeText = (at: Date) => formats.dayAndTime(at, editor.composition.when?.timeZone)
  return (
    <div role="status" aria-label={words.compose.foreseen}>
      {unplaced.map((problem) => (
        <ProblemLine key={problem.message}>{refusedText(problem, words)}</ProblemLine>
      ))}
      {warnings.map((warning) => (
        <HintLine key={warning.message}>{foreseenText(warning, words, timeText)}</HintLine>
      ))}
    </div>
  )
}

// Asks the server about a composition once nobody has changed it for a moment. An answer that came too late is dropped with its
// request. When nobody answers, nothing is said here: the page has a banner for that.

const PAUSE_MS = 600

function useServerFindings(editor: Editor, own: readonly ComposeProblem[]): ServerFindings {
  const question = questionOf(editor, Date.now())
  const [settled] = useDebouncedValue(question && JSON.stringify(question), PAUSE_MS)
  const isAsked = question !== null && settled !== null
  // While somebody types, the last answer stays, and nothing flickers.
  const { data } = useQuery({
    ...validationQuery(settled ?? '{}'),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  })
  if (!isAsked || data === undefined || data.postId !== question.postId) return NO_FINDINGS
  return findingsOf(data, own)
}

function validationQuery(body: string) {
  return keyedQuery(keys.validation(body), {
    queryFn: async ({ signal }) => {
      const json = JSON.parse(body) as PostToValidateBody
      const answer = await parseResponse(api.posts.validate.$post({ json }, { init: { signal } }))
      return { ...answer, postId: json.postId }
    },
  })
}

/** The files, with what would be refused about each of them beside it. */
export function MediaSection() {
  const strings = useStrings()
  const { editor, problems } = useForm()
  const { uploadPlaces, dropped } = useComposer()
  const noteMedia = useNoteMedia()
  const lastFrame = useRef(frameOf(editor.composition))
  const lastPlaced = useRef<ReturnType<typeof filesToLookAt>['placed']>(new Map())
  if (editor.media.includes(undefined)) return <Skeleton height="13rem" radius="lg" />
  const files = editor.media.filter((file) => file !== null && file !== undefined)
  const { toLookAt, placed } = filesToLookAt(editor.composition, files, lastPlaced.current)
  lastPlaced.current = placed
  // The field shows the problems of one file beside that file.
  const problem = problems.find(({ field, rule }) => field === 'media' && !BESIDE_FILES.has(rule))
  return (
    <div data-field="media" tabIndex={-1}>
      <MediaField
        place={uploadPlaces.of(editor.draftKey)}
        mediaType={editor.composition.mediaType}
        media={files}
        onChange={(changed) => {
          const ids = noteMedia(changed)
          editor.change((now) => {
            const frame = lastFrame.current
            lastFrame.current = frameOf(now)
            const next = withMedia(withPeopleKept(withKindFor(now, changed), files, changed), ids)
            return withFrameBack(now, next, frame)
          })
        }}
        onKind={(kind) => editor.change((now) => withMediaType(now, kind, () => undefined))}
        onFilled={() => focusField('caption')}
        error={problem && problemText(problem, editor, strings)}
        discarded={dropped}
      />
      <FieldNotes of="media" hintsOnly />
      <OnDemand when={toLookAt.length > 0}>
        <PeopleMoved names={toLookAt.map(({ originalFilename }) => originalFilename)} />
      </OnDemand>
    </div>
  )
}

function PeopleMoved({ names }: { readonly names: readonly string[] }) {
  const { peopleMoved } = useLazyStrings().compose
  return names.length > 0 && <HintLine>{peopleMoved(names)}</HintLine>
}

const BESIDE_FILES: ReadonlySet<string> = new Set(['unfit', 'imageNeeded', 'videoNeeded'])
