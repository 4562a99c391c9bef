import { FILE_PROBLEMS } from '../rules/notices/english/file-problem-sentences.ts'
import { createRoute, z } from '@hono/zod-openapi'
import { BEARER_OR_COOKIE, openToKeys } from './access.ts'
import { IDEMPOTENCY_KEY, IDEMPOTENCY_REFUSALS } from './idempotency.ts'
import { FIT_RISKS } from '../rules/notices/warnings.ts'
import { CONTENT_LIMITS } from '../rules/content/content-limits.ts'
import {
  DateTime,
  IdParam,
  integerQuery,
  json,
  openList,
  requiredBody,
  Success,
  text,
  Uuid,
} from './primitives.ts'
import { BEHIND_LOGIN, BEHIND_RIGHTS, refusals } from './refusals.ts'

const Processed = z
  .object({
    how: z.enum(['remux', 'fit', 'transcode']).openapi({
      description: 'remux: rewritten without re-encoding. fit: cropped or padded. transcode: re-encoded.',
    }),
    mimeType: z.string(),
    fileSize: z.int().openapi({ description: 'Bytes.' }),
    width: z.int(),
    height: z.int(),
    durationSeconds: z.number().nullable(),
  })
  .openapi('ProcessedMedia')

const byKind = <Schema extends z.ZodType>(schema: Schema) =>
  z.object({ IMAGE: schema, REELS: schema, STORIES: schema, CAROUSEL: schema })

const SentencesByKind = byKind(z.array(z.string()))
const FileNotice = z
  .object({
    code: z.string().openapi(openList([...Object.keys(FILE_PROBLEMS), ...FIT_RISKS])),
    params: z.record(z.string(), z.string()).openapi({ description: 'What the sentence names.' }),
  })
  .openapi('FileNotice')
const NoticesByKind = byKind(z.array(FileNotice))

export const MediaFile = z
  .object({
    id: Uuid,
    originalFilename: z.string(),
    storagePath: z.string().openapi({ description: 'Below `uploads/`; not a URL.' }),
    mimeType: z.string(),
    fileSize: z.int().openapi({ description: 'Bytes.' }),
    width: z.int().nullable(),
    height: z.int().nullable(),
    durationSeconds: z.number().nullable(),
    aspectRatio: z.string().nullable().openapi({ example: '4:5' }),
    isValid: z.boolean().openapi({ description: 'False when the file fits no kind of post.' }),
    validationErrors: z.string().nullable().openapi({ description: 'JSON array of sentences, or null.' }),
    thumbnailPath: z.string().nullable(),
    processedPath: z
      .string()
      .nullable()
      .openapi({ description: 'Below `uploads/`; when set, this is what gets published.' }),
    altText: z.string().nullable().openapi({
      description: 'Describes the picture to people who cannot see it: the default of the posts that use it.',
    }),
    createdAt: DateTime,
    previewUrl: z.string().nullable(),
    publicUrl: z.string().nullable().openapi({
      description:
        'The public address from which the platform fetches the file: in the bucket once a live account is connected, for as long as a publication needs it. Null: it has none.',
    }),
    thumbnailUrl: z.string().nullable(),
    thumbnailPreviewUrl: z.string().nullable(),
    processed: Processed.nullable().openapi({
      description: 'The properties of `processedPath`. The fields above describe the stored file.',
    }),
    unfit: SentencesByKind.openapi({
      description:
        'Why the file, as it would be published, does not fit each kind of post, in sentences; empty when it fits.',
    }),
    unfitDetails: NoticesByKind.openapi({
      description: 'The same as data, in the same order, for programs and other languages.',
    }),
    fitRisks: SentencesByKind.openapi({
      description:
        'What the platform may refuse in this file although it accepts the same from other accounts, in sentences; empty when the file certainly fits.',
    }),
    fitRiskDetails: NoticesByKind.openapi({ description: 'The same as data, in the same order.' }),
  })
  .openapi('MediaFile')

export type MediaFileBody = z.infer<typeof MediaFile>

const ListedMedia = MediaFile.extend({
  usedBy: z.array(Uuid).openapi({
    description: 'The posts that use the file, of any status, also as a cover; newest first.',
  }),
}).openapi('ListedMediaFile')

export type ListedMediaBody = z.infer<typeof ListedMedia>

export const uploadMedia = createRoute({
  operationId: 'uploadMedia',
  tags: ['Media'],
  summary: 'Upload an image or a video',
  method: 'post',
  path: '/media/upload',
  security: BEARER_OR_COOKIE,
  ...openToKeys('draft'),
  parameters: [IDEMPOTENCY_KEY],
  request: {
    body: {
      required: true,
      // A plain schema, not a zod one: the file is streamed to disk, never parsed in memory.
      content: {
        'multipart/form-data': {
          schema: {
            type: 'object',
            required: ['file'],
            properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } },
          },
        },
      },
    },
  },
  responses: {
    201: { description: 'Stored', ...json(MediaFile) },
    ...refusals(
      ...BEHIND_RIGHTS,
      'UPLOAD_ERROR',
      'MEDIA_INVALID',
      'PROCESSING_FAILED',
      'VIDEO_PROCESSING_FAILED',
      // Of a repeated upload whose file was deleted before it was answered.
      'NOT_FOUND',
    ),
    ...IDEMPOTENCY_REFUSALS,
  },
})

export const listMedia = createRoute({
  operationId: 'listMedia',
  tags: ['Media'],
  summary: 'Stored media, newest first',
  method: 'get',
  path: '/media',
  security: BEARER_OR_COOKIE,
  request: {
    query: z.object({
      limit: integerQuery({ min: 1, max: 100, fallback: 20 }),
      offset: integerQuery({ min: 0, fallback: 0 }),
      type: z.enum(['image', 'video']).optional(),
      unused: z
        .enum(['true', 'false'])
        .optional()
        .openapi({ description: 'true: only files that no post uses.' }),
    }),
  },
  responses: {
    200: {
      description: 'A page of media',
      ...json(z.object({ files: z.array(ListedMedia), total: z.int(), hasMore: z.boolean() })),
    },
    ...refusals(...BEHIND_LOGIN, 'INVALID_PARAM'),
  },
})

export const getMedia = createRoute({
  operationId: 'getMedia',
  tags: ['Media'],
  summary: 'Get a media file',
  method: 'get',
  path: '/media/{id}',
  security: BEARER_OR_COOKIE,
  request: { params: IdParam },
  responses: {
    200: { description: 'The media file', ...json(MediaFile) },
    ...refusals(...BEHIND_LOGIN, 'NOT_FOUND'),
  },
})

const MediaPatch = z.object({ altText: text(CONTENT_LIMITS.altText).nullish() }).openapi('MediaPatch')

export type MediaPatchBody = z.infer<typeof MediaPatch>

export const editMedia = createRoute({
  operationId: 'editMedia',
  tags: ['Media'],
  summary: 'Change the alt text of a picture',
  description:
    'Posts that are published or scheduled from then on carry it unless they have their own. Null or an empty string clears it.',
  method: 'patch',
  path: '/media/{id}',
  security: BEARER_OR_COOKIE,
  request: { params: IdParam, body: requiredBody(MediaPatch) },
  responses: {
    200: { description: 'The changed media file', ...json(MediaFile) },
    ...refusals(...BEHIND_RIGHTS, 'NOT_FOUND', 'MEDIA_INVALID'),
  },
})

export const deleteMedia = createRoute({
  operationId: 'deleteMedia',
  tags: ['Media'],
  summary: 'Delete a media file; posts that used it stay',
  method: 'delete',
  path: '/media/{id}',
  security: BEARER_OR_COOKIE,
  request: { params: IdParam },
  responses: {
    200: { description: 'Deleted', ...json(Success) },
    ...refusals(...BEHIND_RIGHTS, 'NOT_FOUND'),
  },
})
