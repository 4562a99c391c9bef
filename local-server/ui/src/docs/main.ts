// The API docs. The viewer and the document both come from this machine.
import 'swagger-ui-dist/swagger-ui.css'
import './docs.css'
import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js'
import { followColourScheme } from './colour-scheme.ts'
import { documentOutline } from './document-outline.ts'

followColourScheme()
SwaggerUI({
  dom_id: '#docs',
  url: '/api/v1/openapi.json',
  // Otherwise it would ask a server on the internet whether the document is valid.
  validatorUrl: null,
  persistAuthorization: true,
  tryItOutEnabled: true,
  deepLinking: false,
  plugins: [documentOutline],
})
