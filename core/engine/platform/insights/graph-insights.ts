// What the platform counts, over the real hosts' HTTP dialect. In answers any field may be missing.
import * as z from 'zod'
import type { Figures, InsightCalls, SeenMedia, SeenPage } from '../../../ports/platform/insight-calls.ts'
import type { PlatformAccess } from '../../../ports/platform/platform.ts'
import { safeLink } from '../../../rules/content/safe-link.ts'
import type { MediaType } from '../../../rules/publication/post-words.ts'
import { parseLooseTime, SECOND, type Instant } from '../../../time.ts'
import type { GraphHosts } from '../graph/graph-platform.ts'
import { graphRequest, mapReply, type FormFields } from '../graph/graph-request.ts'
import { GRAPH_VERSION } from '../graph/graph-version.ts'

const Value = z.object({ value: z.number() })
const Figure = z.object({
  name: z.string(),
  values: z.array(z.unknown()).optional(),
  total_value: z.unknown().optional(),
})
/** A figure of another shape, such as one by country, counts as not given. */
const FigureList = z.object({ data: z.array(Figure.nullable().catch(null)) })

const Media = z.object({
  id: z.union([z.string().regex(/^\d{1,40}$/), z.number().int().transform(String)]),
  caption: z.string().nullish(),
  timestamp: z.string(),
  media_type: z.string().nullish(),
  media_product_type: z.string().nullish(),
  permalink: z.string().nullish(),
  insights: FigureList.nullish().catch(null),
})
const MediaPage = z.object({
  data: z.array(Media.nullable().catch(null)),
  paging: z
    .object({ next: z.string().optional(), cursors: z.object({ after: z.string().optional() }).optional() })
    .optional(),
})

const FIELDS = 'id,caption,timestamp,media_type,media_product_type,permalink'
const AT_ONCE = 50

export function createGraphInsights({
  fetch,
  graphUrl,
}: Pick<GraphHosts, 'fetch' | 'graphUrl'>): InsightCalls {
  const get = <T>(access: PlatformAccess, path: string, fields: FormFields, answer: z.ZodType<T>) => {
    const url = `${graphUrl(access)}/${GRAPH_VERSION}/${path}`
    return graphRequest({ fetch, method: 'GET', url, token: access.token, fields, answer })
  }
  return {
    async list(access, { of, metrics, after }) {
      const insights = metrics.length > 0 ? `,insights.metric(${metrics.join(',')})` : ''
      const path = `${access.igUserId}/${of === 'stories' ? 'stories' : 'media'}`
      const fields = { fields: FIELDS + insights, limit: AT_ONCE, after }
      return mapReply(await get(access, path, fields, MediaPage), (page) => toPage(page, of))
    },
    async read(access, of, metrics) {
      const fields = { metric: metrics.join(','), ...(of.kind === 'ACCOUNT' && dayOfAccount(of)) }
      const path = `${of.kind === 'ACCOUNT' ? access.igUserId : of.igMediaId}/insights`
      return mapReply(await get(access, path, fields, FigureList), toFigures)
    },
  }
}

const dayOfAccount = ({ from, until }: { readonly from: Instant; readonly until: Instant }) => {
  const time = { since: Math.floor(from / SECOND), until: Math.floor(until / SECOND) }
  return { period: 'day', metric_type: 'total_value', ...time }
}

function toPage({ data, paging }: z.infer<typeof MediaPage>, of: 'posts' | 'stories'): SeenPage {
  return {
    media: data.flatMap((media) => (media === null ? [] : seenMedia(media, of))),
    next: paging?.next === undefined ? null : (paging.cursors?.after ?? null),
  }
}

function seenMedia(media: z.infer<typeof Media>, of: 'posts' | 'stories'): SeenMedia[] {
  const publishedAt = parseLooseTime(media.timestamp)
  if (publishedAt === null) return []
  return [
    {
      igMediaId: media.id,
      permalink: safeLink(media.permalink ?? undefined),
      caption: media.caption ?? null,
      kind: of === 'stories' ? 'STORIES' : kindOf(media),
      publishedAt,
      figures: media.insights ? toFigures(media.insights) : null,
    },
  ]
}

/** Every video in the feed has been a reel since 2022. */
function kindOf({ media_type: type, media_product_type: product }: z.infer<typeof Media>): MediaType {
  if (product === 'STORY') return 'STORIES'
  if (type === 'CAROUSEL_ALBUM') return 'CAROUSEL'
  return product === 'REELS' || type === 'VIDEO' ? 'REELS' : 'IMAGE'
}

function toFigures({ data }: z.infer<typeof FigureList>): Figures {
  const named = data.flatMap((figure) => {
    const { data: found } = Value.safeParse(figure?.total_value ?? figure?.values?.at(-1))
    return figure && found ? [[figure.name, found.value] as const] : []
  })
  return Object.fromEntries(named)
}
