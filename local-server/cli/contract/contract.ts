// The contract on the command line. `nightpost api` makes any request from the served document; `posts`, `schedule` and `media` do what
// is done every day without ids and bodies.
import { z } from 'zod'
import { describedMedia, mediaFields } from '../../../core/rules/content/media-fields.ts'
import type { DateOrder } from '../../../core/rules/times/typed-time.ts'
import { nodeClock, timeZoneHere } from '../../node-clock.ts'
import { printForFile, say, table } from '../../terminal/say.ts'
import { EXIT_CODES } from '../../terminal/exit-codes.ts'
import { endWithFailure, UsageFailure } from '../../terminal/start-failure.ts'
import { ask, helpLine, requireReadable, uploadFile, type UploadedMedia } from '../calls.ts'
import { followToItsEnd } from '../follow-post.ts'
import { withSession, type Send } from '../session.ts'
import { plannedLines } from './planned-post.ts'
import {
  requireFilesFor,
  requireOnePost,
  sendPost,
  withUploads,
  wordsOf,
  type ContentFlags,
} from './post-content.ts'
import { readTimeFlag } from '../time-of-day.ts'

export interface ContractFlags {
  readonly dataDir: string
  readonly json?: true
}

export interface PostFlags extends ContractFlags, ContentFlags {}

export interface ScheduleFlags extends PostFlags {
  readonly at?: string
  readonly zone?: string
  readonly dates?: DateOrder
  readonly nextSlot?: true
}

const Parameter = z.object({ name: z.string(), in: z.string() })
const Operation = z.object({
  operationId: z.string(),
  summary: z.string(),
  parameters: z.array(Parameter).default([]),
  requestBody: z.object({ content: z.record(z.string(), z.unknown()) }).optional(),
  responses: z.record(z.string(), z.object({ content: z.record(z.string(), z.unknown()).default({}) })),
})
const Served = z.object({ paths: z.record(z.string(), z.record(z.string(), Operation)) })

interface Route extends z.infer<typeof Operation> {
  readonly method: string
  readonly path: string
}

async function readRoutes(send: Send): Promise<Route[]> {
  const { paths } = Served.parse(await ask(send, '/openapi.json'))
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  )
}

/** Without an operation it lists them all. `given` are `name=value`; the body is JSON. */
export async function callApi(
  operationId: string | undefined,
  given: readonly string[],
  { dataDir, json, body }: ContractFlags & { readonly body?: string },
): Promise<void> {
  await withSession(dataDir, async (send) => {
    const routes = await readRoutes(send)
    const listed = routes.map(({ operationId: id, method, path, summary }) => ({ id, method, path, summary }))
    if (operationId === undefined && json) return say(JSON.stringify(listed))
    if (operationId === undefined)
      return table(listed.map(({ id, method, path, summary }) => [id, `${method} ${path}`, summary]))
    const route = routes.find((each) => each.operationId === operationId)
    if (!route) throw new UsageFailure(`There is no operation ${operationId}.`, 'nightpost api lists them.')
    if (Object.values(route.responses).some(({ content }) => 'text/event-stream' in content))
      throw new UsageFailure('This operation does not end.', 'nightpost watch prints its events.')
    if (route.requestBody && 'multipart/form-data' in route.requestBody.content)
      throw new UsageFailure('This operation takes a file.', 'nightpost media upload FILE sends it.')
    // What it says would be left out in silence: a time, and the post is published at once.
    if (body !== undefined && !route.requestBody)
      throw new UsageFailure('This operation takes no body.', 'Leave out --body.')
    const { path, headers } = placed(route, given)
    const init = { method: route.method, headers, ...(body !== undefined && { json: parsedBody(body) }) }
    const answer = await ask(send, path, init)
    if (typeof answer === 'string') printForFile(answer)
    else say(JSON.stringify(answer, null, json ? 0 : 2))
  })
}

function placed({ path, parameters }: Route, given: readonly string[]) {
  const query = new URLSearchParams()
  const headers: Record<string, string> = {}
  let filled = path
  for (const [name, value] of given.map(
    (text) => [text.split('=', 1)[0] ?? '', text.replace(/^[^=]*=?/, '')] as const,
  )) {
    const place =
      parameters.find((each) => each.name === name)?.in ?? (path.includes(`{${name}}`) ? 'path' : null)
    if (place === 'path') filled = filled.replace(`{${name}}`, encodeURIComponent(value))
    else if (place === 'query') query.append(name, value)
    else if (place === 'header') headers[name] = inHeader(name, value)
    else
      throw new UsageFailure(
        `This operation has no ${name}.`,
        `It has ${namesOf(path, parameters) || 'none'}.`,
      )
  }
  const [missing] = /\{[^}]+\}/.exec(filled) ?? []
  if (missing) throw new UsageFailure(`${missing} is missing.`, `Add ${missing.slice(1, -1)}=VALUE.`)
  return { path: query.size > 0 ? `${filled}?${query.toString()}` : filled, headers }
}

function inHeader(name: string, value: string): string {
  if (/^[\x20-\x7e]*$/.test(value)) return value
  throw new UsageFailure(`${name} is sent as a header, which takes ASCII only.`, 'Choose another value.')
}

function namesOf(path: string, parameters: Route['parameters']): string {
  const inPath = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name)
  return [...new Set([...inPath, ...parameters.map(({ name }) => name)])].join(', ')
}

function parsedBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UsageFailure('The body is not JSON.', `Write it like --body '{"caption":"Good morning"}'.`)
  }
}

export async function uploadFiles(files: readonly string[], { dataDir, json }: ContractFlags): Promise<void> {
  await withSession(dataDir, async (send) => {
    const uploaded: UploadedMedia[] = []
    try {
      for (const file of files) uploaded.push(await uploadFile(send, file))
    } catch (error) {
      // Those before a file that was refused are stored, too. Standard output has one line of JSON.
      if (!json) sayUploaded(uploaded)
      if (!json || uploaded.length === 0) throw error
      endWithFailure(error)
    }
    if (json) say(JSON.stringify(uploaded))
    else sayUploaded(uploaded)
  })
}

const sayUploaded = (uploaded: readonly UploadedMedia[]) =>
  table(uploaded.map(({ id, originalFilename, mimeType }) => [id, mimeType, originalFilename]))

export const PostLine = z.object({
  id: z.string(),
  status: z.string(),
  mediaType: z.string(),
  caption: z.string().nullable(),
  scheduledFor: z.string().nullable(),
})
export type PostLine = z.infer<typeof PostLine>
const Edited = PostLine.extend({ timezone: z.string(), warnings: z.array(z.string()) })
const Changed = z.looseObject({
  refused: z.int(),
  pending: z.int(),
  results: z.array(
    z.object({
      id: z.string(),
      outcome: z.string(),
      problem: z.object({ message: z.string() }).nullable(),
    }),
  ),
})

/** All of them in one request; exit code 1 when one is refused, else 5 when the Worker has one and has not let go of it yet. */
export async function changePostsById(
  action: 'unschedule' | 'delete' | 'retry',
  ids: readonly string[],
  { dataDir, json }: ContractFlags,
): Promise<void> {
  const posts = ids.map((id) => ({ id, action }))
  await withSession(dataDir, async (send) => {
    const body = await ask(send, '/posts/bulk', { json: { posts } })
    const { refused, pending, results } = Changed.parse(body)
    if (refused > 0) process.exitCode = EXIT_CODES.failed
    else if (pending > 0) process.exitCode = EXIT_CODES.later
    if (json) return say(JSON.stringify(body))
    table(results.map(({ id, outcome, problem }) => [id, outcome, problem?.message ?? '']))
  })
}

/** Resolves when the post is live, has failed, or will not be live for a while. */
export async function publishAndFollow(flags: PostFlags): Promise<void> {
  requireFiles(flags)
  await withSession(flags.dataDir, async (send, origin) => {
    const { answer } = await sendPost(send, '/posts/publish', flags)
    const accepted = Accepted.parse(answer)
    const isHeld = accepted.warningDetails.some(({ code }) => code === 'QUEUE_HELD')
    const { postId } = accepted
    const read = () => ask(send, `/posts/${postId}`)
    const { post, line, exitCode } = await followToItsEnd(postId, read, isHeld)
    process.exitCode = exitCode
    const { status, errorDetail } = post
    const help = status === 'FAILED' ? helpLine([errorDetail?.code ?? '', 'POST_FAILED'], origin) : ''
    say(flags.json ? JSON.stringify(post) : line + help)
  })
}

const Accepted = z.object({
  postId: z.string(),
  warningDetails: z.array(z.object({ code: z.string() })),
})
const Scheduled = z.looseObject({
  postId: z.string(),
  scheduledFor: z.string(),
  timezone: z.string(),
  warnings: z.array(z.string()),
})

export async function scheduleFiles(flags: ScheduleFlags): Promise<void> {
  // Before anything is uploaded.
  const when = requireTime(flags)
  requireFiles(flags)
  await withSession(flags.dataDir, async (send) => {
    const { answer, ...post } = await sendPost(send, '/schedule', flags, when)
    saySchedule(answer, { ...post, json: flags.json })
  })
}

interface ScheduledOf {
  readonly account: string | null
  readonly caption: string | null
  readonly json: true | undefined
}

function saySchedule(answer: unknown, { json, ...post }: ScheduledOf): void {
  const scheduled = Scheduled.parse(answer)
  // In every answer of a command a post is called by its id.
  if (json) return say(JSON.stringify({ id: scheduled.postId, ...scheduled }))
  const [line = '', ...warnings] = plannedLines({ ...scheduled, ...post })
  say([`Scheduled for ${line}: ${scheduled.postId}`, ...warnings].join('\n'))
}

function requireTime(flags: ScheduleFlags) {
  const when = timeOfFlags(flags)
  if (when !== null && (flags.at === undefined || flags.nextSlot === undefined)) return when
  throw new UsageFailure('A scheduled post needs a time.', 'Give either --at TIME or --next-slot.')
}

/** Null when neither is given. */
function timeOfFlags({ at, nextSlot, dates, zone }: ScheduleFlags) {
  if (at === undefined && nextSlot) return { nextSlot, ...(zone !== undefined && { timezone: zone }) }
  if (at === undefined && zone !== undefined)
    throw new UsageFailure('--zone says where a time is meant, and there is none.', 'Give --at TIME, too.')
  if (at === undefined) return null
  const timezone = zone ?? timeZoneHere()
  return { scheduledFor: readTimeFlag(at, { zone: timezone, now: nodeClock.now(), dates }), timezone }
}

const Editable = PostLine.extend({
  altText: z.string().nullish(),
  mediaFiles: z.array(z.object({ id: z.string() })),
})

/** The words, time and files that are given; everything else stays, but for what describes a picture that goes. */
export async function editPostById(id: string, flags: ScheduleFlags): Promise<void> {
  const { file: files = [], altText: altTexts = [] } = flags
  const when = timeOfFlags(flags)
  const words = await wordsOf(flags)
  for (const file of files) await requireReadable(file)
  await withSession(flags.dataDir, async (send) => {
    const before = Editable.parse(await ask(send, `/posts/${id}`))
    const isDraft = before.status === 'DRAFT'
    if (isDraft && when)
      throw new UsageFailure(
        'A draft has no time.',
        `nightpost drafts schedule ${id} --at TIME gives it one.`,
      )
    const isStory = before.mediaType === 'STORIES'
    // A draft keeps more than a post has.
    if (isStory || !isDraft) requireOnePost(files, isStory)
    requireFilesFor(altTexts, files.length > 0 ? files : before.mediaFiles)
    const losesAltText = files.length > 0 && Boolean(before.altText)
    const path = isDraft ? `/posts/draft/${id}` : `/schedule/${id}`
    const edited = await withUploads(send, files, async (media) => {
      const fields = media.length > 0 ? { ...mediaFields(media), ...storyAgain(before) } : {}
      const described = describedMedia(media.length > 0 ? fields : ownFields(before), altTexts)
      const json = { ...fields, ...(losesAltText && { altText: null }), ...described, ...words, ...when }
      if (Object.keys(json).length === 0)
        throw new UsageFailure('There is nothing to change.', 'Name it: --caption, --at, --file …')
      return ask(send, path, { method: 'PUT', json })
    })
    if (flags.json) return say(JSON.stringify(edited))
    const after = Edited.parse(edited)
    const lost = losesAltText && altTexts.length === 0 ? [ALT_TEXT_LOST] : []
    const warnings = [...after.warnings, ...lost]
    const said = { ...after, account: null, caption: after.caption ?? before.caption, warnings }
    say([`Changed: ${id}`, ...plannedLines(said)].join('\n'))
  })
}

const ALT_TEXT_LOST = 'The alt text was that of the picture before, and is removed: --alt-text gives one.'

/** A file does not say of itself that it was meant for a story. */
const storyAgain = ({ mediaType }: PostLine) => mediaType === 'STORIES' && { mediaType }

const ownFields = ({ mediaType, mediaFiles }: z.infer<typeof Editable>) =>
  mediaType === 'CAROUSEL' ? { mediaFileIds: mediaFiles.map((file) => file.id) } : {}

export async function scheduleDraftById(id: string, flags: ScheduleFlags): Promise<void> {
  const when = requireTime(flags)
  await withSession(flags.dataDir, async (send) => {
    const { caption } = PostLine.parse(await ask(send, `/posts/${id}`))
    const answer = await ask(send, `/posts/draft/${id}/schedule`, { json: when })
    saySchedule(answer, { account: null, caption, json: flags.json })
  })
}

/** Not in the command's own declaration, because `schedule import` is below it. */
function requireFiles({ file = [] }: PostFlags): void {
  if (file.length === 0) throw new UsageFailure('A post needs a picture or a video.', 'Name it with --file.')
}
