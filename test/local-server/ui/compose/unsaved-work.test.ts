import { describe, expect, it } from 'vitest'
import type { PostBody } from '../../../../core/api/posts.ts'
import {
  compositionOf,
  EMPTY,
  type Composition,
} from '../../../../local-server/ui/src/compose/composition.ts'
import {
  isAheadOf,
  isChangedElsewhere,
  keepWork,
  parseWork,
  serializeWork,
  lacksOnlyTime,
  workAfterSaving,
  workAfterUnscheduling,
} from '../../../../local-server/ui/src/compose/unsaved-work.ts'
import { createDraftStorage } from '../../../../local-server/ui/src/compose/draft-storage.ts'

const WORK: Composition = {
  ...EMPTY,
  mediaType: 'STORIES',
  mediaIds: ['a'],
  caption: 'Half a thought 🌙',
  storyMentions: [{ username: 'ada', x: 0, y: 1 }],
  options: {
    mediaTags: [{ mediaFileId: 'a', userTags: [{ username: 'ada' }] }],
    cover: { frameMs: 1200 },
    firstComment: 'First!',
  },
  when: { wall: '2026-11-25T10:00', timeZone: 'Europe/Berlin', choice: 'later' },
}

class MemoryStorage {
  readonly entries = new Map<string, string>()
  isFull = false
  getItem(key: string): string | null {
    return this.entries.get(key) ?? null
  }
  setItem(key: string, text: string): void {
    if (this.isFull) throw new DOMException('full', 'QuotaExceededError')
    this.entries.set(key, text)
  }
  removeItem(key: string): void {
    this.entries.delete(key)
  }
}

describe('unsaved work as text', () => {
  it('reads unsaved work as it was written, with the post it began from', () => {
    const work = { base: EMPTY, now: WORK }
    expect(parseWork(serializeWork(work))).toEqual(work)
  })

  it('reads unsaved work of earlier versions, which knew no options', () => {
    // JSON leaves out what is undefined.
    const text = JSON.stringify({ version: 1, base: null, now: { ...WORK, options: undefined } })
    expect(parseWork(text)?.now).toEqual({ ...WORK, options: {} })
  })

  it.each<[why: string, text: string]>([
    ['is no JSON', '{'],
    ['is of another version', JSON.stringify({ version: 0, base: null, now: WORK })],
    ['lacks a field', JSON.stringify({ version: 1, base: null, now: { ...WORK, caption: undefined } })],
    [
      'names no kind of post',
      JSON.stringify({ version: 1, base: null, now: { ...WORK, mediaType: 'VIDEO' } }),
    ],
    [
      'has people beside the picture',
      JSON.stringify({ version: 1, base: null, now: { ...WORK, userTags: [{ username: 'a', x: 2, y: 0 }] } }),
    ],
    [
      'has options of another shape',
      JSON.stringify({ version: 1, base: null, now: { ...WORK, options: { altTexts: 'a ship' } } }),
    ],
    ['has a time that is none', JSON.stringify({ version: 1, base: null, now: { ...WORK, when: 'soon' } })],
    ['began from nothing readable', JSON.stringify({ version: 1, base: {}, now: WORK })],
    ['is a list', '[]'],
  ])('is dropped when it %s', (_, text) => {
    expect(parseWork(text)).toBeNull()
  })
})

describe('unsaved work on a stored post', () => {
  const ACCOUNT = { id: 'account', loginMethod: 'platform' } as const
  const draft = (caption: string): PostBody =>
    ({
      id: 'post',
      status: 'DRAFT',
      platformAccountId: 'account',
      mediaType: 'IMAGE',
      mediaFiles: [],
      caption,
      userTags: null,
      storyMentions: null,
      collaborators: null,
      locationId: null,
      locationName: null,
      crossPostToPartner: false,
    }) as unknown as PostBody
  const base = compositionOf(draft('As it was'))
  const mine = { ...base, caption: 'Mine' }
  const stored = compositionOf(draft('Mine'))

  it('is what was typed since it was sent, from the stored post on', () => {
    const typed = { ...mine, caption: 'Mine, and more' }
    expect(workAfterSaving(typed, mine, draft('Mine'))).toEqual({ base: stored, now: typed })
    expect(workAfterSaving(mine, mine, draft('Mine'))).toBeNull()
  })

  it('keeps the time of a draft, which is not stored', () => {
    const timed = { ...mine, when: WORK.when }
    expect(workAfterSaving(timed, timed, draft('Mine'))).toEqual({ base: stored, now: timed })
  })

  it('is all that was typed until a scheduled post was a draft again, with its time', () => {
    const shown = { ...mine, when: WORK.when }
    const typed = { ...shown, caption: 'Mine, and more' }
    expect(workAfterUnscheduling(typed, shown, draft('Mine'))).toEqual({ base: stored, now: typed })
    expect(workAfterUnscheduling(undefined, shown, draft('Mine'))).toEqual({ base: stored, now: shown })
  })

  it('is ahead of the post with other words, and of a scheduled one with another time', () => {
    const ahead = (post: PostBody, now: Composition) => isAheadOf(post, { base: stored, now }, [])
    expect(ahead(draft('Mine'), { ...stored, caption: 'Better' })).toBe(true)
    expect(ahead(draft('Mine'), { ...stored, when: WORK.when })).toBe(false)
    const scheduled = { ...draft('Mine'), status: 'SCHEDULED', scheduledFor: '2026-11-25T09:00:00.000Z' }
    const planned = { ...scheduled, timezone: 'Europe/Berlin' } as PostBody
    expect(ahead(planned, compositionOf(planned))).toBe(false)
    const later = { wall: '2026-11-25T11:00', timeZone: 'Europe/Berlin', choice: null }
    expect(ahead(planned, { ...compositionOf(planned), when: later })).toBe(true)
  })

  it('is ahead of the post, too, with a file on its way to it, whether or not something was typed', () => {
    const upload = { state: 'sending' }
    expect(isAheadOf(draft('Mine'), null, [])).toBe(false)
    expect(isAheadOf(draft('Mine'), null, [upload])).toBe(true)
    expect(isAheadOf(draft('Mine'), { base: stored, now: stored }, [upload])).toBe(true)
  })

  it('knows a change by others from its own, whose answer was lost', () => {
    const isChanged = (now: Composition, sent?: Composition) =>
      isChangedElsewhere(stored, { base, now }, sent, ACCOUNT)
    const blank = { ...mine, locationName: ' ', collaborators: [], spareIds: ['a'] }
    expect(isChanged(blank)).toBe(false)
    expect(isChanged({ ...mine, caption: 'Typed since' }, mine)).toBe(false)
    expect(isChanged({ ...mine, when: WORK.when })).toBe(false)
    expect(isChanged({ ...mine, caption: 'Something else' })).toBe(true)
    expect(isChanged({ ...mine, accountId: 'another' })).toBe(true)
  })

  it('lacks only a time where nothing else was changed', () => {
    expect(lacksOnlyTime({ base, now: { ...base, when: WORK.when } })).toBe(true)
    expect(lacksOnlyTime({ base, now: { ...mine, when: WORK.when } })).toBe(false)
    expect(lacksOnlyTime({ base: null, now: base })).toBe(false)
  })

  it('goes on with the time to which the post was moved elsewhere, unless it has one of its own', () => {
    const planned = { ...base, when: WORK.when }
    const moved = { ...base, when: { wall: '2026-11-27T10:00', timeZone: 'Europe/Berlin', choice: null } }
    const chosen = { ...mine, when: { ...moved.when, wall: '2026-11-28T10:00' } } as const
    const keptFrom = (one: Composition, now: Composition, stored: Composition) =>
      keepWork({ base: one, now }, stored).now
    expect(keptFrom(planned, { ...mine, when: planned.when }, moved)).toEqual({ ...mine, when: moved.when })
    expect(keptFrom(base, mine, moved)).toEqual({ ...mine, when: moved.when })
    expect(keptFrom(planned, chosen, moved)).toEqual(chosen)
    expect(keptFrom(planned, { ...mine, when: planned.when }, base).when).toEqual(planned.when)
    expect(keepWork({ base: planned, now: mine }, moved).base).toEqual(moved)
  })
})

describe('the draft storage', () => {
  it('finds unsaved work again after a reload, each post its own', () => {
    const storage = new MemoryStorage()
    createDraftStorage(storage).put('new', { base: null, now: WORK })
    const reloaded = createDraftStorage(storage)
    expect(reloaded.get('new')).toEqual({ base: null, now: WORK, requestKey: expect.any(String) })
    expect(reloaded.get('another')).toBeNull()
  })

  it('goes on from what another tab has written, and from nothing once that has sent it', () => {
    const storage = new MemoryStorage()
    const [here, there] = [createDraftStorage(storage), createDraftStorage(storage)]
    expect(here.get('new')).toBeNull()
    there.put('new', { base: null, now: WORK })
    expect(here.get('new')?.now).toEqual(WORK)
    here.put('new', { base: null, now: { ...WORK, caption: 'A whole thought' } })
    expect(there.get('new')?.now.caption).toBe('A whole thought')
    there.clear('new')
    expect(here.get('new')).toBeNull()
  })

  it('gives a post the key of its request, the same in every tab, until it is sent or its key was used', () => {
    const storage = new MemoryStorage()
    const [here, there] = [createDraftStorage(storage), createDraftStorage(storage)]
    const keys = new Set<string | undefined>()
    here.put('new', { base: null, now: WORK })
    const first = here.get('new')?.requestKey
    there.put('new', { base: null, now: { ...WORK, caption: 'Other words' } })
    expect([here, there].map((tab) => tab.get('new')?.requestKey)).toEqual([first, first])
    keys.add(first)
    here.renewRequestKey('new')
    keys.add(there.get('new')?.requestKey)
    here.clear('new')
    here.put('new', { base: null, now: WORK })
    keys.add(there.get('new')?.requestKey)
    expect(keys.size).toBe(3)
    expect(keys).not.toContain(undefined)
  })

  it('returns the same object until it is changed, and notifies of changes', () => {
    const drafts = createDraftStorage(new MemoryStorage())
    drafts.put('new', { base: null, now: WORK })
    expect(drafts.get('new')).toBe(drafts.get('new'))
    let notified = 0
    const end = drafts.subscribe(() => (notified += 1))
    drafts.clear('new')
    end()
    drafts.put('new', { base: null, now: WORK })
    expect(notified).toBe(1)
  })

  it('loses neither the new post that is brought back nor what was begun in its place', () => {
    const drafts = createDraftStorage(new MemoryStorage())
    const [refused, chosen] = [
      { base: null, now: WORK },
      { base: null, now: { ...WORK, caption: '' } },
    ]
    drafts.put('new', chosen)
    drafts.restoreNew(refused)
    expect(drafts.get('new')).toMatchObject(refused)
    drafts.clear('new')
    drafts.beginNext()
    expect(drafts.get('new')).toEqual({ ...chosen, requestKey: expect.any(String) })
    drafts.clear('new')
    drafts.beginNext()
    expect(drafts.get('new')).toBeNull()
  })

  it('brings back one new post after another, and then begins what waits in the order in which it was typed last', () => {
    const drafts = createDraftStorage(new MemoryStorage())
    const typed = (caption: string) => ({ base: null, now: { ...WORK, caption } })
    drafts.put('new', typed('begun'))
    drafts.restoreNew(typed('of the first deleted draft'))
    drafts.restoreNew(typed('of the second'))
    const begun: (string | undefined)[] = []
    for (let left = 4; left > 0; left -= 1) {
      begun.push(drafts.get('new')?.now.caption)
      drafts.clear('new')
      drafts.beginNext()
    }
    expect(begun).toEqual(['of the second', 'of the first deleted draft', 'begun', undefined])
  })

  it('gives a new post that is brought back a key of its request, so that it is not made twice', () => {
    const drafts = createDraftStorage(new MemoryStorage())
    drafts.restoreNew({ base: null, now: WORK })
    expect(drafts.get('new')?.requestKey).toEqual(expect.any(String))
  })

  it('removes unsaved work that cannot be read', () => {
    const storage = new MemoryStorage()
    createDraftStorage(storage).put('new', { base: null, now: WORK })
    for (const key of storage.entries.keys()) storage.entries.set(key, 'nonsense')
    expect(createDraftStorage(storage).get('new')).toBeNull()
    expect(storage.entries.size).toBe(0)
  })

  it('keeps unsaved work in memory when the browser has no room', () => {
    const storage = new MemoryStorage()
    storage.isFull = true
    const drafts = createDraftStorage(storage)
    drafts.put('new', { base: null, now: WORK })
    expect(drafts.get('new')?.now).toEqual(WORK)
  })

  it('tells what would be lost with the page, until the browser keeps it or it is sent', () => {
    const storage = new MemoryStorage()
    const lost = new Map<string, boolean>()
    const drafts = createDraftStorage(storage, '', (key, isUnkept) => lost.set(key, isUnkept))
    const work = { base: null, now: WORK }
    const isKept = () => ['a', 'b', 'c'].map(drafts.isKept)
    drafts.put('a', work)
    storage.isFull = true
    drafts.put('a', { ...work, now: { ...WORK, caption: 'A whole thought' } })
    drafts.put('b', work)
    expect(isKept()).toEqual([false, false, true])
    expect([...lost.values()]).toEqual([true, true])
    drafts.clear('a')
    storage.isFull = false
    drafts.put('b', work)
    expect(isKept()).toEqual([true, true, true])
    expect([...lost.values()]).toEqual([false, false])
  })
})
