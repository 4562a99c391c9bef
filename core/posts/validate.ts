// The rules that a post must meet before anyone is asked to publish it. One function for every way in.
import type { PublishablePostBody } from '../api/posts.ts'
import { CodedError } from '../errors.ts'
import { fitProblems } from '../media/check-fit.ts'
import { CAROUSEL_ITEMS } from '../media/limits.ts'
import type { AccountRecord } from '../ports/account-store.ts'
import type { MediaRecord } from '../ports/media-store.ts'

/** Throws the first broken rule that the body alone can break. */
export function checkBody(body: PublishablePostBody, account: AccountRecord): void {
  const { mediaType } = body
  if (some(body.userTags) && mediaType !== 'IMAGE' && mediaType !== 'CAROUSEL')
    throw new CodedError('INVALID_TAGS')
  if (some(body.storyMentions) && mediaType !== 'STORIES') throw new CodedError('INVALID_MENTIONS')
  if (some(body.collaborators) && mediaType === 'STORIES') throw new CodedError('INVALID_COLLABORATORS')
  if (body.crossPostToPartner === true) checkCrossPost(mediaType, account)
}

function checkCrossPost(mediaType: string, account: AccountRecord): void {
  if (mediaType === 'CAROUSEL') {
    throw new CodedError('INVALID_CROSS_POST', 'A CAROUSEL cannot be cross-posted to the partner network.')
  }
  if (account.loginMethod !== 'partner') {
    throw new CodedError(
      'INVALID_CROSS_POST',
      'Cross-posting needs an account that was connected through the partner network.',
    )
  }
}

/** The ids of the post's media in order. Throws INVALID_CAROUSEL or VALIDATION_ERROR when they are missing or too many. */
export function mediaIdsOf(body: PublishablePostBody): string[] {
  const several = body.mediaFileIds ?? []
  if (body.mediaType === 'CAROUSEL') {
    if (several.length < CAROUSEL_ITEMS.min || several.length > CAROUSEL_ITEMS.max)
      throw new CodedError('INVALID_CAROUSEL')
    return several
  }
  if (several.length > 0) {
    throw new CodedError('INVALID_CAROUSEL', 'mediaFileIds belong to a CAROUSEL. Send one mediaFileId.')
  }
  if (!body.mediaFileId)
    throw new CodedError('VALIDATION_ERROR', `mediaFileId: is required for ${body.mediaType}.`)
  return [body.mediaFileId]
}

/** Throws INVALID_MEDIA_TYPE or MEDIA_INVALID when a file cannot be published as this kind of post. */
export function checkMedia(body: PublishablePostBody, media: readonly MediaRecord[]): void {
  for (const record of media) {
    if (body.mediaType === 'IMAGE' && record.kind !== 'image') {
      throw new CodedError('INVALID_MEDIA_TYPE', 'An IMAGE post needs an image; this file is a video.')
    }
    if (body.mediaType === 'REELS' && record.kind !== 'video') {
      throw new CodedError('INVALID_MEDIA_TYPE', 'A REELS post needs a video; this file is an image.')
    }
    const [problem] = fitProblems(record, body.mediaType)
    if (problem !== undefined) throw new CodedError('MEDIA_INVALID', problem)
  }
}

function some(list: readonly unknown[] | null | undefined): boolean {
  return (list?.length ?? 0) > 0
}
