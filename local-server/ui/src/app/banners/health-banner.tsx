import { useQuery } from '@tanstack/react-query'
import type { StorageTrouble } from '../../../../../core/ports/data-storage.ts'
import { parseResponse, api, ApiError, type ResponseBody } from '../../api-client.ts'
import { keyedQuery, keys } from '../../query-keys.ts'
import { useStrings } from '../../strings/language.tsx'
import type { Strings } from '../../strings/strings.ts'
import { Banner } from './banner.tsx'

const POLL_EVERY_MS = 30_000
const WHILE_TROUBLED_MS = 5_000

type Problem = ResponseBody<typeof api.health.$get>['problems'][number]

/** Asked anew, too, when something could not be stored: see query-client.ts. */
const healthQuery = keyedQuery(keys.health, {
  queryFn: () => parseResponse(api.health.$get()),
  refetchInterval: ({ state }) =>
    state.error !== null || state.data?.problems.some(isToldHere) ? WHILE_TROUBLED_MS : POLL_EVERY_MS,
})

/** Says what keeps the server from storing anything, and what helps. */
export function HealthBanner() {
  const { app } = useStrings()
  const { data, error } = useQuery(healthQuery)
  const problems = data?.problems.filter(isToldHere) ?? []
  const sentences = error instanceof ApiError ? [error.message] : problems.map((one) => sentenceOf(one, app))
  return (
    <div role="status">
      {sentences.map((sentence) => (
        <Banner key={sentence}>
          <p>{sentence}</p>
        </Banner>
      ))}
    </div>
  )
}

/** A held folder has a banner of its own, and a post in doubt says so itself. */
function isToldHere({ code }: Problem): boolean {
  return code !== 'QUEUE_HELD' && code !== 'POSTS_NEED_ATTENTION'
}

/** A newer server may know more causes than this page; then its own words are shown. */
function sentenceOf({ code, cause, message }: Problem, { problems }: Strings['app']): string {
  const sentences: Readonly<Record<string, string>> = problems
  return sentences[cause ?? USUAL_CAUSE[code] ?? ''] ?? message
}

const USUAL_CAUSE: Partial<Record<Problem['code'], StorageTrouble>> = {
  DISK_FULL: 'full',
  DISK_UNWRITABLE: 'unwritable',
  DISK_FAILING: 'failing',
}
