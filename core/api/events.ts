import { createRoute, z } from '@hono/zod-openapi'
import { EVENT_TYPES } from '../ports/event-store.ts'
import { BEARER_OR_COOKIE } from './access.ts'
import { DateTime, openList, Uuid } from './primitives.ts'
import { BEHIND_LOGIN, refusals } from './refusals.ts'

const Event = z
  .object({
    id: z.string().openapi({ description: 'Rises with each event', example: '42' }),
    type: z
      .enum(EVENT_TYPES)
      .openapi(
        openList(
          EVENT_TYPES,
          '`worker.changed`: a post is on its way to the Worker, there, or no longer there.',
        ),
      ),
    at: DateTime,
    postId: Uuid.nullable(),
    accountId: Uuid.nullable(),
    mediaFileId: Uuid.nullable(),
    state: z.string().nullable().openapi({
      description:
        'The status of the post, the phase of its hand-over to the Worker, or the code of what needs a person, as the event was written',
    }),
  })
  .openapi('Event')
export type EventBody = z.infer<typeof Event>

/** An id of an event; none has more digits. */
const EventId = z
  .string()
  .regex(/^\d{1,15}$/, 'must be an id')
  .transform(Number)
  .openapi({ type: 'string', pattern: '^\\d{1,15}$', example: '42' })

export const listenToEvents = createRoute({
  operationId: 'listenToEvents',
  tags: ['Events'],
  summary: 'Listen to what changes',
  description: [
    'A stream of server-sent events that does not end. The name of each is its `type`, its data an `Event` as JSON on one line. Events say what has changed; read the rest from its own route.',
    'After an interruption send the last id as `Last-Event-ID` (browsers do), or as `since`: what happened meanwhile follows. None is left out, also over a restart.',
    'Events are kept for seven days, at most 10,000. An event named `reset` says that older ones are gone: read everything again. Every 15 seconds comes a comment line. A key can have 25 streams at a time.',
  ].join('\n\n'),
  method: 'get',
  path: '/events',
  security: BEARER_OR_COOKIE,
  request: {
    headers: z.object({ 'last-event-id': EventId.optional() }),
    query: z.object({ since: EventId.optional() }),
  },
  responses: {
    200: { description: 'The stream', content: { 'text/event-stream': { schema: Event } } },
    ...refusals(...BEHIND_LOGIN),
  },
})
