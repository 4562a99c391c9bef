// Every page and its address. The server serves the page at each first part of them: `SCREENS` in http/pages.ts.
import { Suspense, useEffect } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { PlanPage } from '../plan/plan-page.tsx'
import { ErrorBoundary } from '../shared/error-boundary.tsx'
import { prefetchWhenIdle, lazyPage } from './lazy-page.tsx'
import { PageLoading } from './page-loading.tsx'

const AccountsPage = lazyPage(async () => (await import('../accounts/accounts-page.tsx')).AccountsPage)
const GuidePage = lazyPage(async () => (await import('../accounts/guide-page.tsx')).GuidePage)
const AttentionPage = lazyPage(async () => (await import('../attention/attention-page.tsx')).AttentionPage)
const ComposePage = lazyPage(async () => (await import('../compose/compose-page.tsx')).ComposePage)
const CloudPage = lazyPage(async () => (await import('../cloud/cloud-page.tsx')).CloudPage)
const LibraryPage = lazyPage(async () => (await import('../library/library-page.tsx')).LibraryPage)
const PostPage = lazyPage(async () => (await import('../posts/post-page.tsx')).PostPage)
const PostsPage = lazyPage(async () => (await import('../posts/posts-page.tsx')).PostsPage)
const RepostsPage = lazyPage(async () => (await import('../reposts/reposts-page.tsx')).RepostsPage)
const SettingsPage = lazyPage(async () => (await import('../settings/settings-page.tsx')).SettingsPage)

export function Pages() {
  useEffect(prefetchWhenIdle, [])
  const [location] = useLocation()
  return (
    <ErrorBoundary resetKey={location}>
      <Suspense fallback={<PageLoading />}>
        <Switch>
          <Route path="/" component={ComposePage} />
          {/* A new post for a day and a time: `/at/2026-11-25T10:00`, in the reader's zone or `?zone=Asia/Tokyo`. */}
          <Route path="/at/:wallTime" component={ComposePage} />
          {/* A draft or a scheduled post to work on. */}
          <Route path="/compose/:postId" component={ComposePage} />
          <Route path="/plan" component={PlanPage} />
          <Route path="/posts" component={PostsPage} />
          <Route path="/posts/:postId" component={PostPage} />
          <Route path="/library" component={LibraryPage} />
          <Route path="/reposts" component={RepostsPage} />
          <Route path="/accounts" component={AccountsPage} />
          <Route path="/accounts/guide" component={GuidePage} />
          <Route path="/cloud" component={CloudPage} />
          <Route path="/attention" component={AttentionPage} />
          <Route path="/settings" component={SettingsPage} />
          <Route>
            <Redirect to="/" replace />
          </Route>
        </Switch>
      </Suspense>
    </ErrorBoundary>
  )
}
