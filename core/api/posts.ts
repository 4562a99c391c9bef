import { createRoute, z } from '@hono/zod-openapi'
import { ERROR_CODES } from '../errors.ts'
import { CONTENT_LIMITS } from '../rules/content/content-limits.ts'
import { SENT_OPTIONS, SHOWN_OPTIONS } from '../rules/content/option-schemas.ts'
import { ETAG } from './post-version.ts'
import { MEDIA_TYPES, POST_STATUSES, RECOVERIES, SOURCE_TYPES } from '../rules/publication/post-words.ts'
import { cleanUsername } from '../rules/content/username.ts'
import { askedFor, BEARER_OR_COOKIE } from './access.ts'
import { IDEMPOTENCY_KEY, IDEMPOTENCY_REFUSALS } from './idempotency.ts'
import { MediaFile } from './media.ts'
import { FailureDetailSchema, WarningDetails } from './notices.ts'
import {
  DateTime,
  IdParam,
  INSTANT,
  InstantQuery,
  integerQuery,
  json,
  requiredBody,
  storableText,
  Uuid,
} from './primitives.ts'
import { BEHIND_LOGIN, BEHIND_RIGHTS, refusals } from './refusals.ts'

const jsonText = (of: string) =>
  z
    .string()
    .nullable()
    .openapi({ description: `JSON: ${of}` })

export const Post = z
  .object({
    id: Uuid,
    userId: Uuid,
    platformAccountId: Uuid,
    mediaType: z.enum(MEDIA_TYPES),
    sourceType: z.enum(SOURCE_TYPES),
    caption: z.string().nullable(),
    hashtags: z.string().nullable().openapi({ description: 'Unused; hashtags live in the caption.' }),
    locationId: z.string().nullable(),
    locationName: z.string().nullable(),
    userTags: jsonText('UserTag[]'),
    collaborators: jsonText('string[]'),
    storyMentions: jsonText('StoryMention[]'),
    crossPostToPartner: z.boolean(),
    ...SHOWN_OPTIONS,
    partnerPostId: z.string().nullable(),
    partnerPermalink: z.string().nullable(),
    isScheduled: z.boolean(),
    scheduledFor: DateTime.nullable(),
    timezone: z.string(),
    status: z.enum(POST_STATUSES),
    igContainerId: z.string().nullable(),
    igMediaId: z.string().nullable(),
    igPermalink: z.string().nullable(),
    cloudJobId: z.string().nullable(),
    bucketMediaKey: z.string().nullable(),
    errorMessage: z.string().nullable(),
    errorDetail: z.union([FailureDetailSchema, z.null()]).openapi({ description: 'The same as data.' }),
    errorCode: z.enum(ERROR_CODES).nullable(),
    retryCount: z.int(),
    lastAttemptAt: DateTime.nullable(),
    publishedAt: DateTime.nullable(),
    createdAt: DateTime,
    updatedAt: DateTime,
    mediaFiles: z.array(MediaFile).openapi({ description: 'Filled by GET /posts/{id}; empty in lists.' }),
    publishOutcome: z.enum(['confirmed', 'unconfirmed']).nullable().openapi({
      description: 'unconfirmed: the platform never confirmed whether the post is live. Check the profile.',
    }),
    recovery: z.enum(RECOVERIES).nullable().openapi({ description: 'What to do about a FAILED post.' }),
    handover: z.enum(['uploading', 'pending', 'cloud']).nullable().openapi({
      description:
        'For a post meant for the cloud. uploading: its media is being uploaded. pending: the Worker was asked and has not answered; it may have the post, so this computer does not publish it. cloud: the Worker has it. null: this computer publishes it.',
    }),
    nextAttemptAt: DateTime.nullable().openapi({
      description:
        'When Nightpost continues with the post, as far as it is known. QUEUED or SCHEDULED: when the pause of its account ends, or its publishing limit should have room. PROCESSING or PUBLISHING: when it asks the platform again; other posts do not wait for that. FAILED: when its publishing limit should have room for a retry; nothing is sent automatically.',
    }),
    warnings: z.array(z.string()).openapi({
      description: 'Sentences for people about what did not work although the post itself is fine.',
    }),
    warningDetails: WarningDetails,
  })
  .openapi('Post')

export type PostBody = z.infer<typeof Post>

// The document names the sizes; `content-problems.ts` refuses what is larger.
const sized = (maxLength: number) => storableText().openapi({ maxLength })
const upTo = (maxItems: number, description: string) => ({ maxItems, description })
const Username = storableText()
  .overwrite(cleanUsername)
  .openapi({ minLength: 1, maxLength: CONTENT_LIMITS.username, description: 'A leading @ is left out.' })
const Fraction = z.number().min(0).max(1)

export const UserTag = z.object({ username: Username, x: Fraction, y: Fraction }).openapi('UserTag')
const MIDDLE = 0.5
const Place = Fraction.optional().openapi({ default: MIDDLE })
/** `default()` would make both required in the document. */
export const StoryMention = z
  .object({ username: Username, x: Place, y: Place })
  .transform(({ username, x = MIDDLE, y = MIDDLE }) => ({ username, x, y }))
  .openapi('StoryMention')

export const PublishablePost = z
  .object({
    accountId: Uuid,
    mediaType: z.enum(MEDIA_TYPES),
    mediaFileId: Uuid.nullish().openapi({ description: 'For IMAGE, REELS and STORIES.' }),
    mediaFileIds: z
      .array(Uuid)
      .openapi(upTo(CONTENT_LIMITS.mediaFileIds, 'For CAROUSEL: 2 to 10.'))
      .nullish(),
    caption: sized(CONTENT_LIMITS.caption).nullish(),
    userTags: z
      .array(UserTag)
      .openapi(
        upTo(CONTENT_LIMITS.userTags, 'IMAGE and CAROUSEL only; people in a reel are tagged by mediaTags.'),
      )
      .nullish(),
    collaborators: z
      .array(Username)
      .openapi(upTo(CONTENT_LIMITS.collaborators, 'Usernames; not on STORIES.'))
      .nullish(),
    locationId: sized(CONTENT_LIMITS.locationId).nullish(),
    locationName: sized(CONTENT_LIMITS.locationName).nullish(),
    crossPostToPartner: z.boolean().nullish(),
    storyMentions: z
      .array(StoryMention)
      .openapi(upTo(CONTENT_LIMITS.storyMentions, 'STORIES only.'))
      .nullish(),
    ...SENT_OPTIONS,
  })
  .openapi('PublishablePost')

export type PublishablePostBody = z.infer<typeof PublishablePost>

export const DraftPatch = PublishablePost.partial().openapi('DraftPatch')

export type DraftPatchBody = z.infer<typeof DraftPatch>

/** Problems of a post’s content, under one code each. */
export const CONTENT_REFUSALS = [
  'NOT_FOUND',
  'INVALID_CAROUSEL',
  'INVALID_TAGS',
  'INVALID_MENTIONS',
  'INVALID_COLLABORATORS',
  'INVALID_CROSS_POST',
  'INVALID_MEDIA_TYPE',
  'MEDIA_INVALID',
] as const

export const QueuedPost = z
  .object({
    postId: Uuid,
    status: z.literal('QUEUED'),
    nextAttemptAt: Post.shape.nextAttemptAt,
    warnings: Post.shape.warnings,
    warningDetails: WarningDetails,
  })
  .openapi('QueuedPost')

export type QueuedPostBody = z.infer<typeof QueuedPost>

export const publishPost = createRoute({
  operationId: 'publishPost',
  tags: ['Posts'],
  summary: 'Publish now; poll the post until it is PUBLISHED or FAILED',
  description:
    'Calling this twice creates two posts, unless both calls carry the same `Idempotency-Key`: then the second gets the answer of the first.',
  method: 'post',
  path: '/posts/publish',
  security: BEARER_OR_COOKIE,
  ...askedFor('send'),
  parameters: [IDEMPOTENCY_KEY],
  request: { body: requiredBody(PublishablePost) },
  responses: {
    202: { description: 'Accepted', ...json(QueuedPost) },
    ...refusals(...BEHIND_RIGHTS, ...CONTENT_REFUSALS),
    ...IDEMPOTENCY_REFUSALS,
  },
})

/** Which page of a list. */
export const PAGE_QUERY = {
  page: integerQuery({ min: 1, fallback: 1 }),
  limit: integerQuery({ min: 1, max: 100, fallback: 20 }),
}

export const PageOfPosts = z.object({
  posts: z.array(Post),
  total: z.int(),
  page: z.int(),
  limit: z.int(),
  hasMore: z.boolean(),
})

/** The answer of a list of posts. */
export const A_PAGE_OF_POSTS = {
  200: { description: 'A page of posts', ...json(PageOfPosts) },
  ...refusals(...BEHIND_LOGIN, 'INVALID_PARAM'),
}

export const listPosts = createRoute({
  operationId: 'listPosts',
  tags: ['Posts'],
  summary: 'List posts of all accounts, newest first or oldest first',
  method: 'get',
  path: '/posts',
  security: BEARER_OR_COOKIE,
  request: {
    query: z.object({
      status: z.enum(POST_STATUSES).optional(),
      accountId: Uuid.optional(),
      text: storableText().min(1).max(200).optional().openapi({
        description: 'Anywhere in the caption, ignoring case.',
      }),
      from: InstantQuery.optional().openapi({
        ...INSTANT,
        description:
          'Posts of this time or later: when they went live, otherwise when they are due, otherwise when they were created.',
      }),
      to: InstantQuery.optional().openapi({ ...INSTANT, description: 'Posts before this time.' }),
      order: z
        .enum(['newest', 'oldest'])
        .optional()
        .openapi({ description: 'Default `newest`: by when they were made.' }),
      ...PAGE_QUERY,
    }),
  },
  responses: A_PAGE_OF_POSTS,
})

export const recentCompletions = createRoute({
  operationId: 'recentCompletions',
  tags: ['Posts'],
  summary: 'List posts that became PUBLISHED or FAILED after a time, oldest first',
  description:
    'Pass `until` as the next `since`; no completion is skipped or reported twice. A published post is listed once its permalink has been read, or ten seconds after it went live.',
  method: 'get',
  path: '/posts/recent-completions',
  security: BEARER_OR_COOKIE,
  request: {
    // Read without a schema: this endpoint answers MISSING_PARAM and INVALID_PARAM, not VALIDATION_ERROR.
    query: z.object({
      since: z
        .union([z.string(), z.array(z.string())])
        .optional()
        .openapi({
          ...INSTANT,
          description: 'With a UTC offset: `Z`, `+02:00`, `+0200` or `+02`; an unescaped `+` is understood.',
          param: { required: true },
        }),
      limit: z
        .union([z.string(), z.array(z.string())])
        .optional()
        .openapi({
          type: 'integer',
          minimum: 1,
          maximum: 100,
          default: 20,
        }),
    }),
  },
  responses: {
    200: {
      description: 'Completed posts',
      ...json(z.object({ posts: z.array(Post), total: z.int(), hasMore: z.boolean(), until: DateTime })),
    },
    ...refusals(...BEHIND_LOGIN, 'MISSING_PARAM', 'INVALID_PARAM'),
  },
})

export const getPost = createRoute({
  operationId: 'getPost',
  tags: ['Posts'],
  summary: 'Get a post with its media',
  method: 'get',
  path: '/posts/{id}',
  security: BEARER_OR_COOKIE,
  request: { params: IdParam },
  responses: {
    200: { description: 'The post', headers: ETAG, ...json(Post) },
    ...refusals(...BEHIND_LOGIN, 'NOT_FOUND'),
  },
})
