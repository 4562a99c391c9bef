import '@mantine/core/styles.css'
import '@mantine/dropzone/styles.css'
import '@mantine/notifications/styles.css'
import './app/page.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { needTemporal } from './app/temporal.ts'
import { takeLaunchToken } from './sign-in/launch-token.ts'

// Before anything else: the token must not stay in the address bar.
const launchToken = takeLaunchToken()
// Addresses were in the fragment once (`/#/posts`), and bookmarks still are.
if (/^#\/(?!\/)/.test(window.location.hash))
  window.history.replaceState(null, '', window.location.hash.slice(1))
const root = document.getElementById('page')
if (root) {
  void needTemporal().then(() =>
    createRoot(root).render(
      <StrictMode>
        <App launchToken={launchToken} />
      </StrictMode>,
    ),
  )
}
