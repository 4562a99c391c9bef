import { MEDIA_TYPES } from '../rules/publication/post-words.ts'
import { createRoute, z } from '@hono/zod-openapi'
import { IF_MATCH, VERSION_REFUSALS } from './post-version.ts'
import { APPROVAL_ACTIONS, BEARER_OR_COOKIE, openToKeys } from './access.ts'
import { SHOWN_OPTIONS } from '../rules/content/option-schemas.ts'
import type { PublicationPayload } from '../rules/publication/publication-schema.ts'
import { CONTENT_REFUSALS, UserTag } from './posts.ts'
import {
  DateTime,
  INSTANT,
  InstantInput,
  json,
  openList,
  requiredBody,
  TimeZone,
  Uuid,
} from './primitives.ts'
import { BEHIND_LOGIN, BEHIND_RIGHTS, refusals } from './refusals.ts'
import { SchedulePatch } from './schedule/schedule.ts'

/** One for each part of what is published: the compiler asks for one that is missing. */
const CONTENT = {
  mediaType: z.enum(MEDIA_TYPES),
  caption: z.string().nullable(),
  items: z.array(z.object({ mediaFileId: z.string(), kind: z.enum(['image', 'video']) })).openapi({
    description: 'The files, in their order.',
  }),
  userTags: z.array(UserTag),
  storyMentions: z.array(UserTag),
  collaborators: z.array(z.string()),
  locationId: z.string().nullable(),
  crossPostToPartner: z.boolean(),
  options: z.object(SHOWN_OPTIONS).openapi({
    description: 'As they will be sent: with the alt texts of the files where the post gives none.',
  }),
  cover: z.object({ mediaFileId: z.string() }).nullable().openapi({
    description: 'Null: the cover is no file.',
  }),
} as const satisfies Record<keyof PublicationPayload, z.ZodType>

const Content = z.object(CONTENT).openapi('ApprovalContent')
export type ApprovalContent = z.infer<typeof Content>

const Approval = z
  .object({
    id: Uuid,
    postId: Uuid,
    accountId: Uuid,
    action: z.string().openapi(openList(APPROVAL_ACTIONS, 'What happens when it is approved.')),
    contentHash: z.string().openapi({ description: 'Of exactly what will be sent, the files included.' }),
    scheduledFor: DateTime.nullable().openapi({
      description:
        'When it goes out. Null: as soon as it is approved. With `cancel`: when it would have gone out.',
    }),
    timezone: z.string(),
    keyId: z.string().openapi({ description: 'The key that asked; empty when the page did.' }),
    requestedAt: DateTime,
    expiresAt: DateTime,
    content: Content.openapi({
      description: 'All that will be sent; `contentHash` covers it together with the bytes of the files.',
    }),
  })
  .openapi('Approval')
export type ApprovalBody = z.infer<typeof Approval>

const NewApproval = z
  .object({
    postId: Uuid,
    action: z.enum(APPROVAL_ACTIONS).optional().openapi({
      description:
        '`send`: a draft is published, or scheduled with `scheduledFor`. `change`: a scheduled post is changed as by PUT /schedule/{id}. `cancel`: it becomes a draft, as by DELETE /schedule/{id}. Default: `change` where that field is sent, else `send`.',
    }),
    scheduledFor: InstantInput.optional().openapi({ ...INSTANT, description: 'Of `send` alone.' }),
    timezone: TimeZone.optional().openapi({ description: 'Of `send` alone: an IANA name.' }),
    change: SchedulePatch.optional().openapi({
      description: 'Of `change` alone: what PUT /schedule/{id} takes, such as another `scheduledFor`.',
    }),
  })
  .openapi('NewApproval')
export type NewApprovalBody = z.infer<typeof NewApproval>

export const askForApproval = createRoute({
  operationId: 'askForApproval',
  tags: ['Posts'],
  summary: 'Ask a person to send a draft, or to change or cancel a scheduled post',
  description:
    'It waits on the page of Nightpost, where a person approves or declines it; nothing happens before. What could not be done is refused as doing it would be. The request ends when the draft or its files change, or what would become of a scheduled post, when its key is revoked, after three days, or when a time that it is about has come. Of a key at most 25 wait. Asking again takes the place of the earlier request for the post; for the same version and time it stays the same request.',
  method: 'post',
  path: '/approvals',
  security: BEARER_OR_COOKIE,
  ...openToKeys('approval'),
  parameters: [IF_MATCH],
  request: { body: requiredBody(NewApproval) },
  responses: {
    201: { description: 'It waits', ...json(Approval) },
    ...refusals(...BEHIND_RIGHTS, ...CONTENT_REFUSALS, 'INVALID_STATUS', 'INVALID_SCHEDULE'),
    ...VERSION_REFUSALS,
  },
})

export const listApprovals = createRoute({
  operationId: 'listApprovals',
  tags: ['Posts'],
  summary: 'List what waits for approval',
  description:
    'What is no longer listed was sent, declined, changed or is too old, or its key was revoked: the post says which.',
  method: 'get',
  path: '/approvals',
  security: BEARER_OR_COOKIE,
  responses: {
    200: {
      description: 'What waits, oldest first',
      ...json(z.object({ approvals: z.array(Approval), hasMore: z.boolean() })),
    },
    ...refusals(...BEHIND_LOGIN),
  },
})
