import { Button } from '@mantine/core'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { QueueRoutes } from '../../../../core/http/routes/queue.ts'
import { answer } from '../api-client.ts'
import classes from './held-queue-banner.module.css'

/** The page's own routes, beside the contract. */
const { queue } = hc<QueueRoutes>('/api')

/** It is decided at the start of the server, and ended here. */
const stateQuery = queryOptions({
  queryKey: ['queue-state'],
  queryFn: () => answer(queue.state.$get()),
  staleTime: Number.POSITIVE_INFINITY,
})

/** A copied or restored data folder publishes nothing until the person in front of the page has said so. */
export function HeldQueueBanner() {
  const client = useQueryClient()
  const { data } = useQuery(stateQuery)
  const confirm = useMutation({
    mutationFn: () => answer(queue.confirm.$post()),
    onSuccess: async (state) => {
      client.setQueryData(stateQuery.queryKey, state)
      await client.invalidateQueries({ queryKey: ['posts'] })
    },
  })
  return (
    <div role="status">
      {data?.held && (
        <div className={classes.banner}>
          <p>
            {data.message} {waitingText(data)}
          </p>
          <Button size="xs" variant="default" loading={confirm.isPending} onClick={() => confirm.mutate()}>
            Publish from here
          </Button>
          {confirm.isError && <p role="alert">{confirm.error.message}</p>}
        </div>
      )}
    </div>
  )
}

function waitingText({ waiting, overdue }: { readonly waiting: number; readonly overdue: number }): string {
  if (waiting === 0) return 'Nothing is waiting here now.'
  const posts = waiting === 1 ? '1 post is waiting' : `${waiting} posts are waiting`
  return overdue === 0 ? `${posts}.` : `${posts}; ${overdue} of them would go out at once.`
}
