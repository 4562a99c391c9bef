// Every page and its place in the fragment. All are loaded at once: a page must open although the server has gone away.
import { Redirect, Route, Switch } from 'wouter'
import { AccountsPage } from '../accounts/accounts-page.tsx'
import { GuidePage } from '../accounts/guide-page.tsx'
import { CloudPage } from '../cloud/cloud-page.tsx'
import { ComposePage } from '../compose/compose-page.tsx'
import { LibraryPage } from '../library/library-page.tsx'
import { PlanPage } from '../plan/plan-page.tsx'
import { PostPage } from '../posts/post-page.tsx'
import { PostsPage } from '../posts/posts-page.tsx'
import { RepostsPage } from '../reposts/reposts-page.tsx'
import { SettingsPage } from '../settings/settings-page.tsx'

export function Pages() {
  return (
    <Switch>
      <Route path="/" component={ComposePage} />
      {/* A new post for a day and a time: `/at/2026-11-25T10:00`. */}
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
      <Route path="/settings" component={SettingsPage} />
      <Route>
        <Redirect to="/" replace />
      </Route>
    </Switch>
  )
}
