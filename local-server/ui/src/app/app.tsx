import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { Redirect, Route, Router, Switch } from 'wouter'
import { useHashLocation } from 'wouter/use-hash-location'
import { AccountsPage } from '../accounts/accounts-page.tsx'
import { ApiKeysPage } from '../api-keys/api-keys-page.tsx'
import { PostsPage } from '../posts/posts-page.tsx'
import { DraftProvider } from '../publish/draft.tsx'
import { PublishPage } from '../publish/publish-page.tsx'
import { SignInGate } from '../sign-in/sign-in-gate.tsx'
import { createConnection } from './connection.ts'
import { createQueryClient } from './query-client.ts'
import { ServerGoneBanner } from './server-gone-banner.tsx'
import { Shell } from './shell.tsx'
import { theme } from './theme.ts'

export function App({ launchToken }: { readonly launchToken: string | null }) {
  const [connection] = useState(createConnection)
  const [client] = useState(() => createQueryClient(connection))
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto">
      <QueryClientProvider client={client}>
        <Notifications position="bottom-center" />
        <ServerGoneBanner connection={connection} />
        <SignInGate launchToken={launchToken}>
          <Router hook={useHashLocation}>
            <DraftProvider>
              <Shell>
                <Switch>
                  <Route path="/" component={PublishPage} />
                  <Route path="/posts" component={PostsPage} />
                  <Route path="/accounts" component={AccountsPage} />
                  <Route path="/api-keys" component={ApiKeysPage} />
                  <Route>
                    <Redirect to="/" replace />
                  </Route>
                </Switch>
              </Shell>
            </DraftProvider>
          </Router>
        </SignInGate>
      </QueryClientProvider>
    </MantineProvider>
  )
}
