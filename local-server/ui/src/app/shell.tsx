import { useRef, type ReactNode } from 'react'
import { TitleFocus } from '../shared/title-focus.tsx'
import { ErrorBoundary } from '../kit/error-boundary.tsx'
import { useStrings } from '../strings/language.tsx'
import { AttentionStrip, BelowStrip } from '../inbox/attention-strip.tsx'
import { HealthBanner, HeldQueueBanner } from './banners.tsx'
import { Header } from './header.tsx'
import { SettingsNavigation } from './navigation.tsx'
import { Sheets } from './pages.tsx'
import classes from './shell.module.css'

/** Header, one `main`, and focus that follows the reader from page to page. */
export function Shell({ children }: { readonly children: ReactNode }) {
  const { app } = useStrings()
  const main = useRef<HTMLElement>(null)
  const skip = () => main.current?.focus()
  return (
    <>
      <button type="button" className={classes.skip} onClick={skip}>
        {app.skip}
      </button>
      <Header />
      <ErrorBoundary>
        <HealthBanner />
        <HeldQueueBanner />
        <AttentionStrip />
      </ErrorBoundary>
      <main ref={main} tabIndex={-1} data-landing className={classes.main}>
        <BelowStrip>
          <SettingsNavigation />
          <TitleFocus>{children}</TitleFocus>
        </BelowStrip>
      </main>
      <Sheets />
    </>
  )
}
