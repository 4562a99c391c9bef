// The version of a post, as ETag and If-Match carry it: a change that names the version it is based on overwrites no other.
import { reasonedRefusals } from './refusals.ts'
import { refusedFor } from '../coded-error.ts'
import { toIso, type Instant } from '../time.ts'
import type { PostRecord } from '../ports/posts/post-store.ts'

/** The versions that a caller accepts; absent when any will do. */
export type WantedVersions = ReadonlySet<string> | undefined

/** `updatedAt` identifies the version of a post, so it rises with each of them, even if the clock is put back. */
export function nextVersionAt({ updatedAt }: Pick<PostRecord, 'updatedAt'>, now: Instant): Instant {
  return Math.max(now, updatedAt + 1)
}

export const etagOf = (updatedAt: string) => `"${updatedAt}"`

/** A weak mark never matches, as RFC 9110 has it. */
export function readIfMatch(header: string | undefined): WantedVersions {
  if (header === undefined || header.trim() === '*') return undefined
  return new Set(header.match(/(?<!W\/)"[^"]*"/g))
}

/** Throws INVALID_STATE, status 412. */
export function requireVersion({ updatedAt }: Pick<PostRecord, 'updatedAt'>, wanted: WantedVersions): void {
  if (!isWanted({ updatedAt }, wanted)) throw refusedFor('version_changed')
}

/** Accepts this version alone. */
export const onlyVersion = (updatedAt: Instant): WantedVersions => new Set([etagOf(toIso(updatedAt))])

export function isWanted({ updatedAt }: Pick<PostRecord, 'updatedAt'>, wanted: WantedVersions): boolean {
  return wanted === undefined || wanted.has(etagOf(toIso(updatedAt)))
}

/** For the document; the routes read the header as it is. */
export const IF_MATCH = {
  name: 'If-Match',
  in: 'header' as const,
  required: false,
  schema: { type: 'string' as const },
  example: '"2026-04-20T14:00:00.000Z"',
  description:
    'The `ETag` of the version that is meant. Another version is refused with 412 and stays as it is.',
}

export const VERSION_REFUSALS = reasonedRefusals('version_changed')

export const ETAG = {
  ETag: { schema: { type: 'string' as const }, description: 'The version of the post, for `If-Match`.' },
}
