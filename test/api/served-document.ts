import { contractRoutes } from '../../core/http/mount-routes.ts'
import { openApiDocument } from '../../core/http/openapi.ts'

/** The OpenAPI document as the app serves it. It says what the routes are, and asks nothing of what is behind them. */
export const servedText = () => JSON.stringify(openApiDocument(contractRoutes(NOTHING, NOTHING)))

const NOTHING: never = new Proxy(() => {}, { get: () => NOTHING, apply: () => NOTHING }) as never
