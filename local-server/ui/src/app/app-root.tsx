import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { useRef, useState, useEffect, useEffectEvent, type ReactNode } from 'react'
import { Router, useLocation } from 'wouter'
import { ComposerProvider } from '../compose/composer.tsx'
import { CalendarZoneProvider } from '../plan/clock/calendar-zone.tsx'
import { ImportProvider } from '../import/import-context.tsx'
import { AttentionStrip, BelowStrip } from '../inbox/attention-strip.tsx'
import { TitleFocus } from '../kit/page-title.tsx'
import { LanguageProvider, useStrings } from '../strings/language.tsx'
import { ErrorBoundary } from '../kit/error-boundary.tsx'
import { OnDemand, useIsLater } from '../shared/on-demand.tsx'
import { markOverlays } from '../shared/overlay-address.ts'
import { FollowChanges } from './changes.ts'
import { lazyPage } from './lazy-page.tsx'
import { Header } from './header.tsx'
import { SettingsNavigation } from './navigation.tsx'
import { Pages, Sheets } from './screens.tsx'
import { createQueryClient } from './query-client.ts'
import { HealthBanner, HeldQueueBanner, ServerGoneBanner } from './banners.tsx'
import { SignInGate } from './sign-in-gate.tsx'
import { theme } from './theme.ts'
import classes from './shell.module.css'
import { Asked, useAsking } from '../kit/unsaved.tsx'

const NotificationList = lazyPage<{ position: 'bottom-center' }>(
  async () => (await import('./notification-list.ts')).NotificationList,
)

export function App({ launchToken }: { readonly launchToken: string | null }) {
  const [client] = useState(createQueryClient)
  const isLater = useIsLater()
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto">
      <LanguageProvider>
        <ErrorBoundary>
          <QueryClientProvider client={client}>
            <OnDemand when={isLater}>
              <NotificationList position="bottom-center" />
            </OnDemand>
            <ServerGoneBanner />
            <SignInGate launchToken={launchToken}>
              <FollowChanges />
              <Router aroundNav={markOverlays}>
                <CalendarZoneProvider>
                  <ComposerProvider>
                    <ImportProvider>
                      <Shell />
                    </ImportProvider>
                  </ComposerProvider>
                </CalendarZoneProvider>
              </Router>
            </SignInGate>
          </QueryClientProvider>
        </ErrorBoundary>
      </LanguageProvider>
    </MantineProvider>
  )
}

/** Header, one `main`, and focus that follows the reader from page to page. */
function Shell() {
  const { app } = useStrings()
  const main = useRef<HTMLElement>(null)
  const skip = () => main.current?.focus()
  return (
    <>
      <button type="button" className={classes.skip} onClick={skip}>
        {app.skip}
      </button>
      <UnsavedPage>
        <Header />
        <ErrorBoundary>
          <HealthBanner />
          <HeldQueueBanner />
          <AttentionStrip />
        </ErrorBoundary>
        <main ref={main} tabIndex={-1} data-landing className={classes.main}>
          <BelowStrip>
            <SettingsNavigation />
            <TitleFocus>
              <Pages />
            </TitleFocus>
          </BelowStrip>
        </main>
      </UnsavedPage>
      <Sheets />
    </>
  )
}

/** Asks before something unsaved on a page is left for another one, by a link, a key or the browser’s way back, or by signing out. */
function UnsavedPage({ children }: { readonly children: ReactNode }) {
  const asking = useAsking()
  const [, navigate] = useLocation()
  const isAnswered = useRef(false)
  const ask = useEffectEvent((event: NavigateEvent) => {
    const { sameDocument, url, key } = event.destination
    const next = new URL(url)
    // A sheet or panel over the page has the same path and closes on Back. When the page itself goes back, it has asked already.
    const closes = asking.isOver && event.navigationType === 'traverse' && event.userInitiated
    const leaves = next.pathname !== window.location.pathname || closes
    // When the document is left, the browser itself asks.
    if (!sameDocument || !leaves || !event.cancelable || isAnswered.current) return
    event.preventDefault()
    asking.place.leave(() => {
      isAnswered.current = true
      if (event.navigationType === 'traverse') window.navigation.traverseTo(key)
      else navigate(`${next.pathname}${next.search}`)
    })
  })
  useEffect(() => {
    isAnswered.current = false
    // A browser from before 2026 may lack it; there, only closing the tab asks.
    if (!asking.isUnsaved || !('navigation' in window)) return
    const listen = (event: NavigateEvent) => ask(event)
    window.navigation.addEventListener('navigate', listen)
    return () => window.navigation.removeEventListener('navigate', listen)
  }, [asking.isUnsaved])
  return <Asked by={asking}>{children}</Asked>
}
