// The calls of an app for comments, alike on both Graph hosts.
import { countCharacters } from '../../../core/rules/content/caption-facts.ts'
import { countHashtags } from '../graph/containers/draft-text.ts'
import { fieldPicker } from '../graph/reads/fields.ts'
import { checkCommentScope, reachPost } from '../graph/reads/media.ts'
import { answerPage } from '../graph/reads/paging.ts'
import type { GraphCall, GraphPorts, ReceivedGraphCall } from '../graph/ports.ts'
import { badParameter, objectMissing } from '../graph/refusals.ts'
import { accountOf } from '../people/cast.ts'
import type { LivePost } from '../state/records.ts'
import { reachAccount } from '../tokens/reach.ts'
import { commentNode, isSeen, listedComments } from './comment-node.ts'
import type { Comment } from './comment-state.ts'

/** `GET /{media}/comments` */
export const listComments: GraphCall = (ports, request) => {
  const { media } = reachPost(ports, request)
  checkCommentScope(request)
  return answerComments(ports, request, listedComments(ports, media.id))
}

/** `POST /{media}/comments`: as the account that the media belongs to. */
export const addComment: GraphCall = (ports, request) => {
  const post = reachPost(ports, request)
  checkCommentScope(request)
  return { id: write(ports, request, post, null).id }
}

/** `GET /{comment}` */
export const readComment: GraphCall = (ports, request) => {
  const { comment } = reachComment(ports, request)
  return fieldPicker(commentNode(ports), request.input.text('fields'))(comment)
}

/** `GET /{comment}/replies` */
export const listReplies: GraphCall = (ports, request) => {
  const { comment } = reachComment(ports, request)
  return answerComments(ports, request, ports.comments.repliesTo(comment.id))
}

/** `POST /{comment}/replies`: a reply to a reply goes to the comment above both. */
export const addReply: GraphCall = (ports, request) => {
  const { comment, post } = reachComment(ports, request)
  if (comment.isHidden) throw badParameter('A hidden comment cannot be replied to.')
  return { id: write(ports, request, post, comment.parentId ?? comment.id).id }
}

/** `POST /{comment}?hide=` */
export const hideComment: GraphCall = (ports, request) => {
  const { comment } = reachComment(ports, request)
  const isHidden = request.input.flag('hide')
  if (isHidden === null) throw badParameter('The parameter hide is required.')
  ports.comments.change(comment, { isHidden })
  return { success: true }
}

/** `DELETE /{comment}`: anybody's comment on the account's own media. */
export const deleteComment: GraphCall = (ports, request) => {
  const { comment } = reachComment(ports, request)
  ports.comments.change(comment, { isDeleted: true })
  return { success: true }
}

function reachComment(ports: GraphPorts, request: ReceivedGraphCall): { comment: Comment; post: LivePost } {
  const { caller, nodeId, method } = request
  const comment = ports.comments.find(nodeId)
  const post = comment && isSeen(ports, comment) && ports.state.live(comment.mediaId)
  if (!post || !reachAccount(caller, post.container.accountId)) throw objectMissing(nodeId, method)
  checkCommentScope(request)
  return { comment, post }
}

function answerComments(ports: GraphPorts, request: ReceivedGraphCall, items: readonly Comment[]): object {
  const show = fieldPicker(commentNode(ports), request.input.text('fields'))
  const isListed = (one: Comment) => isSeen(ports, one)
  return answerPage(ports, request, { items, idOf: ({ id }) => id, isSeen: isListed, show })
}

function write(
  { comments, state, clock }: GraphPorts,
  { input }: ReceivedGraphCall,
  { media, container }: LivePost,
  parentId: string | null,
): Comment {
  if (container.mediaType === 'STORIES') throw badParameter('Stories have no comments.')
  if (!state.hasComments(media.id)) throw badParameter('Comments are switched off for this media.')
  const account = accountOf(container.accountId)
  return comments.add({
    mediaId: media.id,
    parentId,
    authorId: container.accountId,
    username: account?.username ?? '',
    text: readText(input.text('message')),
    writtenAt: clock.now(),
  })
}

const MAX_LENGTH = 300
const MAX_HASHTAGS = 4

/** @NOTE These limits are documented, the errors that go with them are not. */
function readText(text: string | null): string {
  if (text === null || text.trim() === '') throw badParameter('The parameter message is required.')
  if (countCharacters(text) > MAX_LENGTH) throw badParameter('A comment may have 300 characters.')
  if (countHashtags(text) > MAX_HASHTAGS) {
    throw badParameter('A comment may have 4 hashtags.')
  }
  if ((text.match(/https?:\/\//gi)?.length ?? 0) > 1) throw badParameter('A comment may have one link.')
  const letters = text.replace(/[^\p{L}]/gu, '')
  if (letters !== '' && letters === letters.toUpperCase() && letters !== letters.toLowerCase()) {
    throw badParameter('A comment may not be in capital letters only.')
  }
  return text
}
