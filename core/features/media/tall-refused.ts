// Remembers refusals of shapes taller than 4:5: only the platform's replies show them, and they differ by account. A
// refusal is remembered for a while: the next such file is refused here, before it costs a post.
import type { Clock } from '../../ports/clock.ts'
import type { MediaStore } from '../../ports/media/media-store.ts'
import type { SettingsStore } from '../../ports/settings-store.ts'
import type { Publication } from '../../rules/publication/publication.ts'
import { DAY, type Duration } from '../../time.ts'
import { fitRisks } from '../../rules/fit/check-fit.ts'
import { publishedFile } from '../../rules/content/published-file.ts'

/** The platform becomes more tolerant over time: a refusal is remembered for this long. */
const BELIEVED: Duration = 30 * DAY

const nameOf = (accountId: string) => `tallRefused:${accountId}`

export async function isTallRefused(
  { settings, clock }: { readonly settings: SettingsStore; readonly clock: Clock },
  accountId: string,
): Promise<boolean> {
  const at = await settings.get(nameOf(accountId))
  return typeof at === 'number' && clock.now() - at < BELIEVED
}

/** The platform has refused the shape of a file of this publication. Says nothing about shapes that were never sure to fit. */
export async function learnTallRefused(
  {
    settings,
    clock,
    media,
  }: { readonly settings: SettingsStore; readonly clock: Clock; readonly media: MediaStore },
  { accountId, payload }: Publication,
): Promise<void> {
  const files = await media.getMany(
    payload.items.map(({ mediaFileId }) => mediaFileId).filter((id) => id !== ''),
  )
  const isTall = files.some((file) => fitRisks(publishedFile(file).facts, payload.mediaType).length > 0)
  if (isTall) await settings.put({ [nameOf(accountId)]: clock.now() })
}
