import { useEffect, useRef, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { Header } from './header.tsx'
import { HeldQueueBanner } from './held-queue-banner.tsx'
import classes from './shell.module.css'

/** Header, one `main`, and focus that follows the reader from page to page. */
export function Shell({ children }: { readonly children: ReactNode }) {
  const main = useRef<HTMLElement>(null)
  useTitleFocus(main)
  // A link to #content would be taken for a page by the router, which lives in the fragment.
  const skip = () => main.current?.focus()
  return (
    <>
      <button type="button" className={classes.skip} onClick={skip}>
        Skip to the content
      </button>
      <Header />
      <HeldQueueBanner />
      <main ref={main} tabIndex={-1} className={classes.main}>
        {children}
      </main>
    </>
  )
}

function useTitleFocus(main: React.RefObject<HTMLElement | null>): void {
  const [location] = useLocation()
  const shown = useRef(location)
  useEffect(() => {
    if (shown.current === location) return
    shown.current = location
    window.scrollTo(0, 0)
    main.current?.querySelector('h1')?.focus()
  }, [location, main])
}
