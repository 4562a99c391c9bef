import { useInViewport } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { PostBody } from '../../../../core/api/posts.ts'
import { useAccount } from '../shared/account-queries.ts'
import { Moment } from '../shared/moment.tsx'
import { SandboxBadge } from '../shared/sandbox-badge.tsx'
import { failureText } from './failure.ts'
import { Permalink } from './permalink.tsx'
import { postQuery } from './post-queries.ts'
import { ProfileLink } from './profile-link.tsx'
import classes from './post-row.module.css'
import { StatusBadge } from './status-badge.tsx'
import { Thumbnail } from './thumbnail.tsx'

export function PostRow({ post }: { readonly post: PostBody }) {
  const { ref, seen } = useSeen()
  // The list carries no media; each row asks for its own when it comes into sight.
  const details = useQuery({ ...postQuery(post.id), enabled: seen, staleTime: Number.POSITIVE_INFINITY })
  return (
    <li ref={ref} className={classes.row}>
      <Thumbnail post={details.data ?? (details.isError ? post : undefined)} />
      <div className={classes.body}>
        <Facts post={post} />
        <p className={classes.caption}>{post.caption ?? <span className={classes.none}>No caption</span>}</p>
        {post.status === 'FAILED' && <Failure post={post} />}
        <Permalink post={post} />
        {post.publishOutcome === 'unconfirmed' && <ProfileLink post={post} />}
      </div>
    </li>
  )
}

function Facts({ post }: { readonly post: PostBody }) {
  const account = useAccount(post.platformAccountId)
  return (
    <p className={classes.facts}>
      <StatusBadge post={post} />
      <Moment at={timeOf(post)} />
      {post.handover !== null && <span>in the cloud</span>}
      <span>{account ? account.username : 'a disconnected account'}</span>
      {account?.isSandbox && <SandboxBadge />}
    </p>
  )
}

/** Of what waits for its time, that time; else when something last happened to it. */
function timeOf({ status, scheduledFor, publishedAt, lastAttemptAt, createdAt }: PostBody): string {
  if (status === 'SCHEDULED' && scheduledFor !== null) return scheduledFor
  return publishedAt ?? lastAttemptAt ?? createdAt
}

function Failure({ post }: { readonly post: PostBody }) {
  const { title, cause, advice } = failureText(post)
  return (
    <div className={classes.failure}>
      <p>
        <strong>{title}.</strong> {cause}
      </p>
      <p>{advice}</p>
    </div>
  )
}

function useSeen() {
  const { ref, inViewport } = useInViewport<HTMLLIElement>()
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    if (inViewport) setSeen(true)
  }, [inViewport])
  return { ref, seen }
}
