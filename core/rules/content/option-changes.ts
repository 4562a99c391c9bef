// Changing the options of a post: by an edit, by what it lost, by what its files say. Pure.
import type { MediaUse } from '../fit/check-fit.ts'
import { OPTION_NAMES, type OptionName, type PostOptions } from './post-options.ts'

type OptionChanges = { readonly [N in OptionName]?: PostOptions[N] | null }

/** The options with the given ones changed: null and an empty list clear, an absent name keeps. In the order of the table. */
export function patchOptions(stored: PostOptions, given: OptionChanges): PostOptions {
  const entries = OPTION_NAMES.flatMap((name) => {
    const value = given[name] === undefined ? stored[name] : given[name]
    const isSet = value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0)
    return isSet ? [[name, value] as const] : []
  })
  return Object.fromEntries(entries)
}

/** The changes from `before` to `after`, made to what is stored: another edit may have come between. */
export function mergeOptions(stored: PostOptions, before: PostOptions, after: PostOptions): PostOptions {
  const changed = OPTION_NAMES.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  return patchOptions(stored, Object.fromEntries(changed.map((name) => [name, after[name] ?? null])))
}

/** Without what was said about files that are not in the post any more. */
export function withoutLostFiles(
  { altTexts, mediaTags, ...options }: PostOptions,
  mediaFileIds: readonly (string | null)[],
): PostOptions {
  const isKept = ({ mediaFileId }: { readonly mediaFileId: string }) => mediaFileIds.includes(mediaFileId)
  return patchOptions(options, { altTexts: altTexts?.filter(isKept), mediaTags: mediaTags?.filter(isKept) })
}

/** With the alt texts of the files themselves, where the post says nothing of a picture. */
export function withDefaultAltTexts(
  options: PostOptions,
  mediaType: MediaUse,
  media: readonly { readonly id: string; readonly altText: string | null }[],
): PostOptions {
  if (mediaType === 'IMAGE') return { altText: media[0]?.altText ?? undefined, ...options }
  if (mediaType !== 'CAROUSEL') return options
  const own = options.altTexts ?? []
  const isOwn = (id: string) => own.some(({ mediaFileId }) => mediaFileId === id)
  const defaults = media.flatMap(({ id, altText }) =>
    altText === null || isOwn(id) ? [] : [[id, { mediaFileId: id, altText }] as const],
  )
  return patchOptions(options, { altTexts: [...own, ...new Map(defaults).values()] })
}
