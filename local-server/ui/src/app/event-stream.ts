// The stream of events, as the page hears it: that something has changed, and whether it would hear it.
import type { EventType } from '../../../../core/ports/event-store.ts'

/** What is used of the browser's EventSource. */
export type Source = EventTarget & Pick<EventSource, 'close' | 'readyState'>

/** All of them: a browser tells of those alone that it was asked for by name. */
const TYPES: Readonly<Record<EventType | 'open' | 'reset', true>> = {
  open: true,
  reset: true,
  'post.created': true,
  'post.changed': true,
  'post.deleted': true,
  'media.created': true,
  'media.changed': true,
  'media.deleted': true,
  'account.connected': true,
  'account.changed': true,
  'account.disconnected': true,
  'worker.changed': true,
  'attention.added': true,
  'attention.removed': true,
}

/** A browser connects again when the stream breaks off, but not when the server refuses it. */
const AFTER_REFUSAL_MS = 15_000
const CLOSED = 2

/**
 * Calls `onNews` with whether the stream is open: when that changes, and at each event. Whatever happened while it was not open
 * has to be looked for. Returns how to stop.
 */
export function hearEvents(connect: () => Source, onNews: (isOpen: boolean) => void): () => void {
  let retry: ReturnType<typeof setTimeout> | undefined
  let source = open()

  function open(): Source {
    const opened = connect()
    for (const type of Object.keys(TYPES)) opened.addEventListener(type, () => onNews(true))
    opened.addEventListener('error', () => {
      onNews(false)
      if (opened.readyState !== CLOSED) return
      retry = setTimeout(() => {
        source = open()
      }, AFTER_REFUSAL_MS)
    })
    return opened
  }

  return () => {
    clearTimeout(retry)
    source.close()
  }
}

/** Does it at once, and at most once in `everyMs`: what comes meanwhile is done together, afterwards. */
export function atMostOnceIn(everyMs: number, work: () => Promise<unknown>): () => void {
  let isBusy = false
  let isWanted = false
  async function run(): Promise<void> {
    isBusy = true
    while (isWanted) {
      isWanted = false
      await work()
      await new Promise((resolve) => setTimeout(resolve, everyMs))
    }
    isBusy = false
  }
  return () => {
    isWanted = true
    if (!isBusy) void run()
  }
}
