// Everything that connecting accounts needs, in memory, with a login that answers what a test decides.
import { createLoginAttempts } from '../../../../core/features/accounts/login-attempts.ts'
import { createCallBudget } from '../../../../core/engine/access/call-budget.ts'
import { createTokenVault } from '../../../../core/engine/access/token-vault.ts'
import { CodedError } from '../../../../core/coded-error.ts'
import type { FoundAccount, Login, LoginToken, Profile } from '../../../../core/ports/platform/login.ts'
import { NO_ANSWER, type PlatformReply } from '../../../../core/ports/platform/platform.ts'
import { safeText } from '../../../../core/redact.ts'
import { DAY } from '../../../../core/time.ts'
import { aPlatformId, START } from '../../../factories.ts'
import { createManualClock } from '../../../fakes/manual-clock.ts'
import {
  createMemoryBlobStore,
  newMemoryDisk,
  type MemoryBlobStore,
  type MemoryDisk,
} from '../../../fakes/media/memory-blob-store.ts'
import { createMemoryLog } from '../../../fakes/memory-log.ts'
import { createSeededRandom } from '../../../fakes/seeded-random.ts'
import { openStores } from '../../../memory-database.ts'

export const TOKEN = 'IGAAtokenThatWasPasted'
export const APP = { id: '990000000000001', secret: 'secretsecretsecretsecretsecret12' }

export function aFoundAccount(change: Partial<FoundAccount> = {}): FoundAccount {
  return {
    igUserId: aPlatformId(),
    username: 'night.owl',
    name: 'Night Owl',
    accountType: 'BUSINESS',
    followersCount: 12,
    mediaCount: 3,
    pictureUrl: null,
    page: null,
    ...change,
  }
}

export function aLoginToken(change: Partial<LoginToken> = {}): LoginToken {
  return { token: TOKEN, issuedAt: START, expiresAt: START + 60 * DAY, scopes: ['a', 'b'], ...change }
}

export const ok = <T>(value: T): PlatformReply<T> => ({
  kind: 'ok',
  value,
  platformTime: null,
  facts: NO_ANSWER,
})
export const silence: PlatformReply<never> = {
  kind: 'unknown',
  reason: safeText('no answer in time'),
  platformTime: null,
  facts: NO_ANSWER,
}
export function refusedWith(code: number, subcode: number | null = null): PlatformReply<never> {
  const refusal = { httpStatus: 400, code, subcode, message: safeText('no'), title: null, traceId: null }
  return { kind: 'refused', refusal, platformTime: null, facts: NO_ANSWER }
}

/** `says` is what the platform says from now on, `asked` what it was asked, `told` what was stored when the Worker was to learn of it. */
export async function createLoginWorld() {
  const clock = createManualClock()
  const random = createSeededRandom()
  const disk = newMemoryDisk()
  const blobs = createMemoryBlobStore(disk)
  const stores = openStores()
  const says = {
    found: [aFoundAccount()] as FoundAccount[] | Error,
    token: aLoginToken(),
    refresh: silence as PlatformReply<LoginToken>,
    profile: silence as PlatformReply<Profile>,
    picture: null as Uint8Array<ArrayBuffer> | null,
  }
  const asked: string[] = []
  const told: string[][] = []
  const login: { -readonly [Key in keyof Login]: Login[Key] } = {
    authorizeUrl: ({ appId, redirectUri, state, also = [] }) =>
      `https://login.example/?${new URLSearchParams({ appId, redirectUri, state, comments: String(also.includes('comments')) })}`,
    async redeem({ code, redirectUri }) {
      asked.push(`redeem ${code} for ${redirectUri}`)
      return says.token
    },
    async adopt(token, app) {
      asked.push(`adopt ${token}${app ? ` with app ${app.id}` : ''}`)
      return { ...says.token, token }
    },
    async accounts() {
      if (says.found instanceof Error) throw says.found
      return says.found
    },
    async profile(token) {
      asked.push(`profile with ${token}`)
      return says.profile
    },
    checkApp: null,
    async refresh(token) {
      asked.push(`refresh ${token}`)
      return says.refresh
    },
  }
  const ports = {
    clock,
    calls: createCallBudget(clock),
    random,
    blobs,
    log: createMemoryLog(),
    accounts: stores.accounts,
    settings: stores.settings,
    ledger: stores.ledger,
    images: picturesAreMarked(blobs, disk),
    vault: await createTokenVault(new Uint8Array(32).fill(7), random),
    attempts: createLoginAttempts({ clock, random }),
    logins: { login: () => login, isSandboxToken: (token: string) => token.startsWith('IGSANDBOX') },
    appFor: async () => APP as typeof APP | null,
    cloud: {
      accountChanged: () => void told.push(stores.data.accounts.values().map(({ username }) => username)),
    },
    redirectUri: (method: string) => `http://localhost:4100/api/auth/callback/${method}`,
    pictures: {
      async download(url: string) {
        asked.push(`download ${url}`)
        if (says.picture === null) throw new CodedError('MEDIA_INVALID', 'no picture')
        return blobs.stage(says.picture)
      },
    },
  }
  return { stores, ports, says, asked, told, clock, disk, login }
}

export const A_PICTURE = new Uint8Array([0xff, 0xd8, 0xff, 1])
export const MADE_ANEW = new Uint8Array([0xff, 0xd8, 0xff, 9])

/** Whatever begins like a JPEG counts as a picture here, and is re-encoded to other bytes. */
function picturesAreMarked(blobs: MemoryBlobStore, { staged }: MemoryDisk) {
  return {
    async normalise(stagingKey: string) {
      if (staged.get(stagingKey)?.[0] !== 0xff) throw new CodedError('MEDIA_INVALID', 'This is no picture.')
      const [key, thumbnailKey] = [blobs.stage(MADE_ANEW), blobs.stage(MADE_ANEW)]
      return {
        stagingKey: key,
        thumbnail: { stagingKey: thumbnailKey, placeholder: '' },
        width: 1,
        height: 1,
        size: 4,
      }
    },
  }
}

export type LoginWorld = Awaited<ReturnType<typeof createLoginWorld>>
