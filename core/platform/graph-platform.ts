// The Platform port over the real hosts' HTTP dialect. Reads go with the account's own token; ids stay strings.
import { z } from 'zod'
import type { ContainerStatus, Platform, PlatformAccess, PublishedMedia } from '../ports/platform.ts'
import type { PublicationPayload } from '../publishing/publication.ts'
import { parseLooseTime, SECOND } from '../time.ts'
import { graphRequest, type FormFields } from './graph-request.ts'

/** The Graph version that we speak. Always named in the path: unversioned calls follow a dashboard setting. */
export const GRAPH_VERSION = 'v26.0'

export interface GraphPlatformOptions {
  readonly fetch: typeof fetch
  /** The Graph host that answers for an account, without a trailing slash. */
  graphUrl(access: PlatformAccess): string
}

/** The platform does its work while we wait; clients in production allow it up to a minute. */
const PUBLISH_TIMEOUT = 60 * SECOND
const CREATE_TIMEOUT = 60 * SECOND

const Id = z.union([z.string().regex(/^\d+$/), z.number().int().transform(String)])
const Created = z.object({ id: Id })
const Status = z.object({ status_code: z.string().optional(), status: z.string().optional() })
const Media = z.object({
  id: Id,
  caption: z.string().optional(),
  timestamp: z.string().optional(),
  media_type: z.string().optional(),
  permalink: z.string().optional(),
})
const MEDIA_FIELDS = 'id,caption,timestamp,media_type,permalink'

export function createGraphPlatform(options: GraphPlatformOptions): Platform {
  const call = <T>(access: PlatformAccess, method: 'GET' | 'POST', request: CallOf<T>) =>
    graphRequest({
      fetch: options.fetch,
      method,
      url: `${options.graphUrl(access)}/${GRAPH_VERSION}/${request.path}`,
      token: access.token,
      fields: request.fields,
      answer: request.answer,
      ...(request.timeout === undefined ? {} : { timeout: request.timeout }),
    })
  return {
    createContainer: (access, payload, mediaUrls) =>
      call(access, 'POST', {
        path: `${access.igUserId}/media`,
        fields: containerFields(payload, mediaUrls),
        answer: Created.transform(({ id }) => ({ containerId: id })),
        timeout: CREATE_TIMEOUT,
      }),
    containerStatus: (access, containerId) =>
      call(access, 'GET', {
        path: containerId,
        fields: { fields: 'status_code,status' },
        answer: Status.transform(readStatus),
      }),
    publishContainer: (access, containerId) =>
      call(access, 'POST', {
        path: `${access.igUserId}/media_publish`,
        fields: { creation_id: containerId },
        answer: Created.transform(({ id }) => ({ mediaId: id })),
        timeout: PUBLISH_TIMEOUT,
      }),
    recentMedia: (access, limit) =>
      call(access, 'GET', {
        path: `${access.igUserId}/media`,
        fields: { fields: MEDIA_FIELDS, limit },
        answer: z.object({ data: z.array(Media) }).transform(({ data }) => data.map(readMedia)),
      }),
    permalink: (access, mediaId) =>
      call(access, 'GET', {
        path: mediaId,
        fields: { fields: 'id,permalink' },
        answer: Media.transform(({ permalink }) => ({ permalink: permalink ?? null })),
      }),
  }
}

interface CallOf<T> {
  readonly path: string
  readonly fields: FormFields
  readonly answer: z.ZodType<T>
  readonly timeout?: number
}

function containerFields(payload: PublicationPayload, [mediaUrl]: readonly string[]): FormFields {
  return {
    image_url: mediaUrl,
    caption: payload.caption,
    user_tags: payload.userTags.length > 0 ? payload.userTags : undefined,
    collaborators: payload.collaborators.length > 0 ? payload.collaborators : undefined,
    location_id: payload.locationId,
  }
}

const KNOWN: ReadonlyMap<string, ContainerStatus['status']> = new Map(
  (['IN_PROGRESS', 'FINISHED', 'PUBLISHED', 'ERROR', 'EXPIRED'] as const).map((status) => [status, status]),
)

/** `status_code` can be missing while the sentence in `status` already says `Error:`. */
function readStatus({ status_code, status }: z.infer<typeof Status>): ContainerStatus {
  const detail = status ?? null
  const subcode = /\b2207\d{3}\b/.exec(detail ?? '')?.[0]
  const known = status_code ? KNOWN.get(status_code) : undefined
  const failedByText = known === undefined && /^error\b/i.test(detail ?? '')
  return {
    status: failedByText ? 'ERROR' : (known ?? 'UNKNOWN'),
    detail,
    subcode: subcode ? Number(subcode) : null,
  }
}

function readMedia({ id, caption, timestamp, media_type, permalink }: z.infer<typeof Media>): PublishedMedia {
  return {
    id,
    caption: caption ?? null,
    timestamp: timestamp === undefined ? null : parseLooseTime(timestamp),
    mediaType: media_type ?? null,
    permalink: permalink ?? null,
  }
}
