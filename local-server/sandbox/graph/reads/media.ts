// Live media as the platform shows it, and the two things that can still be done to it.
import { commentNode, isSeen, listedComments } from '../../comments/comment-node.ts'
import { legacyIdOf, shortcodeOf } from '../../state/ids.ts'
import { accountOf } from '../../people/cast.ts'
import { holdsVideo, type LivePost } from '../../state/records.ts'
import { hasScope, reachAccount } from '../../tokens/reach.ts'
import { fieldPicker, type NodeField, type NodeType } from './fields.ts'
import { insightsPart } from './media-figures.ts'
import { badParameter, objectMissing, graphErrorOf } from '../refusals.ts'
import { platformTime } from '../platform-time.ts'
import type { GraphCall, GraphPorts, ReceivedGraphCall } from '../ports.ts'

/** `GET /{media}` */
export const readMedia: GraphCall = (ports, request) =>
  fieldPicker(nodeFor(ports, request), request.input.text('fields'))(reachPost(ports, request))

/** `GET /{media}/children` */
export const listChildren: GraphCall = (ports, request) => {
  const { children } = reachPost(ports, request)
  const show = fieldPicker(nodeFor(ports, request), request.input.text('fields'))
  return { data: children.map(show) }
}

/** Adds what the account's own logins can read, and for the partner's what it alone can. */
export function nodeFor(ports: GraphPorts, request: ReceivedGraphCall): NodeType<LivePost> {
  const node = mediaNode(ports)
  const insights: NodeField<LivePost> = (post, _inner, modifiers) =>
    insightsPart(ports, request, post, modifiers)
  if (request.caller.facts.kind === 'platform') return { ...node, fields: { ...node.fields, insights } }
  return {
    ...node,
    fields: {
      ...node.fields,
      insights,
      ig_id: ({ media }) => legacyIdOf(media.id),
      boost_ads_list: () => undefined,
      boost_eligibility_info: () => ({ eligible_to_boost: true }),
    },
  }
}

/** `POST /{media}`: changes the one thing that can be changed on a live post. */
export const changeMedia: GraphCall = (ports, request) => {
  const { media } = reachPost(ports, request)
  checkCommentScope(request)
  const isEnabled = request.input.flag('comment_enabled')
  if (isEnabled === null) throw badParameter('The parameter comment_enabled is required.')
  ports.state.setComments(media.id, isEnabled)
  return { success: true }
}

/** `DELETE /{media}`: the partner's login only, and only with a permission that is younger than most apps. */
export const answerMediaDeletion: GraphCall = (ports, request) => {
  const { caller, nodeId, method } = request
  if (caller.facts.kind === 'platform') throw objectMissing(nodeId, method)
  const post = reachPost(ports, request)
  // A person's token: the documents name no other.
  if (caller.facts.kind !== 'user') throw objectMissing(nodeId, method)
  if (!hasScope(caller, 'instagram_basic') || !hasScope(caller, 'instagram_manage_contents')) {
    throw graphErrorOf('permissionMissing')
  }
  // Albums go as a whole, by their own id.
  if (post.parentId !== null) throw graphErrorOf('deleteUnsupported')
  ports.state.remove(post.media.id, ports.clock.now())
  return { success: true, deleted_id: post.media.id }
}

/** Everything about comments, even switching them off, needs a permission of its own. */
export function checkCommentScope({ caller }: ReceivedGraphCall): void {
  if (hasScope(caller, 'instagram_business_manage_comments', 'instagram_manage_comments')) return
  throw graphErrorOf('permissionMissing')
}

/** By id only: the shortcode is for permalinks. */
export function reachPost({ state }: GraphPorts, { caller, nodeId, method }: ReceivedGraphCall): LivePost {
  const post = state.live(nodeId)
  if (post?.media.id !== nodeId || !reachAccount(caller, post.container.accountId)) {
    throw objectMissing(nodeId, method)
  }
  return post
}

export function mediaNode(ports: GraphPorts): NodeType<LivePost> {
  const { state, comments, origin, audience, clock } = ports
  const addressOf = ({ media }: LivePost, extension: string) =>
    `${origin()}/sandbox/media/${media.id}.${extension}`
  return {
    name: 'IGMedia',
    fields: {
      id: ({ media }) => media.id,
      caption: (post) => captionShown(ports, post),
      // The parts of an album have no page of their own.
      permalink: ({ media, parentId }) =>
        parentId === null ? `${origin()}/sandbox/p/${shortcodeOf(media.id)}` : undefined,
      shortcode: ({ media }) => shortcodeOf(media.id),
      timestamp: ({ media }) => platformTime(media.publishedAt),
      media_type: (post) => mediaTypeOf(post),
      media_product_type: ({ container }) => PRODUCTS[container.mediaType] ?? 'FEED',
      media_url: (post) => {
        const shown = post.container.mediaType === 'CAROUSEL' ? post.children[0] : post
        return shown && addressOf(shown, holdsVideo(shown.container) ? 'mp4' : 'jpg')
      },
      thumbnail_url: (post) => (holdsVideo(post.container) ? addressOf(post, 'jpg') : undefined),
      is_shared_to_feed: ({ container }) =>
        container.mediaType === 'REELS' ? (container.shareToFeed ?? true) : undefined,
      children: ({ children }, inner) =>
        children.length === 0 ? undefined : { data: children.map(fieldPicker(mediaNode(ports), inner)) },
      alt_text: ({ container }) => container.altText ?? undefined,
      is_ai_generated: ({ container, parentId }) => (parentId === null ? container.isAiGenerated : undefined),
      username: ({ container }) => accountOf(container.accountId)?.username,
      owner: ({ container }) => ({ id: container.accountId }),
      is_comment_enabled: ({ media }) => state.hasComments(media.id),
      like_count: (post) => audience.ofMedia(post, clock.now())['likes'],
      comments_count: ({ media }) => comments.count(media.id),
      comments: ({ media }, inner) => {
        const found = listedComments(ports, media.id).filter((one) => isSeen(ports, one))
        if (found.length === 0) return undefined
        return { data: found.map(fieldPicker(commentNode(ports), inner)) }
      },
      legacy_instagram_media_id: ({ media }) => legacyIdOf(media.id),
    },
  }
}

/** A reel reads as VIDEO, a story as what it holds. */
export function mediaTypeOf({ container }: LivePost): 'IMAGE' | 'VIDEO' | 'CAROUSEL_ALBUM' {
  if (container.mediaType === 'CAROUSEL') return 'CAROUSEL_ALBUM'
  return holdsVideo(container) ? 'VIDEO' : 'IMAGE'
}

const PRODUCTS: Readonly<Record<string, string>> = { REELS: 'REELS', STORIES: 'STORY' }

function captionShown({ behaviour }: GraphPorts, { container }: LivePost): string | undefined {
  if (!behaviour.captionInReads || container.caption === null) return undefined
  return behaviour.captionsWithoutAt ? container.caption.replaceAll('@', '') : container.caption
}
