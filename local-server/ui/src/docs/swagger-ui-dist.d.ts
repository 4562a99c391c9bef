declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  import type * as React from 'react'

  interface SwaggerSystem {
    /** The viewer carries a React of its own. */
    readonly React: typeof React
  }
  type Wrap = (Original: React.ComponentType, system: SwaggerSystem) => React.ComponentType
  export interface SwaggerPlugin {
    readonly wrapComponents: Readonly<Record<string, Wrap>>
  }
  interface SwaggerOptions {
    readonly dom_id: string
    readonly url: string
    readonly validatorUrl: string | null
    readonly persistAuthorization: boolean
    readonly tryItOutEnabled: boolean
    readonly deepLinking: boolean
    readonly plugins: readonly SwaggerPlugin[]
  }
  export default function SwaggerUI(options: SwaggerOptions): unknown
}
