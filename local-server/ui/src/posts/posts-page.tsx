import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { accountsQuery } from '../shared/account-queries.ts'
import { NewTabLink } from '../shared/new-tab-link.tsx'
import { PageTitle } from '../shared/page-title.tsx'
import { ErrorBoundary } from '../shared/error-boundary.tsx'
import { useStrings } from '../strings/language.tsx'
import { ArchiveList } from './archive.tsx'
import { ARCHIVE_ADDRESS, usePostFilter } from './post-filter.ts'
import { PostFilters } from './post-filters.tsx'
import { PostList } from './post-list.tsx'
import classes from './posts-page.module.css'

/** The history: everything there is, searched and filtered, or what was deleted. */
export function PostsPage() {
  const { posts } = useStrings()
  const { filter, change } = usePostFilter()
  const hasSandbox = useQuery(accountsQuery).data?.some(({ isSandbox }) => isSandbox) ?? false
  return (
    <>
      <div className={classes.head}>
        <PageTitle title={posts.title}>{posts.intro}</PageTitle>
        {hasSandbox && <NewTabLink href="/sandbox">{posts.sandboxFeed}</NewTabLink>}
      </div>
      <nav className={classes.views} aria-label={posts.views}>
        <Link href="/posts" aria-current={filter.isArchive ? undefined : 'page'}>
          {posts.allPosts}
        </Link>
        <Link href={ARCHIVE_ADDRESS} aria-current={filter.isArchive ? 'page' : undefined}>
          {posts.deletedPosts}
        </Link>
      </nav>
      {filter.isArchive ? (
        <ErrorBoundary>
          <ArchiveList />
        </ErrorBoundary>
      ) : (
        <>
          <ErrorBoundary>
            <PostFilters filter={filter} onChange={change} />
          </ErrorBoundary>
          <ErrorBoundary resetKey={JSON.stringify(filter)}>
            <PostList
              filter={filter}
              onClear={() => change({ text: '', state: null, accountId: null, mediaType: null })}
            />
          </ErrorBoundary>
        </>
      )}
    </>
  )
}
