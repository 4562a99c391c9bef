import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { Router } from 'wouter'
import { ComposerProvider } from '../compose/composer.tsx'
import { CalendarZoneProvider } from '../plan/clock/calendar-zone.tsx'
import { SignInGate } from '../sign-in/sign-in-gate.tsx'
import { ImportProvider } from '../import/import-context.tsx'
import { LanguageProvider } from '../strings/language.tsx'
import { ErrorBoundary } from '../kit/error-boundary.tsx'
import { OnDemand, useIsLater } from '../shared/on-demand.tsx'
import { FollowChanges } from './changes.ts'
import { createServerConnection, ServerConnectionContext } from './server-connection.ts'
import { lazyPage } from './lazy-page.tsx'
import { Pages } from './pages.tsx'
import { createQueryClient } from './query-client.ts'
import { ServerGoneBanner } from './banners.tsx'
import { Shell } from './shell.tsx'
import { theme } from './theme.ts'

const NotificationList = lazyPage<{ position: 'bottom-center' }>(
  async () => (await import('./notification-list.ts')).NotificationList,
)

export function App({ launchToken }: { readonly launchToken: string | null }) {
  const [connection] = useState(createServerConnection)
  const [client] = useState(() => createQueryClient(connection))
  const isLater = useIsLater()
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto">
      <LanguageProvider>
        <ErrorBoundary>
          <QueryClientProvider client={client}>
            <OnDemand when={isLater}>
              <NotificationList position="bottom-center" />
            </OnDemand>
            <ServerConnectionContext value={connection}>
              <ServerGoneBanner />
              <SignInGate launchToken={launchToken}>
                <FollowChanges />
                <Router>
                  <CalendarZoneProvider>
                    <ComposerProvider>
                      <ImportProvider>
                        <Shell>
                          <Pages />
                        </Shell>
                      </ImportProvider>
                    </ComposerProvider>
                  </CalendarZoneProvider>
                </Router>
              </SignInGate>
            </ServerConnectionContext>
          </QueryClientProvider>
        </ErrorBoundary>
      </LanguageProvider>
    </MantineProvider>
  )
}
