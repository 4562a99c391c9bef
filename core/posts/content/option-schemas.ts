// The options of a post as schemas: sent to us, shown by us, stored here, and handed to the Worker.
import * as z from 'zod'
import { OPTION_NAMES, POST_OPTIONS, type OptionName, type PostOptions, type Shapes } from './post-options.ts'
import { patchOptions } from './option-changes.ts'

/** Only what the table uses: handing over all of zod would put all of it into the Worker. */
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

type Fields<S extends Record<OptionName, z.ZodType>> = { readonly [N in OptionName]: S[N] }
type Value<N extends OptionName> = z.ZodType<NonNullable<PostOptions[N]>>

const schemasOf = (shapes: Shapes) =>
  OPTION_NAMES.map((name) => [name, POST_OPTIONS[name].schema(shapes)] as const)
const SCHEMAS = schemasOf(SHAPES)

function fieldsOf<S extends Record<OptionName, z.ZodType>>(
  wrap: (schema: z.ZodType, about: string) => z.ZodType,
  schemas: typeof SCHEMAS = SCHEMAS,
): Fields<S> {
  const fields = schemas.map(([name, schema]) => [name, wrap(schema, POST_OPTIONS[name].about)])
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
  return Object.keys(set).length > 0 ? JSON.stringify(set) : null
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
