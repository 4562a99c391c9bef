// The stored files for browsing: what matches, month by month, and what can be done with several at once.
import type { MediaFileBody } from '../../api/media.ts'
import type { MediaRecord, MediaStore } from '../../ports/media/media-store.ts'
import type { MediaSearch, PlannerStore } from '../../ports/posts/planner-store.ts'
import { wallClock, type Instant } from '../../time.ts'
import type { MediaUse } from '../../rules/fit/check-fit.ts'
import { problemsOf } from '../../rules/content/published-file.ts'
import { removeMedia, type RemoveDeps } from './remove.ts'
import { findTwin } from './twin.ts'

export interface LibraryQuery extends Pick<MediaSearch, 'text' | 'kind' | 'isUnused'> {
  readonly worksFor?: MediaUse | undefined
  /** The zone in which months begin. */
  readonly timeZone: string
}

export interface LibraryMonth {
  /** `2026-11` */
  readonly month: string
  readonly count: number
}

export interface LibraryList {
  /** Of every file that matches, newest first. */
  readonly ids: readonly string[]
  /** In the same order. */
  readonly months: readonly LibraryMonth[]
}

export function createLibrary(
  deps: RemoveDeps & {
    readonly media: Pick<MediaStore, 'get' | 'getMany' | 'listOfSize'>
    readonly planner: Pick<PlannerStore, 'findMedia' | 'usedOf'>
  },
  show: (records: readonly MediaRecord[]) => Promise<MediaFileBody[]>,
) {
  /** Removes the files that no draft and no post still to go out needs, and returns those that stay. */
  async function removeUnneeded(ids: readonly string[]) {
    const kept: string[] = []
    for (const id of ids) {
      // Checked right before: a post may have taken it while earlier files were removed.
      if ((await deps.planner.usedOf([id])).has(id)) kept.push(id)
      else await removeMedia(deps, id)
    }
    return { kept }
  }

  return {
    search: (query: LibraryQuery) => searchLibrary(deps.planner, query),
    /** Includes the placeholders that are shown until the pictures load. Unknown ids are left out. */
    async showMany(ids: readonly string[]) {
      const records = await deps.media.getMany(ids)
      const files = await show(records)
      const placeholders = records.map(({ placeholder }) => placeholder)
      return { files: files.map((file, index) => ({ ...file, placeholder: placeholders[index] ?? null })) }
    },
    /** Those of the files that drafts, or posts still to go out, need. */
    async neededOf(ids: readonly string[]) {
      const used = await deps.planner.usedOf(ids)
      return { needed: ids.filter((id) => used.has(id)) }
    },
    removeUnneeded,
    /** Removes a copy of an older file. It stays when a post needs it, or when the older file is gone. */
    async removeCopy(id: string) {
      const record = await deps.media.get(id)
      const twin = record && (await findTwin(deps, record))
      // The older one may have been deleted while they were compared.
      return twin && (await deps.media.get(twin.id)) ? removeUnneeded([id]) : { kept: record ? [id] : [] }
    },
    /** The file with the same content that was there before; null when there is none. */
    async findTwin(id: string) {
      const record = await deps.media.get(id)
      const twin = record && (await findTwin(deps, record))
      return { twin: twin ? ((await show([twin]))[0] ?? null) : null }
    },
  }
}

async function searchLibrary(
  planner: Pick<PlannerStore, 'findMedia'>,
  { text, kind, isUnused, worksFor, timeZone }: LibraryQuery,
): Promise<LibraryList> {
  const fits = worksFor && ((record: MediaRecord) => problemsOf(record, worksFor).length === 0)
  const found = await planner.findMedia({ text: text.trim(), kind, isUnused, fits })
  const times = found.map(({ createdAt }) => createdAt)
  return { ids: found.map(({ id }) => id), months: countByMonth(times, timeZone) }
}

/** Looks at a few times of each month only: a wall clock is slow to read. */
export function countByMonth(newestFirst: readonly Instant[], timeZone: string): LibraryMonth[] {
  const monthAt = (index: number) => wallClock(newestFirst[index] ?? 0, timeZone).date.slice(0, 7)
  const months: LibraryMonth[] = []
  for (let first = 0; first < newestFirst.length;) {
    const month = monthAt(first)
    let [end, beyond] = [first + 1, newestFirst.length]
    while (end < beyond) {
      const middle = Math.floor((end + beyond) / 2)
      if (monthAt(middle) === month) end = middle + 1
      else beyond = middle
    }
    months.push({ month, count: end - first })
    first = end
  }
  return months
}
