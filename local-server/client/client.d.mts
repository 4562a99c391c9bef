import type { Client } from 'openapi-fetch'
import type { components, paths } from './contract.d.mts'

export interface NightpostOptions {
  /** An API key: `app_live_…`. */
  readonly key: string
  /** Default `http://127.0.0.1:4100`. */
  readonly origin?: string
  readonly fetch?: (request: Request) => Promise<Response>
}

export type Nightpost = Client<paths>

/**
 * Calls of the API, such as `nightpost.GET('/posts', { params: { query: { status: 'FAILED' } } })`. A GET that gets no answer is
 * sent again, any other request only with the header `Idempotency-Key`. A file is uploaded as a `File`, which has its name:
 * `nightpost.POST('/media/upload', { body: { file } })`.
 */
export function createNightpost(options: NightpostOptions): Nightpost

export type { components, paths }
