import { CloseButton } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { PostBody } from '../../../../core/api/posts.ts'
import { SeePostLink } from '../posts/see-post-link.tsx'
import { newestPublishedQuery } from '../posts/post-queries.ts'
import { Thumbnail } from '../posts/thumbnail.tsx'
import { useAccount } from '../shared/account-queries.ts'
import { Moment } from '../shared/moment.tsx'
import { SandboxBadge } from '../shared/sandbox-badge.tsx'
import { useStrings } from '../strings/language.tsx'
import { focusField } from './form.tsx'
import classes from './latest-post.module.css'

/** The newest live post and where to go from it, until the reader puts it away. */
export function LatestPost() {
  const { compose } = useStrings()
  const { data: post } = useQuery(newestPublishedQuery)
  const [hidden, setHidden] = useLocalStorage({
    key: 'nightpost-latest-hidden',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  if (!post || hidden) return null
  return (
    <aside className={classes.latest} aria-label={compose.newest}>
      <Thumbnail post={post} />
      <Summary post={post} />
      <NextSteps />
      <CloseButton
        className={classes.close}
        aria-label={compose.hideNewest}
        onClick={() => setHidden(true)}
      />
    </aside>
  )
}

function Summary({ post }: { readonly post: PostBody }) {
  const { compose } = useStrings()
  const account = useAccount(post.platformAccountId)
  return (
    <div className={classes.summary}>
      <h2>{compose.newestIsLive}</h2>
      <p className={classes.facts}>
        <Moment at={post.publishedAt ?? post.createdAt} />
        {account && <span>{compose.on(account.username)}</span>}
        {account?.isSandbox && <SandboxBadge />}
      </p>
      {post.caption !== null && <p className={classes.caption}>{post.caption}</p>}
      <SeePostLink post={post} />
    </div>
  )
}

function NextSteps() {
  const { compose } = useStrings()
  return (
    <div className={classes.next}>
      <h3>{compose.next}</h3>
      <ul>
        <li>
          <button type="button" onClick={() => focusField('media')}>
            {compose.another}
          </button>
        </li>
        <li>
          <Link href="/plan">{compose.planOne}</Link>
        </li>
        <li>
          <Link href="/accounts/guide">{compose.connectAccount}</Link>
        </li>
      </ul>
    </div>
  )
}
