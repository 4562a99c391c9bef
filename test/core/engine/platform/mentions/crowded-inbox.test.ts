// Scans of an inbox in which more conversations have changed than one scan reads.
import { beforeEach, describe, expect, it } from 'vitest'
import { createOfficialSource } from '../../../../../core/engine/platform/mentions/official-source.ts'
import type { MentionScan } from '../../../../../core/ports/reposts/mention-source.ts'
import { DAY, HOUR, MINUTE, SECOND, toIso, type Instant } from '../../../../../core/time.ts'
import { createManualClock, type ManualClock } from '../../../../fakes/manual-clock.ts'
import { BY_PLATFORM } from './mailbox.ts'

interface FakeThread {
  readonly id: string
  /** Null: the platform does not tell. */
  readonly changedAt: Instant | null
  /** Its place in the list stays empty, as of people without a role in an app that is not live. */
  readonly isHidden?: boolean
}

const ME = { id: BY_PLATFORM.igUserId, username: 'harbour.bakery' }
const PAGE = 50

let clock: ManualClock
let threads: FakeThread[]
/** How many calls a scan may make. */
let mostCalls: number
let memory: string | null

beforeEach(() => {
  clock = createManualClock()
  threads = []
  mostCalls = 1000
  memory = null
})

/** Conversations that change one second after the other, each with a mention of that time. */
function change(count: number, from: Instant | null, isHidden = false): void {
  for (let n = 0; n < count; n += 1)
    threads.push({ id: `t${threads.length}`, changedAt: from === null ? null : from + n * SECOND, isHidden })
}

function list(after: string | null): object {
  const sorted = threads.toSorted((one, other) => (other.changedAt ?? 0) - (one.changedAt ?? 0))
  const begin = Number(after ?? 0)
  const shown = sorted.slice(begin, begin + PAGE).filter(({ isHidden }) => isHidden !== true)
  const data = shown.map(({ id, changedAt }) => ({
    id,
    ...(changedAt !== null && { updated_time: toIso(changedAt) }),
  }))
  const end = begin + PAGE
  return { data, paging: end < sorted.length ? { next: 'more', cursors: { after: String(end) } } : {} }
}

function read({ id, changedAt }: FakeThread): object {
  const from = { id: `9${id.slice(1)}`, username: `fan.${id}` }
  const story = { mention: { id: `5${id.slice(1)}`, link: 'https://lookaside.fbsbx.com/x' } }
  const created_time = toIso(changedAt ?? clock.now() - HOUR)
  const message = { id: `m${id}`, created_time, from, to: { data: [ME] }, story }
  return { id, participants: { data: [ME, from] }, messages: { data: [message] } }
}

const source = createOfficialSource({
  fetch: async (input, init) => {
    const { pathname, searchParams } = new URL(new Request(input, init).url)
    const node = pathname.split('/').at(-1)
    const thread = threads.find(({ id }) => id === node)
    return Response.json(thread ? read(thread) : list(searchParams.get('after')))
  },
  fetchMedia: () => expect.unreachable(),
  graphUrl: () => 'https://graph.instagram.com',
  accessTo: async () => BY_PLATFORM,
  pause: async () => {},
})

/** Remembers as an account does. Returns the threads in which a mention was found. */
async function scan(): Promise<MentionScan & { readonly found: readonly string[] }> {
  let calls = 0
  const mayCall = async () => (calls += 1) <= mostCalls
  const now = clock.now()
  const done = await source.scan({ accountId: 'harbour', now, memory, isKnown: () => false, mayCall })
  memory = done.memory
  return { ...done, found: done.mentions.map(({ threadId }) => threadId) }
}

/** Scans every five minutes as long as something is left. */
async function scanToTheEnd(): Promise<{ readonly found: Set<string>; readonly last: MentionScan }> {
  const found = new Set<string>()
  for (let n = 0; n < 30; n += 1) {
    const last = await scan()
    for (const id of last.found) found.add(id)
    if (last.hasMore !== true) return { found, last }
    clock.advance(5 * MINUTE)
  }
  return expect.unreachable('something is always left')
}

describe('a scan of more conversations than it can read', () => {
  it('reads those first whose stories end first, and says that more is left', async () => {
    change(35, clock.now() - 2 * HOUR)
    const first = await scan()
    expect(first.found).toEqual(threads.slice(0, 30).map(({ id }) => id))
    expect(first).toMatchObject({ hasMore: true, hasMissed: false, stop: null })
    clock.advance(5 * MINUTE)
    const second = await scan()
    expect(second.found).toEqual(threads.slice(30).map(({ id }) => id))
    expect(second).toMatchObject({ hasMore: false, hasMissed: false })
  })

  it('goes on behind a page on which none is shown', async () => {
    change(1, clock.now() - 2 * HOUR)
    change(2 * PAGE, clock.now() - HOUR, true)
    expect(await scan()).toMatchObject({ found: ['t0'], hasMore: false, hasMissed: false })
  })

  it('is continued when no call was left for it', async () => {
    change(3, clock.now() - 2 * HOUR)
    mostCalls = 0
    expect(await scan()).toMatchObject({ mentions: [], hasMore: true, stop: null })
    mostCalls = 2
    expect(await scan()).toMatchObject({ hasMore: true, hasMissed: false })
    mostCalls = 1000
    expect(await scan()).toMatchObject({ hasMore: false, hasMissed: false })
  })

  it('finds the oldest mention although new conversations change all the time', async () => {
    change(1, clock.now() - HOUR)
    change(30, clock.now() - HOUR / 2)
    const found = [...(await scan()).found]
    for (let n = 0; n < 5; n += 1) {
      clock.advance(5 * MINUTE)
      change(20, clock.now() - 3 * MINUTE)
      found.push(...(await scan()).found)
    }
    expect(found.slice(0, 131)).toEqual(threads.slice(0, 131).map(({ id }) => id))
  })

  it('reads hundreds to the end, however few of them it remembers', async () => {
    change(450, clock.now() - 2 * HOUR)
    const { found, last } = await scanToTheEnd()
    expect(found.size).toBe(450)
    expect(last.hasMissed).toBe(false)
    clock.advance(HOUR)
    expect(await scan()).toMatchObject({ mentions: [], hasMore: false, hasMissed: false })
  })

  it('says for a day that it missed what lies behind the longest list', async () => {
    change(560, clock.now() - 2 * HOUR)
    const { found, last } = await scanToTheEnd()
    expect(found.size).toBe(500)
    expect(last.hasMissed).toBe(true)
    clock.advance(DAY)
    expect(await scan()).toMatchObject({ hasMore: false, hasMissed: false })
  })

  it('says that it missed what was left until its stories had ended', async () => {
    change(31, clock.now() - 2 * HOUR)
    await scan()
    clock.advance(DAY)
    expect(await scan()).toMatchObject({ mentions: [], hasMore: false, hasMissed: true })
  })

  it('says no longer that it missed something once a clock that was years ahead is right', async () => {
    change(31, clock.now() - 2 * HOUR)
    await scan()
    clock.jump(900 * DAY)
    expect(await scan()).toMatchObject({ hasMissed: true })
    clock.jump(-900 * DAY)
    const { found, last } = await scanToTheEnd()
    expect(found.size).toBe(31)
    expect(last.hasMissed).toBe(false)
  })

  it('says that it missed conversations without a time when there are too many of them', async () => {
    change(5, clock.now() - 2 * HOUR)
    change(31, null)
    expect(await scan()).toMatchObject({ hasMore: false, hasMissed: true })
  })
})
