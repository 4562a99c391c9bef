import { Text } from '@mantine/core'
import type { ComponentProps } from 'react'
import type { PostBody } from '../../../../core/api/posts.ts'
import { Dot } from '../kit/dot.tsx'
import { useStrings } from '../strings/language.tsx'

const UNDER_WAY = { tone: 'link', breathes: true } as const
const DOTS: Record<PostBody['status'] | 'UNCONFIRMED', ComponentProps<typeof Dot>> = {
  DRAFT: { tone: 'soft', isHollow: true },
  SCHEDULED: { tone: 'soft' },
  QUEUED: UNDER_WAY,
  PROCESSING: UNDER_WAY,
  PUBLISHING: UNDER_WAY,
  PUBLISHED: { tone: 'green' },
  FAILED: { tone: 'red' },
  UNCONFIRMED: { tone: 'red', isHollow: true },
}

interface StatusBadgeProps {
  readonly post: Pick<PostBody, 'status' | 'publishOutcome'>
}

export function StatusBadge({ post }: StatusBadgeProps) {
  const { posts } = useStrings()
  const status = post.publishOutcome === 'unconfirmed' ? 'UNCONFIRMED' : post.status
  return (
    <Text inherit span c="var(--ink)" fw={600} style={{ whiteSpace: 'nowrap' }} data-status={status}>
      <Dot {...DOTS[status]} />
      {posts.status[status]}
    </Text>
  )
}
