// Combines core's rules for a post with what the page knows of its account.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { PlatformAccountBody } from '../../../../../core/api/auth.ts'
import type { PostBody } from '../../../../../core/api/posts.ts'
import {
  actionsFor,
  nextStepOf,
  type FollowedPost,
  type PostNextStep,
  type PostActions,
} from '../../../../../core/rules/publication/next-step.ts'
import { keys } from '../../query-keys.ts'
import { accountsQuery } from '../../shared/queries.ts'
import { useNow } from '../../shared/use-now.ts'

export interface PostVerdict {
  readonly step: PostNextStep
  readonly actions: PostActions
  /** Null: it was disconnected. */
  readonly account: PlatformAccountBody | null
}

/** Null while the accounts are not known. */
export function usePostVerdict(post: FollowedPost & Pick<PostBody, 'platformAccountId'>): PostVerdict | null {
  const { data: accounts, dataUpdatedAt } = useQuery(accountsQuery)
  const now = useNow()
  useFreshAccounts(post, dataUpdatedAt)
  if (accounts === undefined) return null
  const account = accounts.find(({ id }) => id === post.platformAccountId) ?? null
  return { step: nextStepOf(post, account, now), actions: actionsFor(post, account, now), account }
}

/** Refetches accounts read before the post failed: only later ones show a backoff or a lost access. */
function useFreshAccounts({ status, updatedAt }: FollowedPost, readAt: number): void {
  const client = useQueryClient()
  const isStale = status === 'FAILED' && readAt > 0 && readAt < Date.parse(updatedAt)
  useEffect(() => {
    if (isStale) void client.invalidateQueries({ queryKey: keys.accounts })
  }, [client, isStale])
}
