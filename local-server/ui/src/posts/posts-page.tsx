import { Button, Skeleton } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { accountsQuery } from '../shared/account-queries.ts'
import { EmptyState } from '../shared/empty-state.tsx'
import { NewTabLink } from '../shared/new-tab-link.tsx'
import { PageTitle } from '../shared/page-title.tsx'
import { LoadProblem } from '../shared/problem-note.tsx'
import { postListQuery } from './post-queries.ts'
import { PostRow } from './post-row.tsx'
import classes from './posts-page.module.css'

export function PostsPage() {
  const hasSandbox = useQuery(accountsQuery).data?.some(({ isSandbox }) => isSandbox) ?? false
  return (
    <>
      <div className={classes.head}>
        <PageTitle title="Posts">Everything you have published or scheduled, newest first.</PageTitle>
        {hasSandbox && <NewTabLink href="/sandbox">Sandbox feed</NewTabLink>}
      </div>
      <PostList />
    </>
  )
}

function PostList() {
  const list = useInfiniteQuery(postListQuery)
  if (list.isPending) return <Skeleton height={120} radius="lg" />
  if (list.isError && list.data === undefined) {
    return <LoadProblem error={list.error} onRetry={() => void list.refetch()} />
  }
  if (list.data.length === 0) return <NoPosts />
  return (
    <>
      <ul className={classes.list}>
        {list.data.map((post) => (
          <PostRow key={post.id} post={post} />
        ))}
      </ul>
      {list.hasNextPage && (
        <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Load more posts
        </Button>
      )}
    </>
  )
}

function NoPosts() {
  return (
    <EmptyState
      title="No posts yet"
      text="What you publish appears here, with its state and a link to the post."
    >
      <Button component={Link} href="/">
        Publish your first post
      </Button>
    </EmptyState>
  )
}
