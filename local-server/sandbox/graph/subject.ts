// The subject of a call, found out before it acts, so that faults can be aimed at one post among many.
import { subjectKind, type Subject, type SubjectKind } from '../calls.ts'
import { accountOf } from '../people/cast.ts'
import type { PageObject } from '../pages/page-object.ts'
import type { Container, PostKind } from '../state/records.ts'
import type { TokenBearer } from '../tokens/reach.ts'
import type { CallInput } from './call-input.ts'
import type { GraphPorts } from './ports.ts'

export const NO_SUBJECT: Subject = { caption: null, kind: null, urls: [], token: null, username: null }

interface CallOnNode {
  readonly caller: TokenBearer
  readonly nodeId: string
  readonly input: CallInput
}

/** The subject: a container, a media or a Page's post when the call names one, else what it brings. */
export function subjectOf({ state, pages }: GraphPorts, { caller, nodeId, input }: CallOnNode): Subject {
  const token = caller.facts.kind
  const id = input.text('creation_id') ?? input.text('video_id') ?? nodeId
  const container = state.container(id) ?? state.live(id)?.container
  if (container) {
    const album = state.albumsOf(container.id).at(-1)
    return { ...ofContainer(container), caption: (album ?? container).caption, token }
  }
  const object = pages.find(id)
  if (object) return { ...ofPageObject(object), token }
  const username = (accountOf(nodeId) ?? caller.person.platformAccount)?.username ?? null
  return { ...ofInput(input), token, username }
}

/** A container as faults see it. */
export function ofContainer(container: Container): Subject {
  const { caption, mediaType, isCarouselItem, imageUrl, videoUrl, accountId } = container
  return {
    caption,
    kind: subjectKind(mediaType, isCarouselItem),
    urls: [imageUrl, videoUrl].filter((url) => url !== null),
    token: null,
    username: accountOf(accountId)?.username ?? null,
  }
}

export function ofPageObject({ text, sourceUrl }: PageObject): Subject {
  return { ...NO_SUBJECT, caption: text, kind: 'page-post', urls: sourceUrl === null ? [] : [sourceUrl] }
}

const URL_PARAMETERS = ['image_url', 'video_url', 'cover_url', 'url', 'file_url'] as const
const CAPTION_PARAMETERS = ['caption', 'message', 'description'] as const

function ofInput(input: CallInput): Subject {
  return {
    ...NO_SUBJECT,
    // An album's part keeps no caption, and still a fault may be aimed at it by one.
    caption: CAPTION_PARAMETERS.map(input.text).find((text) => text !== null) ?? null,
    kind: kindOf(input),
    urls: URL_PARAMETERS.map(input.text).filter((url) => url !== null),
  }
}

function kindOf(input: CallInput): SubjectKind | null {
  const type = input.text('media_type')
  const isChild = input.text('is_carousel_item')?.toLowerCase() === 'true'
  if (type === null) return input.text('image_url') === null ? null : isChild ? 'child' : 'image'
  return isMediaKind(type) ? subjectKind(type, isChild) : null
}

function isMediaKind(text: string): text is PostKind {
  return ['IMAGE', 'VIDEO', 'REELS', 'STORIES', 'CAROUSEL'].includes(text)
}
