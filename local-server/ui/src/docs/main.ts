// The API docs. The viewer and the document both come from this machine.
import 'swagger-ui-dist/swagger-ui.css'
import '@fontsource-variable/figtree/wght.css'
import './docs.css'
import SwaggerUI, { type SwaggerPlugin } from 'swagger-ui-dist/swagger-ui-es-bundle.js'

/** Storage key of the page's colour scheme. */
const CHOICE_KEY = 'mantine-color-scheme-value'

/** Adds what people who move by headings and landmarks miss: a second level, a region around the introduction. */
const documentOutline: SwaggerPlugin = {
  wrapComponents: {
    operations: (Original, { React }) =>
      function OperationsWithHeading(props) {
        const heading = React.createElement('h2', { className: 'unseen' }, 'Endpoints')
        return React.createElement(React.Fragment, null, heading, React.createElement(Original, props))
      },
    InfoContainer: (Original, { React }) =>
      function InfoInRegion(props) {
        const label = { 'aria-label': 'About this API' }
        return React.createElement('section', label, React.createElement(Original, props))
      },
  },
}

followColourScheme()
SwaggerUI({
  dom_id: '#docs',
  url: '/api/v1/openapi.json',
  // Otherwise it would ask a server on the internet whether the document is valid.
  validatorUrl: null,
  // In the browser’s storage, any program that takes the port later could read a key.
  persistAuthorization: false,
  tryItOutEnabled: true,
  deepLinking: false,
  plugins: [documentOutline],
})

/** Dark when the page was set to dark, else as the system wants it. */
function followColourScheme(): void {
  const system = window.matchMedia('(prefers-color-scheme: dark)')
  const apply = () => {
    const choice = window.localStorage.getItem(CHOICE_KEY)
    const dark = choice === 'dark' || (choice !== 'light' && system.matches)
    document.documentElement.classList.toggle('dark-mode', dark)
  }
  apply()
  system.addEventListener('change', apply)
  window.addEventListener('storage', apply)
}
