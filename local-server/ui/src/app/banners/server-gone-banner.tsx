import { Code } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { parseResponse, api } from '../../api-client.ts'
import { keyedQuery, keys } from '../../query-keys.ts'
import { useStrings } from '../../strings/language.tsx'
import { useStartCommand } from '../../shared/system-queries.ts'
import { useIsServerGone } from './server-connection.ts'
import { Banner } from './banner.tsx'

const POLL_EVERY_MS = 2_000

/** Quiet, and gone by itself as soon as the server answers again. */
export function ServerGoneBanner() {
  const { app } = useStrings()
  const gone = useIsServerGone()
  const startCommand = useStartCommand()
  useQuery(
    keyedQuery(keys.health, {
      queryFn: () => parseResponse(api.health.$get()),
      enabled: gone,
      refetchInterval: POLL_EVERY_MS,
    }),
  )
  return (
    <div role="status">
      {gone && (
        <Banner>
          <p>
            {app.serverGone}{' '}
            <Code bg="transparent" c="inherit" fw={600}>
              {startCommand}
            </Code>
            .
          </p>
        </Banner>
      )}
    </div>
  )
}
