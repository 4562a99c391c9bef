// What speaks for an account at the native hosts, as tests need it.
import type { NativeSession, NativeState } from '../../core/ports/native-host.ts'
import { aPlatformId, START } from '../factories.ts'

export function aNativeState(change: Partial<NativeState> = {}): NativeState {
  return { session: null, challenge: null, device: null, loginTries: [], lastLoginAt: null, ...change }
}

export function aNativeSession(change: Partial<NativeSession> = {}): NativeSession {
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
