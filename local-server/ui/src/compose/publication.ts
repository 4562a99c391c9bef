// Following one publication until it has ended.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { PostBody } from '../../../../core/api/posts.ts'
import { isInFlight, postQuery } from '../posts/post-queries.ts'

const SOON_MS = 1_000
const LATER_MS = 3_000
/** Photos are usually live within seconds; what takes longer is looked at less often. */
const SOON_LASTS_MS = 10_000
/** The permalink is read after publishing, and may never come. */
const PERMALINK_PATIENCE_MS = 60_000

export function usePublication(postId: string, since: number): PostBody | undefined {
  const client = useQueryClient()
  const { data: post } = useQuery({
    ...postQuery(postId),
    refetchInterval: ({ state }) => nextLook(state.data, Date.now() - since),
  })
  const ended = post && !isInFlight(post)
  useEffect(() => {
    if (!ended) return
    void client.invalidateQueries({ queryKey: ['posts', 'list'] })
    void client.invalidateQueries({ queryKey: ['posts', 'newest published'] })
  }, [client, ended])
  return post
}

function nextLook(post: PostBody | undefined, elapsed: number): number | false {
  const awaitsPermalink =
    post?.status === 'PUBLISHED' && post.igPermalink === null && elapsed < PERMALINK_PATIENCE_MS
  const goesOn = !post || isInFlight(post) || awaitsPermalink || post.publishOutcome === 'unconfirmed'
  if (!goesOn) return false
  return elapsed < SOON_LASTS_MS ? SOON_MS : LATER_MS
}
