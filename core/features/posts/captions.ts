// What helps to write a caption: the hashtags and names that were written before, and texts that are kept to be inserted.
import { z } from 'zod'
import { CodedError } from '../../coded-error.ts'
import { createKeyedMutex } from '../../keyed-mutex.ts'
import type { PlannerStore } from '../../ports/posts/planner-store.ts'
import type { SettingsStore } from '../../ports/settings-store.ts'
import { captionWords } from '../../rules/content/caption-facts.ts'
import { CONTENT_LIMITS } from '../../rules/content/content-limits.ts'

export const CaptionSetName = z.string().trim().min(1).max(60)
export const CaptionSetText = z.string().min(1).max(CONTENT_LIMITS.caption)

const StoredSets = z.array(z.object({ name: CaptionSetName, text: CaptionSetText }))
export type CaptionSet = z.infer<typeof StoredSets>[number]

const SETTING = 'captionSets'
const MOST_SETS = 200
/** Enough to know what somebody writes, and still one quick read. */
const CAPTIONS_READ = 500
const MOST_WORDS = 300

export function createCaptions({
  planner,
  settings,
}: {
  readonly planner: PlannerStore
  readonly settings: SettingsStore
}) {
  const mutex = createKeyedMutex()
  const sets = async () => StoredSets.catch([]).parse(await settings.get(SETTING))
  const change = (work: (sets: CaptionSet[]) => CaptionSet[]) =>
    mutex.runExclusive(SETTING, async () => {
      const changed = work(await sets()).toSorted((a, b) => a.name.localeCompare(b.name))
      await settings.put({ [SETTING]: changed })
      return { sets: changed }
    })
  const wordsWith = async (sign: '#' | '@') => {
    const everywhere = { accountIds: [], statuses: [], mediaTypes: [], limit: CAPTIONS_READ, offset: 0 }
    const found = await planner.search({ ...everywhere, text: sign })
    return mostUsed(found.map(({ post }) => captionWords(post.caption ?? '', sign)))
  }
  return {
    /** Most used first, each with its sign as it was written last. */
    listWords: async () => ({ hashtags: await wordsWith('#'), mentions: await wordsWith('@') }),
    listSets: async () => ({ sets: await sets() }),
    /** A text under an existing name replaces the old one. */
    saveSet: (set: CaptionSet) =>
      change((kept) => {
        const others = kept.filter(({ name }) => name !== set.name)
        if (others.length >= MOST_SETS)
          throw new CodedError('VALIDATION_ERROR', `There are ${MOST_SETS} saved texts. Remove one first.`)
        return [...others, set]
      }),
    removeSet: (name: string) => change((kept) => kept.filter((set) => set.name !== name)),
  }
}

export type Captions = ReturnType<typeof createCaptions>

/** Captions come newest first; a word counts once in each. */
function mostUsed(captions: readonly (readonly string[])[]): string[] {
  const uses = new Map<string, { readonly word: string; count: number }>()
  for (const words of captions) {
    const once = new Map(words.map((word) => [word.toLowerCase(), word]))
    for (const [key, word] of once) {
      const known = uses.get(key)
      if (known) known.count += 1
      else uses.set(key, { word, count: 1 })
    }
  }
  const ranked = [...uses.values()].toSorted((a, b) => b.count - a.count)
  return ranked.slice(0, MOST_WORDS).map(({ word }) => word)
}
