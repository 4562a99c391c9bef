import '@mantine/core/styles.css'
import '@mantine/dropzone/styles.css'
import '@mantine/notifications/styles.css'
import './app/page.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app-root.tsx'
import { takeLaunchToken } from './app/sign-in-gate.tsx'
import { needTemporal } from './app/temporal.ts'
import { needTabPlace } from './shared/tab-place.ts'

// The typeface must not delay the first paint.
new PerformanceObserver((list, observer) => {
  if (list.getEntriesByName('first-contentful-paint').length === 0) return
  observer.disconnect()
  void import('@fontsource-variable/figtree/wght.css')
}).observe({ type: 'paint', buffered: true })

// Before anything else: the token must not stay in the address bar.
const launchToken = takeLaunchToken()
// Addresses were in the fragment once (`/#/posts`), and bookmarks still are.
if (/^#\/(?!\/)/.test(window.location.hash))
  window.history.replaceState(null, '', window.location.hash.slice(1))
const root = document.getElementById('page')
if (root) {
  void Promise.all([needTemporal(), needTabPlace()]).then(() =>
    createRoot(root).render(
      <StrictMode>
        <App launchToken={launchToken} />
      </StrictMode>,
    ),
  )
}
