// The kitchen with people who write to it, and the calls that an app reads its inbox by.
import { SECOND } from '../../../../core/time.ts'
import { answerOf, openKitchen, type Login, TOKEN } from '../kitchen.ts'

export const AS_DEMO: Login = { host: 'graph.instagram.com', token: TOKEN }

interface Page<T> {
  readonly data: readonly T[]
  readonly paging?: { readonly cursors: { readonly after: string }; readonly next?: string }
}
export interface GraphMessage {
  readonly id: string
  readonly created_time: string
  readonly from?: { readonly id: string; readonly username: string }
  readonly to?: { readonly data: readonly { readonly id: string; readonly username: string }[] }
  readonly message?: string
  readonly story?: {
    readonly mention?: { readonly id?: string; readonly link?: string }
    readonly reply_to?: { readonly id?: string; readonly link?: string }
  }
  readonly is_unsupported?: boolean
}

export const PARTS = 'id,created_time,from,to,message,story,is_unsupported'

export function openInbox(options: Parameters<typeof openKitchen>[0] = {}) {
  const kitchen = openKitchen(options)
  const { mentions } = kitchen.sandbox
  /** Calls of these may come twice a second only. */
  const askAs =
    (login: Login) =>
    (path: string, fields: Record<string, string> = {}) => {
      kitchen.advance(SECOND)
      return kitchen.callAs(login)('GET', path, fields)
    }
  const ask = askAs(AS_DEMO)
  const list = async (fields: Record<string, string> = {}) =>
    answerOf<Page<{ id: string; updated_time: string }>>(
      await ask('/me/conversations', { platform: 'instagram', ...fields }),
    )
  const messages = async (conversation: string, fields: Record<string, string> = {}) =>
    answerOf<Page<GraphMessage>>(await ask(`/${conversation}/messages`, { fields: PARTS, ...fields }))
  /** Looks at an address of the sandbox, as anybody may. */
  const look = (address: string, init: RequestInit = {}) => kitchen.sandbox.app.request(address, init)
  return { ...kitchen, mentions, ask, askAs, list, messages, look }
}

export const mentionOfDemo = { username: 'demo.kitchen' } as const
