import { QueryObserver, type QueryClient } from '@tanstack/react-query'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { DataRevision } from '../../../core/ports/system.ts'
import {
  atMostOnceIn,
  followEvents,
  followRevision,
  hearEvents,
  type EventStream,
} from '../../../local-server/ui/src/app/changes.ts'
import { createQueryClient } from '../../../local-server/ui/src/app/query-client.ts'
import { keyedQuery, keys, type Key } from '../../../local-server/ui/src/query-keys.ts'
import { sendDeletion } from '../../../local-server/ui/src/shared/deletions.ts'

interface Question {
  answer(text: string): Promise<void>
}

const settled = () => new Promise<void>((resolve) => setTimeout(resolve))

/** A screen that shows what is kept under a key, at a server that answers when the test says so. */
function aScreen(client: QueryClient, queryKey: Key<unknown>) {
  const questions: Question[] = []
  const queryFn = () =>
    new Promise<string>((resolve) =>
      questions.push({
        answer(text) {
          resolve(text)
          return settled()
        },
      }),
    )
  const observer = new QueryObserver<string>(client, { queryKey, queryFn })
  const leave = observer.subscribe(() => {})
  return { questions, leave, shown: () => client.getQueryData(queryKey) }
}

const aClient = () => createQueryClient()

describe('an answer that was asked for before a change', () => {
  it('does not show an answer from before a change as one after it, also when it is the first', async () => {
    const client = aClient()
    const { questions, shown } = aScreen(client, keys.lastOutcome)
    const read = client.invalidateQueries({ queryKey: keys.lastOutcome })
    expect(questions).toHaveLength(2)
    await questions[0]?.answer('before')
    await questions[1]?.answer('after')
    await read
    expect(shown()).toBe('after')
  })

  it('does not take an answer from before a change for fresh on the next screen', async () => {
    const client = aClient()
    const first = aScreen(client, keys.lastOutcome)
    first.leave()
    await client.invalidateQueries({ queryKey: keys.lastOutcome })
    await first.questions[0]?.answer('before')
    const second = aScreen(client, keys.lastOutcome)
    await second.questions[0]?.answer('after')
    expect(second.shown()).toBe('after')
  })
})

describe('an answer that is waited for without a screen', () => {
  it('is asked for again when a change comes before it, and is none from before the change', async () => {
    const client = aClient()
    const answers: ((text: string) => void)[] = []
    const queryFn = () => new Promise<string>((resolve) => answers.push(resolve))
    const asked = client.fetchQuery(keyedQuery(keys.post('a') as Key<unknown>, { queryFn }))
    await client.invalidateQueries({ queryKey: keys.post('a') })
    answers[0]?.('before')
    await settled()
    answers[1]?.('after')
    expect(await asked).toBe('after')
  })
})

describe('following changes', () => {
  async function follow(client: QueryClient, revision: DataRevision) {
    client.setQueryData(keys.changes, await followRevision(client, revision))
  }

  it('refetches what is on the screen when the server has written something, and only then', async () => {
    const client = aClient()
    const { questions } = aScreen(client, keys.post('a'))
    await questions[0]?.answer('QUEUED')
    await follow(client, { start: 's', data: 1 })
    await follow(client, { start: 's', data: 1 })
    expect(questions).toHaveLength(1)
    const following = follow(client, { start: 's', data: 2 })
    await settled()
    await questions[1]?.answer('PUBLISHED')
    await following
    expect(questions).toHaveLength(2)
  })

  it.each([
    ['notes of days', keys.dayNotes],
    ['saved texts', keys.savedTexts],
    ['the progress in the guide', keys.guide],
    ['a file', keys.mediaFile('a')],
  ] as const)('refetches %s, which another device may have written', async (_what, key) => {
    const client = aClient()
    const { questions } = aScreen(client, key as Key<unknown>)
    await questions[0]?.answer('before')
    await follow(client, { start: 's', data: 1 })
    void follow(client, { start: 's', data: 2 })
    await settled()
    expect(questions).toHaveLength(2)
  })

  it('does not refetch what is not in the server’s database', async () => {
    const client = aClient()
    const { questions } = aScreen(client, keys.diagnostics)
    await questions[0]?.answer('fine')
    await follow(client, { start: 's', data: 1 })
    await follow(client, { start: 's', data: 2 })
    expect(questions).toHaveLength(1)
  })

  it('refetches everything when the server was restarted', async () => {
    const client = aClient()
    const { questions } = aScreen(client, keys.system)
    await questions[0]?.answer('this version')
    await follow(client, { start: 'one', data: 1 })
    await follow(client, { start: 'another', data: 1 })
    expect(questions).toHaveLength(2)
  })

  it('asks again for what was deleted here when the server was restarted: its folder may have been put back', async () => {
    const client = aClient()
    await sendDeletion(client, 'a', async () => {})
    const ask = vi.fn(async () => 'there')
    const read = () =>
      client.fetchQuery(keyedQuery(keys.post('a') as Key<unknown>, { queryFn: ask, staleTime: 0 }))
    await follow(client, { start: 'one', data: 2 })
    await expect(read()).rejects.toThrow('Not found.')
    await follow(client, { start: 'another', data: 1 })
    expect(await read()).toBe('there')
  })
})

describe('following events', () => {
  const heardOf = (type: string, postId: string | null) => ({ type, data: JSON.stringify({ type, postId }) })

  /** How often each of these was asked for again once the events were heard. */
  async function askedAgain(shown: readonly Key<unknown>[], ...events: Parameters<typeof followEvents>[1]) {
    const client = aClient()
    client.setQueryData(keys.changes, { start: 's', data: 1 })
    const screens = shown.map((key) => aScreen(client, key))
    for (const { questions } of screens) await questions[0]?.answer('before')
    void followEvents(client, events)
    await settled()
    return screens.map(({ questions }) => questions.length - 1)
  }

  it('reads a post and its attempts again after an event about it, and no other post', async () => {
    const shown = [keys.post('a'), keys.attempts('a'), keys.post('b'), keys.attempts('b')]
    expect(await askedAgain(shown, heardOf('post.changed', 'a'))).toEqual([1, 1, 0, 0])
    expect(await askedAgain(shown, heardOf('worker.changed', 'b'))).toEqual([0, 0, 1, 1])
    expect(await askedAgain(shown, heardOf('post.changed', 'a'), heardOf('post.deleted', 'b'))).toEqual([
      1, 1, 1, 1,
    ])
  })

  it('reads a file again after an event about it, and no other file', async () => {
    const shown = [keys.mediaFile('a'), keys.mediaFile('b')]
    const changed = { type: 'media.changed', data: JSON.stringify({ postId: null, mediaFileId: 'a' }) }
    expect(await askedAgain(shown, changed)).toEqual([1, 0])
    expect(await askedAgain(shown, heardOf('post.changed', 'a'))).toEqual([0, 0])
  })

  it('reads the slots of an account again after an event about a post of it, and of no other account', async () => {
    const shown = [keys.slots('a'), keys.accountTimes('a'), keys.slots('b'), keys.accountTimes('b')]
    const ofPost = { type: 'post.changed', data: JSON.stringify({ postId: 'one', accountId: 'a' }) }
    const ofFile = { type: 'media.created', data: JSON.stringify({ mediaFileId: 'one', accountId: null }) }
    expect(await askedAgain(shown, ofPost)).toEqual([1, 1, 0, 0])
    expect(await askedAgain(shown, ofFile)).toEqual([0, 0, 0, 0])
    expect(await askedAgain(shown, { type: 'reset', data: '{}' })).toEqual([1, 1, 1, 1])
  })

  it('reads lists of posts again after an event about any post, and the accounts not', async () => {
    const shown = [keys.drafts([]), keys.calendar(1, 2), keys.attention, keys.accounts]
    expect(await askedAgain(shown, heardOf('post.created', 'new'))).toEqual([1, 1, 1, 0])
  })

  it('reads numbers again after their own event and when events are gone, not after each change', async () => {
    const shown = [keys.bestTimes('a')]
    expect(await askedAgain(shown, heardOf('insights.updated', 'a post'))).toEqual([1])
    expect(await askedAgain(shown, { type: 'reset' })).toEqual([1])
    expect(await askedAgain(shown, { type: 'revision', data: '2' })).toEqual([0])
  })

  it('reads numbers again when their event comes in the same second in which the stream begins', async () => {
    const shown = [keys.bestTimes('a')]
    expect(await askedAgain(shown, { type: 'open' }, heardOf('insights.updated', 'a post'))).toEqual([1])
  })

  it.each([
    ['a file', 'media.changed', [1, 1, 0, 0, 0]],
    ['an account', 'account.changed', [1, 0, 1, 1, 0]],
    ['what needs a person', 'attention.added', [0, 0, 0, 0, 1]],
  ])('reads again after an event about %s what it concerns', async (_what, type, expected) => {
    const shown = [keys.post('a'), keys.newestMedia, keys.accounts, keys.permissions, keys.queueState]
    expect(await askedAgain(shown, heardOf(type, null))).toEqual(expected)
  })

  it('reads all that is in the database again when events are gone, and when a number says that more was written', async () => {
    const shown = [
      keys.post('a'),
      keys.apiKeys,
      keys.repostHistory('x'),
      keys.mediaFile('a'),
      keys.diagnostics,
    ]
    expect(await askedAgain(shown, { type: 'reset', data: '{}' })).toEqual([1, 1, 1, 1, 0])
    expect(await askedAgain(shown, { type: 'revision', data: '2' })).toEqual([1, 1, 1, 1, 0])
    expect(await askedAgain(shown, { type: 'revision', data: '1' })).toEqual([0, 0, 0, 0, 0])
  })

  it('asks for the number when the stream has begun or ended, and at no event', async () => {
    const client = aClient()
    client.setQueryData(keys.changes, { start: 's', data: 1 })
    const { questions } = aScreen(client, keys.changes)
    await followEvents(client, [heardOf('post.changed', 'a'), { type: 'revision', data: '1' }])
    expect(questions).toHaveLength(0)
    void followEvents(client, [{ type: 'open' }])
    expect(questions).toHaveLength(1)
    void followEvents(client, [{ type: 'error' }])
    expect(questions).toHaveLength(2)
  })
})

describe('hearing events', () => {
  afterEach(() => void vi.useRealTimers())

  /** A stream that does what the test says. */
  class FakeSource extends EventTarget {
    readyState = 0
    close = () => void (this.readyState = 2)
    says(type: string, readyState = 1) {
      this.readyState = readyState
      this.dispatchEvent(new Event(type))
    }
  }

  function hear() {
    vi.useFakeTimers()
    const sources: FakeSource[] = []
    const heard: string[] = []
    const connect = (): EventStream => {
      const source = new FakeSource()
      sources.push(source)
      return source
    }
    const stop = hearEvents(connect, ({ type }) => heard.push(type))
    return { sources, heard, stop }
  }

  it('brings the opening, each event, the number of writes and the end', () => {
    const { sources, heard } = hear()
    const said = ['open', 'post.changed', 'media.created', 'reset', 'revision', 'error', 'open']
    for (const type of said) sources[0]?.says(type, type === 'error' ? 0 : 1)
    expect(heard).toEqual(said)
    expect(sources).toHaveLength(1)
  })

  it('begins again some time after the server has refused it, which a browser does not', () => {
    const { sources, heard } = hear()
    sources[0]?.says('error', 2)
    vi.advanceTimersByTime(14_999)
    expect(sources).toHaveLength(1)
    vi.advanceTimersByTime(1)
    sources[1]?.says('open')
    expect([sources.length, heard]).toEqual([2, ['error', 'open']])
  })

  it('ends with the tab, also while it waits to begin again', () => {
    const { sources, stop } = hear()
    stop()
    expect(sources[0]?.readyState).toBe(2)
    const waiting = hear()
    waiting.sources[0]?.says('error', 2)
    waiting.stop()
    vi.advanceTimersByTime(60_000)
    expect(waiting.sources).toHaveLength(1)
  })

  it('leads to one question at once, and to one more for all events of the next second', async () => {
    vi.useFakeTimers()
    const asked: number[] = []
    const start = Date.now()
    const ask = atMostOnceIn(1_000, async () => asked.push(Date.now() - start))
    ask()
    expect(asked).toEqual([0])
    await vi.advanceTimersByTimeAsync(300)
    for (let events = 0; events < 50; events += 1) ask()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(asked).toEqual([0, 1_000])
    ask()
    expect(asked).toHaveLength(3)
  })
})
