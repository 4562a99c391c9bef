// The content of a post as it is given to `posts publish`, `schedule` and `posts edit`. All that can be judged without its files is judged
// before any of them is uploaded.
import { readFile } from 'node:fs/promises'
import { buffer as readStream } from 'node:stream/consumers'
import { z } from 'zod'
import { describedMedia, mediaFields } from '../../../core/rules/content/media-fields.ts'
import { CAROUSEL_ITEMS } from '../../../core/rules/fit/limits.ts'
import { decodeText } from '../../disk/decode-text.ts'
import { StartFailure, UsageFailure } from '../../terminal/start-failure.ts'
import {
  ask,
  expectedFields,
  listAccounts,
  pickAccount,
  RefusedRequest,
  requireReadable,
  uploadFile,
  type UploadedMedia,
} from '../calls.ts'
import type { Send } from '../session.ts'

export interface ContentFlags {
  readonly file?: readonly string[]
  readonly caption?: string
  readonly captionFile?: string
  readonly account?: string
  readonly story?: true
  readonly altText?: readonly string[]
  readonly firstComment?: string
  readonly cover?: string
  readonly collaborator?: readonly string[]
  readonly place?: string
}

/** A time of the contract, or none. */
type When = Readonly<Record<string, unknown>>

interface SentPost {
  /** The username. */
  readonly account: string
  readonly caption: string | null
  readonly answer: unknown
}

/**
 * Uploads the files of a post that will be accepted, as far as that can be known, and sends it to that path. Throws StartFailure.
 */
export async function sendPost(
  send: Send,
  path: string,
  flags: ContentFlags,
  when: When = {},
): Promise<SentPost> {
  const { file: files = [], altText: altTexts = [], cover } = flags
  requireOnePost(files, flags.story === true)
  requireFilesFor(altTexts, files)
  const { id: accountId, username } = pickAccount(await listAccounts(send), flags.account)
  const words = await wordsOf(flags)
  const all = cover === undefined ? files : [...files, cover]
  for (const file of all) await requireReadable(file)
  const asStory = flags.story && { mediaType: 'STORIES' }
  const { mediaType } = { ...expectedFields(files), ...asStory }
  await requireValid(send, { accountId, mediaType, ...words, ...when })
  return withUploads(send, all, async (uploaded) => {
    const fields = { ...mediaFields(uploaded.slice(0, files.length)), ...asStory }
    const covered = cover === undefined ? {} : { cover: { mediaFileId: uploaded.at(-1)?.id } }
    const content = {
      accountId,
      ...fields,
      ...describedMedia(fields, altTexts),
      ...covered,
      ...words,
      ...when,
    }
    const answer = await ask(send, path, { json: content })
    return { account: username, caption: words.caption ?? null, answer }
  })
}

/** Throws StartFailure for more files than one post has, which would be refused once all of them are uploaded. */
export function requireOnePost(files: readonly unknown[], isStory: boolean): void {
  if (isStory && files.length > 1) throw new UsageFailure('A story has one file.', 'Make a story of each.')
  if (files.length > CAROUSEL_ITEMS.max)
    throw new UsageFailure(`A post has ${CAROUSEL_ITEMS.max} files at most.`, 'Make several posts of them.')
}

/** Throws StartFailure. */
export function requireFilesFor(altTexts: readonly string[], files: readonly unknown[]): void {
  if (altTexts.length > files.length)
    throw new UsageFailure('There are more alt texts than files.', 'Give one for each file, in their order.')
}

/** Uploads the files for a request, and removes them again when it is refused. One that cannot be removed stays in the library. */
export async function withUploads<T>(
  send: Send,
  files: readonly string[],
  work: (uploaded: readonly UploadedMedia[]) => Promise<T>,
): Promise<T> {
  const uploaded: UploadedMedia[] = []
  try {
    for (const file of files) uploaded.push(await uploadFile(send, file))
    return await work(uploaded)
  } catch (error) {
    // Without an answer, the post may have them.
    if (error instanceof RefusedRequest && !error.isInDoubt)
      for (const { id } of uploaded) await ask(send, `/media/${id}`, { method: 'DELETE' }).catch(() => {})
    throw error
  }
}

/** What is written about a post, by the fields of the contract. */
export async function wordsOf({
  caption,
  captionFile,
  firstComment,
  collaborator,
  place,
}: ContentFlags): Promise<{
  readonly caption?: string
  readonly firstComment?: string
  readonly collaborators?: readonly string[]
  readonly locationId?: string
  readonly locationName?: null
}> {
  if (caption !== undefined && captionFile !== undefined)
    throw new UsageFailure('The caption is given twice.', 'Give either --caption or --caption-file.')
  const text = captionFile === undefined ? caption : await readCaption(captionFile)
  return {
    ...(text !== undefined && { caption: text }),
    ...(firstComment !== undefined && { firstComment }),
    ...(collaborator !== undefined && { collaborators: collaborator }),
    // The name is that of the place before.
    ...(place !== undefined && { locationId: place, locationName: null }),
  }
}

/** Editors end a file with a line break that nobody means. */
async function readCaption(file: string): Promise<string> {
  const bytes = file === '-' ? await readStream(process.stdin) : await readFile(file).catch(() => null)
  if (bytes === null)
    throw new StartFailure(`${file} cannot be read.`, 'Name a text file, or - for standard input.')
  const text = decodeText(bytes)
  if (text === null)
    throw new StartFailure(
      `${file} is not a text in UTF-8.`,
      'Save it as UTF-8: other letters would be published.',
    )
  return text.replace(/\r?\n$/, '')
}

const Findings = z.object({
  problems: z.array(z.object({ code: z.string(), field: z.string(), message: z.string() })),
})

/** A file’s content is known once it is uploaded. */
async function requireValid(send: Send, post: When): Promise<void> {
  const { problems } = Findings.parse(await ask(send, '/posts/validate', { json: post }))
  const problem = problems.find(({ field }) => field !== 'media')
  if (problem) throw new RefusedRequest({ ...problem, error: problem.message }, 'nothing was uploaded')
}
