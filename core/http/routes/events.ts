import { stream } from 'hono/streaming'
import { listenToEvents } from '../../api/events.ts'
import { eventBody, type Events, type FeedItem } from '../../features/events/events.ts'
import type { System } from '../../ports/system.ts'
import { openApiRoutes } from '../validated-routes.ts'

export function eventRoutes(events: Events, { revision }: Pick<System, 'revision'>) {
  return openApiRoutes().openapi(listenToEvents, async (c) => {
    c.header('Content-Type', 'text/event-stream')
    // nginx would keep events back until it has some kilobytes of them.
    c.header('X-Accel-Buffering', 'no')
    // A draining server would wait for a connection that became idle.
    c.header('Connection', 'close')
    // Nobody would read the stream to its end.
    if (c.req.method === 'HEAD') return c.body(null, 200)
    const after = c.req.valid('header')['last-event-id'] ?? c.req.valid('query').since ?? null
    const leaving = new AbortController()
    const { caller, isStillLoggedIn } = c.var
    // The page has no other way to hear that the server is there, and learns so whether anything without an event was written.
    const beat = () =>
      caller.kind === 'key' ? ': still here\n\n' : `event: revision\ndata: ${revision().data}\n\n`
    const feed = await events.listen(caller.kind === 'key' ? caller.keyId : null, after, leaving.signal)
    return stream(c, async (output) => {
      output.onAbort(() => leaving.abort())
      for await (const item of feed) {
        if (output.aborted || (item.kind === 'beat' && !(await isStillLoggedIn()))) break
        await output.write(item.kind === 'beat' ? beat() : textOf(item))
      }
    })
  })
}

/** Writes an item as a server-sent event. An id without data moves the reader's position without being an event. */
function textOf(item: Exclude<FeedItem, { readonly kind: 'beat' }>): string {
  switch (item.kind) {
    case 'position':
      return `id: ${item.id}\n\n`
    case 'reset':
      return `id: ${item.id}\nevent: reset\ndata: {}\n\n`
    case 'event':
      return `id: ${item.event.id}\nevent: ${item.event.type}\ndata: ${JSON.stringify(eventBody(item.event))}\n\n`
  }
}
