// What speaks for an account at the private API, as tests need it.
import type { PrivateApiSession, PrivateApiState } from '../../../core/ports/reposts/private-api.ts'
import { aPlatformId, START } from '../../factories.ts'

export function aPrivateApiState(change: Partial<PrivateApiState> = {}): PrivateApiState {
  return { session: null, challenge: null, device: null, loginTries: [], lastLoginAt: null, ...change }
}

export function aPrivateApiSession(change: Partial<PrivateApiSession> = {}): PrivateApiSession {
  return {
    transport: 'web',
    userId: aPlatformId(),
    username: 'night.owl',
    cookies: { sessionid: '999%3AsecretSession%3A1', csrftoken: 'csrfValue' },
    authorization: null,
    wwwClaim: '0',
    mid: null,
    routing: {},
    device: { guid: 'g', phoneId: 'p', deviceId: 'android-0123456789abcdef', adid: 'a' },
    userAgent: 'Mozilla/5.0',
    createdAt: START,
    lastOkAt: null,
    isDead: false,
    ...change,
  }
}
