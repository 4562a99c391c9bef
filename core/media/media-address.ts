// The address from which the platform would fetch a file for which no account is named yet.
import type { MediaBucket } from '../cloud/connection/connection.ts'
import { objectKeyOf } from '../cloud/delegation/new-handover.ts'
import type { AccountStore } from '../ports/account-store.ts'
import type { MediaAddress } from './media-body.ts'

export interface MediaAddressDeps {
  readonly accounts: Pick<AccountStore, 'list'>
  mediaBucket(): Promise<Pick<MediaBucket, 'publicUrl'> | null>
  /** Set for tests and development, and then true for every account. */
  readonly fixedBase: string | null
  /** The address from which practice accounts fetch; null without the sandbox. */
  readonly practiceBase: string | null
}

/** A live account can fetch from the bucket only; what a practice account reads is of no use to it. */
export async function readMediaAddress(deps: MediaAddressDeps): Promise<MediaAddress> {
  const { accounts, fixedBase, practiceBase } = deps
  if (fixedBase !== null) return servedFrom(fixedBase)
  const isLive = (await accounts.list()).some(({ isSandbox }) => !isSandbox)
  if (!isLive) return practiceBase === null ? () => null : servedFrom(practiceBase)
  const bucket = await deps.mediaBucket()
  return (publicKey) => bucket && `${bucket.publicUrl}/${objectKeyOf(publicKey)}`
}

function servedFrom(base: string): MediaAddress {
  return (publicKey) => `${base}/media/${publicKey}`
}
