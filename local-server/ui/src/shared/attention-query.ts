import type { AttentionEntryBody } from '../../../../core/api/attention.ts'
import { parseResponse, api, type ResponseBody } from '../api-client.ts'
import { keyedQuery, keys } from '../query-keys.ts'

/** Time alone makes posts overdue and fills disks. */
const POLL_EVERY_MS = 30_000

/** Everything that needs a person, the most urgent first. */
export const attentionQuery = keyedQuery(keys.attention, {
  queryFn: () => parseResponse(api.attention.$get()),
  refetchInterval: POLL_EVERY_MS,
})

/** Those whose causes are counted: with a notice nothing is wrong. */
export function urgentOf(list: ResponseBody<typeof api.attention.$get> | undefined): AttentionEntryBody[] {
  return list?.entries.filter(({ severity }) => severity !== 'notice') ?? []
}
