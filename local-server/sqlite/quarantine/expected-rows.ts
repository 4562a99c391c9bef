// What each table holds, beside what its declaration says: one list for rows that are found unreadable and for rows that are
// written. Publications come first: whether a post can be failed depends on how far its publication had come.
import * as z from 'zod'
import { StoredSlotPlan } from '../../../core/api/schedule/slots.ts'
import { InsightProgress } from '../../../core/ports/insights/insight-store.ts'
import { Handover } from '../../../core/ports/cloud/handover-store.ts'
import { PostRecord } from '../../../core/ports/posts/post-store.ts'
import { Recurrence } from '../../../core/ports/posts/recurrence-store.ts'
import { RepostConfig, RepostRecord } from '../../../core/ports/reposts/repost-store.ts'
import { storedNotice } from '../../../core/ports/stored-shapes.ts'
import { Publication, SoughtAs, Tags, Usernames } from '../../../core/rules/publication/publication-schema.ts'
import { handovers } from '../schema/cloud-schema.ts'
import {
  insightAccounts,
  insightMedia,
  insightRows,
  recurrences,
  slotPlans,
} from '../schema/planning-schema.ts'
import { repostConfigs, reposts } from '../schema/repost-schema.ts'
import { keyCalls, keyedRequests } from '../schema/script-schema.ts'
import {
  accounts,
  apiKeys,
  deletedPosts,
  jobs,
  media,
  posts,
  publications,
  sessions,
  settings,
} from '../schema/schema.ts'
import type { ExpectedRows } from './unreadable-rows.ts'

const { remoteMedia, warnings, errorDetail } = PostRecord.shape
const JSON_OF_POST = {
  userTags: Tags,
  storyMentions: Tags,
  collaborators: Usernames,
  // An option that is not understood stays, for the version that wrote it, and keeps its post from being sent.
  options: z.record(z.string(), z.unknown()),
  remoteMedia: remoteMedia.unwrap(),
  warnings: warnings.unwrap(),
  errorDetail: errorDetail.unwrap(),
}

// What older versions did not write of a file is not asked for.
const JSON_OF_FILE = {
  processedFacts: z.object({
    how: z.enum(['remux', 'fit', 'transcode']),
    mimeType: z.string(),
    width: z.number(),
    height: z.number(),
  }),
  streams: z.object({
    chroma: z.string().nullable(),
    bitDepth: z.number().nullable(),
    interlaced: z.boolean(),
    channels: z.number().nullable(),
    sampleRate: z.number().nullable(),
    soundTrack: z.int().optional(),
  }),
  validationErrors: z.array(storedNotice()),
}

export const EXPECTED = {
  publications: {
    table: publications,
    json: { state: Publication },
    ended: `step = 'done' and unsettled = 0`,
  },
  posts: { table: posts, json: JSON_OF_POST },
  media: { table: media, json: JSON_OF_FILE },
  jobs: { table: jobs, json: { soughtAs: SoughtAs } },
  repostConfigs: { table: repostConfigs, json: { record: RepostConfig } },
  reposts: { table: reposts, json: { record: RepostRecord } },
  handovers: { table: handovers, json: { record: Handover } },
  deletedPosts: { table: deletedPosts, json: { post: PostRecord } },
  accounts: { table: accounts },
  settings: { table: settings, json: { value: z.unknown() } },
  slotPlans: { table: slotPlans, json: { plan: StoredSlotPlan } },
  recurrences: { table: recurrences, values: Recurrence.shape },
  insightAccounts: { table: insightAccounts, json: { progress: InsightProgress } },
  insightMedia: { table: insightMedia },
  insightRows: { table: insightRows },
  sessions: { table: sessions },
  apiKeys: { table: apiKeys },
  keyCalls: { table: keyCalls },
  keyedRequests: { table: keyedRequests },
} satisfies Readonly<Record<string, ExpectedRows>>
