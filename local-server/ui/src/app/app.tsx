import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { Router } from 'wouter'
import { ComposerProvider } from '../compose/composer.tsx'
import { SignInGate } from '../sign-in/sign-in-gate.tsx'
import { ImportProvider } from '../import/import-context.tsx'
import { LanguageProvider } from '../strings/language.tsx'
import { ErrorBoundary } from '../shared/error-boundary.tsx'
import { FollowChanges } from './changes.ts'
import { createServerConnection, ServerConnectionContext } from './server-connection.ts'
import { Pages } from './pages.tsx'
import { createQueryClient } from './query-client.ts'
import { ServerGoneBanner } from './server-gone-banner.tsx'
import { Shell } from './shell.tsx'
import { theme } from './theme.ts'

export function App({ launchToken }: { readonly launchToken: string | null }) {
  const [connection] = useState(createServerConnection)
  const [client] = useState(() => createQueryClient(connection))
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto">
      <LanguageProvider>
        <ErrorBoundary>
          <QueryClientProvider client={client}>
            <Notifications position="bottom-center" />
            <ServerConnectionContext value={connection}>
              <ServerGoneBanner />
              <SignInGate launchToken={launchToken}>
                <FollowChanges />
                <Router>
                  <ComposerProvider>
                    <ImportProvider>
                      <Shell>
                        <Pages />
                      </Shell>
                    </ImportProvider>
                  </ComposerProvider>
                </Router>
              </SignInGate>
            </ServerConnectionContext>
          </QueryClientProvider>
        </ErrorBoundary>
      </LanguageProvider>
    </MantineProvider>
  )
}
