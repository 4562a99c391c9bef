// The options of a post: what the platform lets it carry beside its caption, its people and its place. Each is declared once,
// here: its shape, who may carry it, and how the platform is asked for it. The contract's schemas, the stored form, the
// Worker's envelope, the list of problems and the copy of a post are made from this table. The page reads it, too, so zod
// comes in from outside (`option-schemas.ts`), where the API document’s texts are.
import type { DeepReadonly } from '../../deep-readonly.ts'
import type { z, ZodType } from 'zod'
import type { ErrorCode } from '../../errors.ts'
import type { MediaUse } from '../fit/check-fit.ts'
import { countCharacters } from './caption-facts.ts'
import { BLANK, commentTextProblems, isBlank } from './comment-text.ts'
import { CONTENT_LIMITS } from './content-limits.ts'
import { cleanUsername } from './username.ts'

/** The shapes of zod that an option may have. */
export type Shapes = Pick<
  typeof z,
  'array' | 'boolean' | 'enum' | 'int' | 'number' | 'object' | 'preprocess' | 'string' | 'union' | 'uuid'
>

/** Parameters of a container. Lists and objects become JSON text; undefined ones are left out. */
type Parameters = Readonly<Record<string, string | number | boolean | object | undefined>>

/** A file of the post, as far as an option must know it. */
interface OptionFile {
  readonly mediaFileId: string
  readonly kind: 'image' | 'video'
}

/** The rest of the post, which decides what an option may say. Nothing is known of files that cannot be read. */
export interface OptionContext {
  readonly mediaType: MediaUse
  readonly paidPartnership: boolean
  readonly userTags: readonly unknown[]
  readonly files: readonly (OptionFile & { readonly durationSeconds: number | null })[]
}

interface OptionTarget {
  readonly mediaType: MediaUse
  readonly coverUrl: string | null
}

interface ReelCover {
  readonly frameMs?: number | undefined
  readonly mediaFileId?: string | undefined
}

export interface PostOption<T> {
  readonly schema: (z: Shapes) => ZodType<T>
  readonly on: readonly MediaUse[]
  /** What the platform does where a post does not say yes or no. */
  readonly isOnUnlessSaid?: true
  /** The field for the other kinds of post, where there is one. */
  readonly elsewhere?: string
  /** The only login whose apps may ask for it. Absent: both may. */
  readonly login?: 'partner'
  /** What the account must have been granted, as far as that is known. */
  readonly permission?: 'comments'
  /** Of a refusal; VALIDATION_ERROR where the contract has no code of its own. */
  readonly code?: ErrorCode
  /** False for a value that asks the platform for nothing, which any post can carry. Absent: `false` is such a value. */
  readonly isAsked?: (value: T) => boolean
  /** Sentences about its size. The schema only documents it. */
  readonly oversize?: (value: T) => readonly (string | false)[]
  /** Sentences about what the schema cannot see. */
  readonly problems?: (value: T, context: OptionContext) => readonly (string | false)[]
  /** On the container that is published. `coverUrl` is the address of the cover's file. */
  readonly inContainer?: (value: T, to: OptionTarget) => Parameters
  /** On the container of one item of a carousel. */
  readonly inItem?: (value: T, item: OptionFile) => Parameters
}

const option = <T>(declared: PostOption<T>): PostOption<T> => declared

type Field = 'switch' | 'text'

/** One for which the page needs no control of its own: a switch or a line of text is made from this. */
const plainOption = <T extends boolean | string>(field: Field, declared: PostOption<T>) => ({
  ...declared,
  field,
})

/** Text a person wrote, storable as it is. Its size is for the document: `oversize` judges it. */
const text = (z: Shapes, max: number, min: 0 | 1 = 0) =>
  z
    .string()
    .refine((value) => value.isWellFormed() && !value.includes('\0'), 'must be valid Unicode without NUL')
    .meta({ maxLength: max, ...(min > 0 ? { minLength: min } : {}) })

const tooLong = (value: string, max: number) =>
  countCharacters(value) > max && `must have at most ${max} characters`

export const NAME_SIZE = `a username must have 1 to ${CONTENT_LIMITS.username} characters`

export const isNameSized = (name: string): boolean =>
  name !== '' && countCharacters(name) <= CONTENT_LIMITS.username

const isForeign = (entries: readonly { readonly mediaFileId: string }[], { files }: OptionContext) =>
  files.length > 0 &&
  entries.some((entry) => files.every(({ mediaFileId }) => mediaFileId !== entry.mediaFileId)) &&
  'names a file that is not in this post'

const isTwice = (entries: readonly { readonly mediaFileId: string }[]) =>
  new Set(entries.map(({ mediaFileId }) => mediaFileId)).size < entries.length && 'names a file twice'

/** Checked before the schema parses it: each of the two shapes would silently drop the field of the other. */
const hasBoth = (cover: unknown) =>
  typeof cover === 'object' && cover !== null && 'frameMs' in cover && 'mediaFileId' in cover

const namesVideo = (entries: readonly { readonly mediaFileId: string }[], { files }: OptionContext) =>
  files.some(
    ({ mediaFileId, kind }) => kind === 'video' && entries.some((entry) => entry.mediaFileId === mediaFileId),
  ) && 'is for the pictures of a CAROUSEL, not for its videos'

const {
  altText: MAX_ALT_TEXT,
  firstComment: MAX_COMMENT,
  audioName: MAX_AUDIO_NAME,
  userTags: MAX_TAGS,
} = CONTENT_LIMITS
const ITEMS = 10
const PUBLISHED_KINDS = ['IMAGE', 'REELS', 'CAROUSEL'] as const

export const POST_OPTIONS = {
  altText: option({
    schema: (z) => text(z, MAX_ALT_TEXT),
    on: ['IMAGE'],
    elsewhere: 'altTexts for the pictures of a CAROUSEL',
    oversize: (altText) => [tooLong(altText, MAX_ALT_TEXT)],
    inContainer: (altText) => ({ alt_text: altText || undefined }),
  }),
  altTexts: option({
    schema: (z) => z.array(z.object({ mediaFileId: z.uuid(), altText: text(z, MAX_ALT_TEXT) })).max(ITEMS),
    on: ['CAROUSEL'],
    elsewhere: 'altText for a single picture',
    oversize: (entries) => entries.map(({ altText }) => tooLong(altText, MAX_ALT_TEXT)),
    problems: (entries, context) => [
      isForeign(entries, context),
      isTwice(entries),
      namesVideo(entries, context),
    ],
    inItem: (entries, item) => {
      const own = entries.find(({ mediaFileId }) => mediaFileId === item.mediaFileId)
      return { alt_text: own?.altText || undefined }
    },
  }),
  mediaTags: option({
    schema: (z) => {
      const fraction = z.number().min(0).max(1)
      const username = text(z, CONTENT_LIMITS.username, 1).overwrite(cleanUsername)
      const tag = z.object({ username, x: fraction.optional(), y: fraction.optional() })
      const userTags = z.array(tag).meta({ maxItems: MAX_TAGS })
      return z.array(z.object({ mediaFileId: z.uuid(), userTags })).max(ITEMS)
    },
    on: ['REELS', 'CAROUSEL'],
    elsewhere: 'userTags for a single picture',
    code: 'INVALID_TAGS',
    oversize: (entries) => [
      entries.some(({ userTags }) => userTags.length > MAX_TAGS) &&
        `must have at most ${MAX_TAGS} tags for each file`,
      entries.some(({ userTags }) => userTags.some(({ username }) => !isNameSized(username))) && NAME_SIZE,
    ],
    problems: (entries, context) => [
      isForeign(entries, context),
      isTwice(entries),
      context.mediaType === 'CAROUSEL' && namesVideo(entries, context),
      context.mediaType === 'CAROUSEL' &&
        entries.some(({ userTags }) => userTags.some(({ x, y }) => x === undefined || y === undefined)) &&
        'needs x and y for each tag in a picture',
      context.userTags.length > 0 &&
        'cannot be combined with userTags, which tag the first picture. Send only one of the two',
    ],
    inContainer: (entries, { mediaType }) => {
      const names = entries.flatMap(({ userTags }) => userTags.map(({ username }) => ({ username })))
      return { user_tags: mediaType === 'REELS' && names.length > 0 ? names : undefined }
    },
    inItem: (entries, item) => {
      const own = entries.find(({ mediaFileId }) => mediaFileId === item.mediaFileId)
      return { user_tags: own && own.userTags.length > 0 ? own.userTags : undefined }
    },
  }),
  cover: option({
    schema: (z): ZodType<ReelCover> =>
      z.preprocess(
        (cover) => (hasBoth(cover) ? null : cover),
        z.union(
          [z.object({ frameMs: z.int().min(0) }), z.object({ mediaFileId: z.uuid() })],
          'must have either frameMs or mediaFileId',
        ),
      ),
    on: ['REELS'],
    problems: ({ frameMs = 0 }, { files: [video] }) => {
      const seconds = video?.durationSeconds ?? null
      return [
        seconds !== null &&
          frameMs > seconds * 1000 &&
          `lies beyond the end of the video, which is ${seconds.toFixed(1)} seconds long`,
      ]
    },
    inContainer: ({ frameMs }, { coverUrl }) => ({ thumb_offset: frameMs, cover_url: coverUrl ?? undefined }),
  }),
  shareToFeed: plainOption('switch', {
    schema: (z) => z.boolean(),
    on: ['REELS'],
    isOnUnlessSaid: true,
    isAsked: () => true,
    inContainer: (shareToFeed) => ({ share_to_feed: shareToFeed }),
  }),
  audioName: plainOption('text', {
    schema: (z) => text(z, MAX_AUDIO_NAME, 1),
    on: ['REELS'],
    oversize: (audioName) => [tooLong(audioName, MAX_AUDIO_NAME), audioName === '' && BLANK],
    problems: (audioName) => [isBlank(audioName) && BLANK],
    inContainer: (audioName) => ({ audio_name: audioName }),
  }),
  trialReel: option({
    schema: (z) => z.object({ graduationStrategy: z.enum(['MANUAL', 'SS_PERFORMANCE']) }),
    on: ['REELS'],
    inContainer: ({ graduationStrategy }) => ({ trial_params: { graduation_strategy: graduationStrategy } }),
  }),
  aiGenerated: plainOption('switch', {
    schema: (z) => z.boolean(),
    on: PUBLISHED_KINDS,
    inContainer: (aiGenerated) => ({ is_ai_generated: aiGenerated || undefined }),
  }),
  paidPartnership: option({
    schema: (z) => z.boolean(),
    on: PUBLISHED_KINDS,
    login: 'partner',
    inContainer: (paidPartnership) => ({ is_paid_partnership: paidPartnership || undefined }),
  }),
  sponsorIds: option({
    schema: (z) =>
      z
        .array(
          z
            .string()
            .overwrite(cleanUsername)
            .regex(/^\d{1,25}$/, 'must be a numeric account id'),
        )
        .meta({ maxItems: CONTENT_LIMITS.sponsorIds }),
    on: PUBLISHED_KINDS,
    login: 'partner',
    oversize: (ids) => [
      ids.length > CONTENT_LIMITS.sponsorIds && `must have at most ${CONTENT_LIMITS.sponsorIds} items`,
    ],
    problems: (ids, { paidPartnership }) => [
      new Set(ids).size < ids.length && 'names an account twice',
      !paidPartnership && 'needs paidPartnership: true',
    ],
    inContainer: (ids) => ({ branded_content_sponsor_ids: ids }),
  }),
  firstComment: option({
    schema: (z) => text(z, MAX_COMMENT, 1),
    on: PUBLISHED_KINDS,
    permission: 'comments',
    oversize: (comment) => [tooLong(comment, MAX_COMMENT), comment === '' && BLANK],
    problems: commentTextProblems,
  }),
  commentsEnabled: option({
    schema: (z) => z.boolean(),
    on: PUBLISHED_KINDS,
    isOnUnlessSaid: true,
    permission: 'comments',
    isAsked: (isEnabled) => !isEnabled,
  }),
} as const

export type OptionName = keyof typeof POST_OPTIONS
type ValueOf<O> = O extends PostOption<infer T> ? T : never
/** An option that is absent is not set: neither null nor an empty list is ever kept. */
export type PostOptions = {
  readonly [N in OptionName]?: DeepReadonly<ValueOf<(typeof POST_OPTIONS)[N]>> | undefined
}

export type PlainOptionName = {
  [N in OptionName]: (typeof POST_OPTIONS)[N] extends { readonly field: Field } ? N : never
}[OptionName]
export type OwnFieldName = Exclude<OptionName, PlainOptionName>

export const isPlainOption = (name: OptionName): name is PlainOptionName => 'field' in POST_OPTIONS[name]

export const OPTION_NAMES = Object.keys(POST_OPTIONS) as readonly OptionName[]

/** Declaration and value of each option that asks for something. */
export function askedOptions(
  options: PostOptions,
): readonly (readonly [OptionName, PostOption<unknown>, unknown])[] {
  return OPTION_NAMES.flatMap((name) => {
    const value: unknown = options[name]
    const declared = POST_OPTIONS[name] as PostOption<unknown>
    const isAsked = declared.isAsked ?? ((given) => given !== false)
    return value !== undefined && isAsked(value) ? [[name, declared, value] as const] : []
  })
}

/** The media file of the cover; null when there is none, or the cover is a frame. */
export function coverFileOf({ cover }: PostOptions): string | null {
  return cover?.mediaFileId ?? null
}
