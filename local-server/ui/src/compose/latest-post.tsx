import { CloseButton } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { PostBody } from '../../../../core/api/posts.ts'
import { Permalink } from '../posts/permalink.tsx'
import { newestPublishedQuery } from '../posts/post-queries.ts'
import { Thumbnail } from '../posts/thumbnail.tsx'
import { useAccount } from '../shared/account-queries.ts'
import { Moment } from '../shared/moment.tsx'
import { NewTabLink } from '../shared/new-tab-link.tsx'
import { SandboxBadge } from '../shared/sandbox-badge.tsx'
import classes from './latest-post.module.css'
import { focusPhotoField } from './focus-photo-field.ts'

/** The newest live post and where to go from it, until the reader puts it away. */
export function LatestPost() {
  const { data: post } = useQuery(newestPublishedQuery)
  const [hidden, setHidden] = useLocalStorage({
    key: 'nightpost-latest-hidden',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  if (!post || hidden) return null
  return (
    <aside className={classes.latest} aria-label="Your newest post">
      <Thumbnail post={post} />
      <Summary post={post} />
      <NextSteps />
      <CloseButton
        className={classes.close}
        aria-label="Do not show this again"
        onClick={() => setHidden(true)}
      />
    </aside>
  )
}

function Summary({ post }: { readonly post: PostBody }) {
  const account = useAccount(post.platformAccountId)
  return (
    <div className={classes.summary}>
      <h2>Your newest post is live</h2>
      <p className={classes.facts}>
        <Moment at={post.publishedAt ?? post.createdAt} />
        {account && <span>on {account.username}</span>}
        {account?.isSandbox && <SandboxBadge />}
      </p>
      {post.caption !== null && <p className={classes.caption}>{post.caption}</p>}
      <Permalink post={post} />
    </div>
  )
}

function NextSteps() {
  return (
    <div className={classes.next}>
      <h3>Next</h3>
      <ul>
        <li>
          <button type="button" onClick={focusPhotoField}>
            Publish another
          </button>
        </li>
        <li>
          <Link href="/api-keys">Create an API key for a script</Link>
        </li>
        <li>
          <NewTabLink href="/sandbox">See the sandbox feed</NewTabLink>
        </li>
      </ul>
    </div>
  )
}
