// What each table holds, beside what its declaration says: one list for rows that are found unreadable and for rows that are
// written.
import * as z from 'zod'
import { StoredSlotPlan } from '../../../core/api/schedule/slots.ts'
import { Publication } from '../../../core/rules/publication/publication-schema.ts'
import { handovers } from '../schema/cloud-schema.ts'
import { recurrences, slotPlans } from '../schema/planning-schema.ts'
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
import {
  ArchivedPost,
  HandoverShape,
  Notices,
  POST_JSON,
  ProcessedFactsShape,
  StreamFactsShape,
  RECURRENCE,
  RepostConfigShape,
  RepostRecordShape,
} from './stored-shapes.ts'
import type { ExpectedRows } from './unreadable-rows.ts'

export const EXPECTED = {
  publications: {
    table: publications,
    json: { state: Publication },
    ended: `step = 'done' and unsettled = 0`,
  },
  posts: { table: posts, json: POST_JSON },
  media: {
    table: media,
    json: { processedFacts: ProcessedFactsShape, streams: StreamFactsShape, validationErrors: Notices },
  },
  jobs: { table: jobs },
  repostConfigs: { table: repostConfigs, json: { record: RepostConfigShape } },
  reposts: { table: reposts, json: { record: RepostRecordShape } },
  handovers: { table: handovers, json: { record: HandoverShape } },
  deletedPosts: { table: deletedPosts, json: { post: ArchivedPost } },
  accounts: { table: accounts },
  settings: { table: settings, json: { value: z.unknown() } },
  slotPlans: { table: slotPlans, json: { plan: StoredSlotPlan } },
  recurrences: { table: recurrences, values: RECURRENCE },
  sessions: { table: sessions },
  apiKeys: { table: apiKeys },
  keyCalls: { table: keyCalls },
  keyedRequests: { table: keyedRequests },
} satisfies Readonly<Record<string, ExpectedRows>>
