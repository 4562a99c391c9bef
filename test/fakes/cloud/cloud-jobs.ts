// What a server hands to its Worker, as tests need it.
import { createTokenVault } from '../../../core/engine/access/token-vault.ts'
import { toHex } from '../../../core/base64url.ts'
import {
  cloudTokenOwner,
  type AccountEnvelope,
  type JobEnvelope,
} from '../../../core/engine/worker/protocol.ts'
import { webCryptoRandom } from '../../../core/random.ts'
import { DEMO_ACCOUNT, SANDBOX_ACCESS_TOKEN } from '../../../local-server/sandbox/demo-account.ts'
import { ALL_ACCOUNTS } from '../../../local-server/sandbox/people/cast.ts'
import {
  SANDBOX_CREATOR_TOKEN,
  SANDBOX_PARTNER_TOKEN,
  SANDBOX_PLATFORM_TOKEN,
} from '../../../local-server/sandbox/tokens/known-tokens.ts'

/** 16 × 16 grey. */
export const JPEG = Uint8Array.from(
  atob(
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAgGBgcGBQgHBwcJCQgKDBQNDAsLDBkSEw8UHRofHh0aHBwgJC4nICIsIxwcKDcpLDAxNDQ0Hyc5PTgyPC4zNDL/wAALCAAQABABAREA/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/9oACAEBAAA/APMKKKK//9k=',
  ),
  (char) => char.charCodeAt(0),
)

/** A key of the bucket, as hand-overs make them. */
export function aMediaKey(): string {
  return `media/${toHex(webCryptoRandom.bytes(16))}.jpg`
}

/** A picture of demo.kitchen. Its caption is its name. */
export function aJobEnvelope(
  change: Partial<Omit<JobEnvelope, 'payload'>> & {
    readonly caption?: string
    readonly keys?: readonly string[]
    /** What follows under the post once it is live. */
    readonly under?: JobEnvelope['payload']['options']
  } = {},
): JobEnvelope {
  const { caption = crypto.randomUUID(), keys = [aMediaKey()], under, ...envelope } = change
  const items = keys.map((key) => ({
    mediaFileId: crypto.randomUUID(),
    kind: 'image' as const,
    publicKey: key,
    blobKey: key,
  }))
  return {
    version: under === undefined ? 1 : 2,
    jobId: crypto.randomUUID(),
    revision: 1,
    postId: crypto.randomUUID(),
    accountId: ACCOUNTS.demo.id,
    publishAt: 0,
    mediaBaseUrl: 'https://worker.example',
    payload: {
      mediaType: keys.length > 1 ? 'CAROUSEL' : 'IMAGE',
      caption,
      items,
      userTags: [],
      storyMentions: [],
      collaborators: [],
      locationId: null,
      crossPostToPartner: false,
      ...(under && { options: under }),
    },
    ...envelope,
  }
}

/** Accounts whose tokens every sandbox knows. */
export const ACCOUNTS = {
  demo: {
    id: 'b3f0c3b2-6a57-4b0e-9a53-0f3f7c6d1e01',
    username: DEMO_ACCOUNT.username,
    loginMethod: 'platform',
    token: SANDBOX_ACCESS_TOKEN,
  },
  harbour: {
    id: 'b3f0c3b2-6a57-4b0e-9a53-0f3f7c6d1e02',
    username: 'harbour.bakery',
    loginMethod: 'platform',
    token: SANDBOX_PLATFORM_TOKEN,
  },
  noor: {
    id: 'b3f0c3b2-6a57-4b0e-9a53-0f3f7c6d1e03',
    username: 'noor.draws',
    loginMethod: 'platform',
    token: SANDBOX_CREATOR_TOKEN,
  },
  partner: {
    id: 'b3f0c3b2-6a57-4b0e-9a53-0f3f7c6d1e04',
    username: 'harbour.bakery',
    loginMethod: 'partner',
    token: SANDBOX_PARTNER_TOKEN,
  },
} as const

export async function anAccountEnvelope(
  name: keyof typeof ACCOUNTS,
  key: Uint8Array<ArrayBuffer>,
  change: Partial<AccountEnvelope> = {},
): Promise<AccountEnvelope> {
  const { username, loginMethod, token } = ACCOUNTS[name]
  const id = change.accountId ?? ACCOUNTS[name].id
  const vault = await createTokenVault(key, webCryptoRandom)
  return {
    version: 1,
    accountId: id,
    igUserId: ALL_ACCOUNTS.find((one) => one.username === username)?.igUserId ?? '',
    username,
    loginMethod,
    sealedToken: await vault.seal(token, cloudTokenOwner(id)),
    tokenIssuedAt: null,
    tokenExpiresAt: null,
    pausedUntil: null,
    sandboxUrl: 'http://127.0.0.1:4200',
    ...change,
  }
}
