// The pictures of accounts. The platform's addresses of them expire, so a copy is kept. They are decoration: a failure
// is only logged.
import { CodedError } from '../../coded-error.ts'
import type { AccountRecord, AccountStore } from '../../ports/account-store.ts'
import type { Log } from '../../ports/log.ts'
import type { BlobStore, SweepableBlobStore } from '../../ports/media/blob-store.ts'
import type { ImageNormaliser } from '../../ports/media/image-pipeline.ts'
import type { PictureDownload } from '../../ports/media/picture-download.ts'
import type { Random } from '../../ports/random.ts'
import { safeSentence } from '../../redact.ts'

export interface AvatarDeps {
  readonly accounts: AccountStore
  readonly blobs: BlobStore
  readonly images: ImageNormaliser
  readonly pictures: PictureDownload
  readonly random: Random
  readonly log: Log
}

const FOLDER = 'avatars/'

/** Replaces the account's picture with the one at `url`. Returns the account as it is then. Never rejects. */
export async function replaceAvatar(
  deps: AvatarDeps,
  account: AccountRecord,
  url: string | null,
): Promise<AccountRecord> {
  if (url === null) return account
  try {
    const avatarKey = await savePicture(deps, url, account.isSandbox)
    const updated = await deps.accounts.update(account.id, { avatarKey })
    await removeAvatar(deps, updated === null ? avatarKey : account.avatarKey)
    return updated ?? account
  } catch (error) {
    const reason = safeSentence(error instanceof CodedError ? error.message : String(error))
    deps.log.warn('an account’s picture could not be fetched', { accountId: account.id, reason })
    return account
  }
}

export async function removeAvatar(
  { blobs, log }: { readonly blobs: BlobStore; readonly log: Log },
  key: string | null,
): Promise<void> {
  if (key === null) return
  await blobs.remove(key).catch((error: unknown) => log.warn('a picture could not be removed', { error }))
}

/** At start: pictures that a crash left without an account. */
export async function sweepAvatars({
  accounts,
  blobs,
}: {
  accounts: AccountStore
  blobs: SweepableBlobStore
}): Promise<void> {
  const named = new Set((await accounts.list()).map(({ avatarKey }) => avatarKey))
  const orphans: string[] = []
  for await (const key of blobs.keys()) if (key.startsWith(FOLDER) && !named.has(key)) orphans.push(key)
  for (const key of orphans) await blobs.remove(key)
}

/** Always re-encoded from its pixels, and small: the size of a thumbnail is plenty. */
async function savePicture(deps: AvatarDeps, url: string, isSandbox: boolean): Promise<string> {
  const { blobs, images, pictures, random } = deps
  const staged = [await pictures.download(url, { isSandbox })]
  try {
    const image = await images.normalise(staged[0] ?? '')
    staged.push(image.stagingKey, image.thumbnail.stagingKey)
    const key = `${FOLDER}${random.uuid()}.jpg`
    await blobs.keep(image.thumbnail.stagingKey, key)
    return key
  } finally {
    for (const key of staged) await blobs.discard(key)
  }
}
