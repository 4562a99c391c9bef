// The options of a post as schemas: sent to us, shown by us, stored here, and handed to the Worker.
import * as z from 'zod'
import { OPTION_NAMES, POST_OPTIONS, type OptionName, type PostOptions, type Shapes } from './post-options.ts'
import { parseJsonAs } from '../../parse-json-as.ts'
import { writeJsonAs } from '../../write-json-as.ts'
import { patchOptions } from './option-changes.ts'

/** Only what the table uses: passing all of zod would bundle all of it into the Worker. */
const SHAPES: Shapes = {
  array: z.array,
  boolean: z.boolean,
  enum: z.enum,
  int: z.int,
  number: z.number,
  object: z.object,
  preprocess: z.preprocess,
  string: z.string,
  union: z.union,
  uuid: (...params: Parameters<typeof z.uuid>) => z.uuid(...params).toLowerCase(),
}

/** Descriptions for the API document. Here because the page has no use for it. */
const ABOUT: Readonly<Record<OptionName, string>> = {
  altText:
    'IMAGE only: describes the picture to people who cannot see it. A post without it takes that of the media file when it is published or scheduled. An empty string: none.',
  altTexts: 'CAROUSEL only: the alt text of each picture, by its media file, like altText. Not for videos.',
  mediaTags:
    'CAROUSEL: the people in each picture, by its media file, while userTags only tags the first picture; not for videos. REELS: the people in the video; x and y are ignored.',
  cover:
    'REELS only: a frame of the video, in milliseconds from its start, or a picture from the library. Exactly one of the two.',
  shareToFeed:
    'REELS only: whether the reel is also shown in the feed and in the profile grid. Default true.',
  audioName: 'REELS only: names the original audio of the reel. The platform lets it be named only once.',
  trialReel:
    'REELS only: shown first to people who do not follow the account. MANUAL: you share it with your followers in the app. SS_PERFORMANCE: the platform does so if it performs well. Not every account can publish trial reels.',
  aiGenerated: 'Not on STORIES: labels the post as made with AI.',
  paidPartnership:
    'Not on STORIES, and only with loginMethod `partner`: labels the post as a paid partnership.',
  sponsorIds: 'With paidPartnership: the sponsors, by their numeric account ids on the platform; at most 2.',
  firstComment:
    'Not on STORIES: posted by the account itself once the post is live. At most 4 hashtags and one link, and not all in capital letters. The account needs the comments permission.',
  commentsEnabled:
    'Not on STORIES. false: comments are switched off once the post is live and has its first comment. The account needs the comments permission.',
}

type Fields<S extends Record<OptionName, z.ZodType>> = { readonly [N in OptionName]: S[N] }
type Value<N extends OptionName> = z.ZodType<NonNullable<PostOptions[N]>>

const schemasOf = (shapes: Shapes) =>
  OPTION_NAMES.map((name) => [name, POST_OPTIONS[name].schema(shapes)] as const)
const SCHEMAS = schemasOf(SHAPES)

function fieldsOf<S extends Record<OptionName, z.ZodType>>(
  wrap: (schema: z.ZodType, about: string) => z.ZodType,
  schemas: typeof SCHEMAS = SCHEMAS,
): Fields<S> {
  const fields = schemas.map(([name, schema]) => [name, wrap(schema, ABOUT[name])])
  return Object.fromEntries(fields) as Fields<S>
}

/** In a request: null clears. */
export const SENT_OPTIONS = fieldsOf<{ [N in OptionName]: z.ZodOptional<z.ZodNullable<Value<N>>> }>(
  (schema, description) => schema.nullish().meta({ description }),
)

/** In a post: null when it is not set. */
export const SHOWN_OPTIONS = fieldsOf<{ [N in OptionName]: z.ZodNullable<Value<N>> }>((schema, description) =>
  schema.nullable().meta({ description }),
)

const STRICT = { ...SHAPES, object: z.strictObject as typeof z.object }
const KEPT = fieldsOf<{ [N in OptionName]: z.ZodOptional<Value<N>> }>(
  (schema) => schema.optional(),
  schemasOf(STRICT),
)

/** What a newer version has stored or sent, as an option or within one, is refused, never left out in silence. */
export const StoredOptions: z.ZodType<PostOptions> = z.strictObject(KEPT)

/** Null when nothing is set. Equal options are stored as equal text. */
export function storeOptions(options: PostOptions): string | null {
  const set = patchOptions({}, options)
  return Object.keys(set).length > 0 ? writeJsonAs(StoredOptions, set) : null
}

/** Whether a newer version has stored an option that this one does not know. It stays, and keeps the post from being sent. */
export function hasUnknownOption(stored: string | null): boolean {
  const options = parseJsonAs(z.record(z.string(), z.unknown()), stored) ?? {}
  return Object.keys(options).some((name) => !(name in POST_OPTIONS))
}

/** Null when the stored text cannot be read. */
export function readOptions(stored: string | null): PostOptions | null {
  if (stored === null) return {}
  try {
    return StoredOptions.parse(JSON.parse(stored))
  } catch {
    return null
  }
}

type ShownOptions = { readonly [N in OptionName]: NonNullable<PostOptions[N]> | null }

const NOTHING_SHOWN = Object.fromEntries(OPTION_NAMES.map((name) => [name, null])) as ShownOptions

/** As a post shows them; those that cannot be read are not shown. Most posts of a list have none. */
export function shownOptions(stored: string | null): ShownOptions {
  if (!stored) return NOTHING_SHOWN
  // An option that is not set is absent, never undefined.
  return { ...NOTHING_SHOWN, ...(readOptions(stored) as Partial<ShownOptions>) }
}
