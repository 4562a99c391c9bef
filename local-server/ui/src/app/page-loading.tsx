import { Box } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { parseResponse, api, ServerGone } from '../api-client.ts'
import { keyedQuery, keys } from '../query-keys.ts'
import { BELOW_TITLE } from '../kit/page-title.tsx'
import { LoadProblem } from '../kit/problem-note.tsx'
import { useStrings } from '../strings/language.tsx'

const ASK_EVERY_MS = 2_000

/** Stands in for a page whose code is not there yet. It asks whether the server is gone: nothing else may be asking now. */
export function PageLoading() {
  const { app } = useStrings()
  const { error, refetch } = useQuery(
    keyedQuery(keys.health, {
      queryFn: () => parseResponse(api.health.$get()),
      refetchInterval: ASK_EVERY_MS,
      gcTime: 0,
    }),
  )
  if (!(error instanceof ServerGone)) return null
  return (
    <>
      {/* No PageTitle: the focus is for the title of the page that comes. */}
      <Box component="h1" mb={BELOW_TITLE}>
        {app.notRunning}
      </Box>
      <LoadProblem error={error} onRetry={() => void refetch()} />
    </>
  )
}
