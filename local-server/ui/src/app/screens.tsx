// Every page and its address. The server serves the page at what begins each of them: `SCREENS` in http/pages.ts.
import { Suspense, useEffect, useRef } from 'react'
import { Redirect, Route, Switch, useLocation, useSearch } from 'wouter'
import { useImport } from '../import/import-context.tsx'
import { listAddressOf } from '../plan/plan-address.ts'
import { PlanPage } from '../plan/plan-page.tsx'
import { ErrorBoundary } from '../kit/error-boundary.tsx'
import { OnDemand, useIsLater } from '../shared/on-demand.tsx'
import { useOverlays } from '../shared/overlay-address.ts'
import { prefetchWhenIdle, lazyPage, PageLoading } from './lazy-page.tsx'

const AccountsPage = lazyPage(async () => (await import('../accounts/accounts-page.tsx')).AccountsPage)
const GuidePage = lazyPage(async () => (await import('../accounts/guide-page.tsx')).GuidePage)
const DropAnywhere = lazyPage(async () => (await import('../import/drop-anywhere.tsx')).DropAnywhere)
const ImportSheet = lazyPage(async () => (await import('../import/import-sheet.tsx')).ImportSheet)
const CloudPage = lazyPage(async () => (await import('../cloud/cloud-page.tsx')).CloudPage)
const InboxPage = lazyPage(async () => (await import('../inbox/inbox-page.tsx')).InboxPage)
const LibraryPage = lazyPage(async () => (await import('../library/library-page.tsx')).LibraryPage)
const PostPage = lazyPage(async () => (await import('../posts/post-page.tsx')).PostPage)
const PostSheet = lazyPage(async () => (await import('../compose/post-sheet.tsx')).PostSheet)
const RepostsPage = lazyPage(async () => (await import('../reposts/reposts-page.tsx')).RepostsPage)
const SettingsPage = lazyPage(async () => (await import('../settings/settings-page.tsx')).SettingsPage)

export function Pages() {
  useEffect(prefetchWhenIdle, [])
  const [location] = useLocation()
  const search = useSearch()
  const { pageHref } = useOverlays()
  const cameFrom = useRef('/plan')
  if (!location.startsWith('/posts/')) cameFrom.current = pageHref
  return (
    <ErrorBoundary resetKey={location}>
      <Suspense fallback={<PageLoading />}>
        <Switch>
          <Route path="/plan" component={PlanPage} />
          <Route path="/posts/:postId">
            {({ postId }) => <PostPage key={postId} id={postId} cameFrom={cameFrom.current} />}
          </Route>
          <Route path="/library" component={LibraryPage} />
          <Route path="/inbox" component={InboxPage} />
          <Route path="/settings" component={SettingsPage} />
          <Route path="/settings/accounts" component={AccountsPage} />
          <Route path="/settings/accounts/guide" component={GuidePage} />
          <Route path="/settings/reposts" component={RepostsPage} />
          <Route path="/settings/cloud" component={CloudPage} />
          {/* Bookmarks of pages that have moved. */}
          {['/accounts', '/accounts/guide', '/reposts', '/cloud'].map((path) => (
            <Route key={path} path={path}>
              <Redirect to={`/settings${path}${search && `?${search}`}`} replace />
            </Route>
          ))}
          <Route path="/posts">
            <Redirect to={listAddressOf(search)} replace />
          </Route>
          <Route path="/attention">
            <Redirect to="/inbox" replace />
          </Route>
          <Route path="/compose/:postId">
            {({ postId }) => <Redirect to={`/plan?post=${postId}`} replace />}
          </Route>
          <Route>
            <Redirect to="/plan" replace />
          </Route>
        </Switch>
      </Suspense>
    </ErrorBoundary>
  )
}

/** What lies over the page. Each part waits for its own code: one that cannot be fetched hides no other. */
export function Sheets() {
  const { post } = useOverlays()
  const { files } = useImport()
  const isLater = useIsLater()
  return (
    <ErrorBoundary resetKey={post ?? ''}>
      <OnDemand when={post !== null}>
        <PostSheet />
      </OnDemand>
      <Suspense fallback={null}>{files !== null && <ImportSheet files={files} />}</Suspense>
      <OnDemand when={isLater}>
        <DropAnywhere />
      </OnDemand>
    </ErrorBoundary>
  )
}
