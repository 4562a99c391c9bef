import { Button, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { parseResponse, pageApi } from '../../api-client.ts'
import { groups, keys } from '../../query-keys.ts'
import { queueOutlookQuery, queueStateQuery } from '../../shared/system-queries.ts'
import { useStrings } from '../../strings/language.tsx'
import { Banner } from './banner.tsx'

/** A copied or restored data folder publishes nothing until the person in front of the page has said so. */
export function HeldQueueBanner() {
  const { app } = useStrings()
  const client = useQueryClient()
  const { data } = useQuery(queueStateQuery)
  const outlook = useQuery({ ...queueOutlookQuery, enabled: data?.held === true }).data
  const confirm = useMutation({
    mutationFn: () => parseResponse(pageApi.queue.confirm.$post()),
    onSuccess: async (state) => {
      client.setQueryData(keys.queueState, state)
      await client.invalidateQueries({ queryKey: groups.posts })
    },
  })
  return (
    <div role="status">
      {data?.held && (
        <Banner gap="0.625rem 1rem" ta="start">
          <Text maw="60rem">
            {data.reason ? app.held[data.reason] : data.message} {app.heldMeans}{' '}
            {app.waiting(data.waiting, data.overdue)}
          </Text>
          {outlook && outlook.posts.length > 0 && (
            <div>
              <p>{app.willNotGoOut(outlook.posts.length)}</p>
              <ul data-marked>
                {outlook.posts.map(({ id, caption, isLive }) => (
                  <li key={id}>
                    {caption?.slice(0, 80) || app.noCaption} – {isLive ? app.isLive : app.mayBeLive}
                  </li>
                ))}
              </ul>
            </div>
          )}
          {outlook && outlook.unreadAccountIds.length > 0 && <p>{app.notAllRead}</p>}
          <Button size="xs" variant="default" loading={confirm.isPending} onClick={() => confirm.mutate()}>
            {app.publishFromHere}
          </Button>
          {confirm.isError && <p role="alert">{confirm.error.message}</p>}
        </Banner>
      )}
    </div>
  )
}
