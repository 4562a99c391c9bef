// What a container is asked for with, per kind of post. Source: the reference of POST /{ig-user}/media.
import type { ContainerRequest, ContainerSource } from '../../ports/platform/platform.ts'
import { askedOptions } from '../../posts/content/post-options.ts'
import type { PublicationPayload } from '../../publishing/publication.ts'
import type { FormFields } from './graph-request.ts'

export function containerFields(request: ContainerRequest): FormFields {
  const { payload } = request
  switch (request.kind) {
    case 'carousel': {
      const children = request.children.join(',')
      return { media_type: 'CAROUSEL', children, ...common(payload), ...optionFields(payload, null) }
    }
    case 'child':
      return childFields(request)
    case 'single':
      return { ...singleFields(payload, request.source), ...optionFields(payload, request.coverUrl ?? null) }
  }
}

function optionFields({ mediaType, options = {} }: PublicationPayload, coverUrl: string | null): FormFields {
  const asked = askedOptions(options)
  return Object.assign(
    {},
    ...asked.map(([, { inContainer }, value]) => inContainer?.(value, { mediaType, coverUrl })),
  ) as FormFields
}

function itemFields({ options = {}, items }: PublicationPayload, index: number): FormFields {
  const item = items[index]
  const asked = item ? askedOptions(options) : []
  return Object.assign(
    {},
    ...asked.map(([, { inItem }, value]) => item && inItem?.(value, item)),
  ) as FormFields
}

function singleFields(payload: PublicationPayload, source: ContainerSource): FormFields {
  switch (payload.mediaType) {
    case 'REELS':
      return {
        media_type: 'REELS',
        ...fileFields(source),
        // What it defaults to is not documented, so it is always said: a reel is also a post of the feed.
        share_to_feed: true,
        ...common(payload),
      }
    case 'STORIES':
      // No caption, no collaborators, no place: the platform ignores the first and refuses the second.
      return { media_type: 'STORIES', ...fileFields(source), user_tags: listed(storyTags(payload)) }
    default:
      return { ...fileFields(source), ...common(payload), user_tags: listed(payload.userTags) }
  }
}

/** The author of a reposted story is tagged, whatever is done about mentions. */
function storyTags({ userTags, storyMentions }: PublicationPayload): PublicationPayload['userTags'] {
  return [...userTags, ...storyMentions]
}

/** Tags stand on the first picture: they carry no item of their own. */
function childFields({ payload, index, source }: ContainerRequest & { kind: 'child' }): FormFields {
  const tagged = payload.items.findIndex(({ kind }) => kind === 'image') === index
  return {
    is_carousel_item: true,
    // Without it a video is taken for a picture, and image_url is missed.
    media_type: source.kind === 'video' ? 'VIDEO' : undefined,
    ...fileFields(source),
    user_tags: tagged ? listed(payload.userTags) : undefined,
    ...itemFields(payload, index),
  }
}

function fileFields({ kind, url }: ContainerSource): FormFields {
  if (kind === 'image') return { image_url: url }
  return url === null ? { upload_type: 'resumable' } : { video_url: url }
}

function common({ caption, collaborators, locationId }: PublicationPayload): FormFields {
  return { caption, collaborators: listed(collaborators), location_id: locationId }
}

function listed<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length > 0 ? list : undefined
}
