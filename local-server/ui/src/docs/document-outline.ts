import type { SwaggerPlugin } from 'swagger-ui-dist/swagger-ui-es-bundle.js'

/** Adds what people who move by headings and landmarks miss: a second level, a region around the introduction. */
export const documentOutline: SwaggerPlugin = {
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
