import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link } from 'wouter'
import { EmptyState } from '../shared/empty-state.tsx'
import { NEW_POST, usePostSheet } from '../shared/post-sheet-address.ts'
import { LoadProblem } from '../shared/problem-note.tsx'
import { useStrings } from '../strings/language.tsx'
import { isEmpty, type PostListFilter } from './post-filter.ts'
import classes from './post-list.module.css'
import { postSearchQuery } from './post-queries.ts'
import { PostRow } from './post-row.tsx'

interface PostListProps {
  readonly filter: PostListFilter
  readonly onClear: () => void
}

export function PostList({ filter, onClear }: PostListProps) {
  const { posts } = useStrings()
  const list = useInfiniteQuery(postSearchQuery(filter))
  const rows = useRef<HTMLUListElement>(null)
  if (list.isPending) return <Skeletons />
  if (list.isError && list.data === undefined) {
    return <LoadProblem error={list.error} onRetry={() => void list.refetch()} />
  }
  const found = list.data
  const loadMore = async () => {
    await list.fetchNextPage()
    // The button moves away or goes: the keyboard goes on at the first post that came.
    rows.current?.children[found.length]?.querySelector('a')?.focus()
  }
  return (
    <>
      <VisuallyHidden role="status">
        {!isEmpty(filter) && posts.found(found.length, list.hasNextPage)}
      </VisuallyHidden>
      {found.length === 0 && <Nothing isFiltered={!isEmpty(filter)} onClear={onClear} />}
      {found.length > 0 && (
        <ul ref={rows} className={classes.list} data-stale={list.isPlaceholderData || undefined}>
          {found.map((post) => (
            <PostRow key={post.id} post={post} />
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void loadMore()}>
          {posts.loadMore}
        </Button>
      )}
    </>
  )
}

function Nothing({ isFiltered, onClear }: { readonly isFiltered: boolean; readonly onClear: () => void }) {
  const { none, nothingFound } = useStrings().posts
  const sheet = usePostSheet()
  if (isFiltered) {
    return (
      <EmptyState title={nothingFound.title} text={nothingFound.text}>
        <Button variant="default" onClick={onClear}>
          {nothingFound.action}
        </Button>
      </EmptyState>
    )
  }
  return (
    <EmptyState title={none.title} text={none.text}>
      <Button component={Link} href={sheet.hrefOf(NEW_POST)}>
        {none.action}
      </Button>
    </EmptyState>
  )
}

/** Placeholders as tall as the rows that come. */
export function Skeletons() {
  return (
    <div className={classes.skeletons}>
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} height={88} radius="lg" />
      ))}
    </div>
  )
}
