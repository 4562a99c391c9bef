import { QueryObserver, type QueryClient } from '@tanstack/react-query'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { DataRevision } from '../../../core/ports/system.ts'
import {
  askAgainAfterMs,
  atMostOnceIn,
  followChanges,
  hearEvents,
  type EventStream,
} from '../../../local-server/ui/src/app/changes.ts'
import { createServerConnection } from '../../../local-server/ui/src/app/server-connection.ts'
import { createQueryClient } from '../../../local-server/ui/src/app/query-client.ts'
import { keys, type Key } from '../../../local-server/ui/src/query-keys.ts'

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

const aClient = () => createQueryClient(createServerConnection())

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

describe('following changes', () => {
  afterEach(() => void vi.useRealTimers())

  async function follow(client: QueryClient, revision: DataRevision) {
    client.setQueryData(keys.changes, await followChanges(client, async () => revision))
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

  it('asks every second while something happens, and every five seconds while nothing does', () => {
    const pauses = [0, 3_000, 8_000, 20_000, 3_600_000].map(askAgainAfterMs)
    expect(pauses).toEqual([1_000, 1_000, 2_000, 5_000, 5_000])
  })

  it('remembers when the server has last written something', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const client = aClient()
    const changedAt = async (now: number, revision: DataRevision) => {
      vi.setSystemTime(now)
      await follow(client, revision)
      return client.getQueryData(keys.changes)?.changedAt
    }
    expect(await changedAt(10, { start: 's', data: 1 })).toBe(10)
    expect(await changedAt(20, { start: 's', data: 1 })).toBe(10)
    expect(await changedAt(30, { start: 's', data: 2 })).toBe(30)
    expect(await changedAt(40, { start: 't', data: 2 })).toBe(40)
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
    const news: boolean[] = []
    const connect = (): EventStream => {
      const source = new FakeSource()
      sources.push(source)
      return source
    }
    const stop = hearEvents(connect, (isOpen) => news.push(isOpen))
    return { sources, news, stop }
  }

  it('tells of the opening, of each event and of the end', () => {
    const { sources, news } = hear()
    for (const type of ['open', 'post.changed', 'media.created', 'reset']) sources[0]?.says(type)
    sources[0]?.says('error', 0)
    sources[0]?.says('open')
    expect(news).toEqual([true, true, true, true, false, true])
    expect(sources).toHaveLength(1)
  })

  it('begins again some time after the server has refused it, which a browser does not', () => {
    const { sources, news } = hear()
    sources[0]?.says('error', 2)
    vi.advanceTimersByTime(14_999)
    expect(sources).toHaveLength(1)
    vi.advanceTimersByTime(1)
    sources[1]?.says('open')
    expect([sources.length, news]).toEqual([2, [false, true]])
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
