// The lists of an account: its posts, and its stories of the last day.
import { DAY, parseLooseTime, type Instant } from '../../../../core/time.ts'
import type { LivePost } from '../../state/records.ts'
import type { SandboxState } from '../../state/state.ts'
import type { CallInput } from '../call-input.ts'
import { fieldPicker } from './fields.ts'
import { nodeFor } from './media.ts'
import { answerPage } from './paging.ts'
import { badParameter } from '../refusals.ts'
import type { AccountCall, AccountRequest, GraphPorts } from '../ports.ts'

const MAX_LISTED = 10_000

/** `GET /{ig-user}/media`: newest first, without stories. */
export const answerMediaList: AccountCall = (ports, request) => {
  const { input, account } = request
  const from = readTime(input, 'since') ?? -Infinity
  const to = readTime(input, 'until') ?? Infinity
  const posts = listed(ports, feedPosts(ports.state, account.igUserId)).filter(({ media }) => {
    const second = wholeSecond(media.publishedAt)
    return second >= from && second <= to
  })
  return listPosts(ports, request, posts.slice(0, MAX_LISTED))
}

/** `GET /{ig-user}/tags`: posts of others that tag the account. */
export const listTags: AccountCall = (ports, request) => {
  const { igUserId, username } = request.account
  const isTagged = ({ container }: LivePost) =>
    container.userTags.some((tag) => tag.username.toLowerCase() === username)
  const posts = ports.state.livePosts().filter((post) => {
    const { accountId, mediaType } = post.container
    return accountId !== igUserId && mediaType !== 'STORIES' && [post, ...post.children].some(isTagged)
  })
  return listPosts(ports, request, posts)
}

/** `GET /{ig-user}/stories`: what is live of the last 24 hours. */
export const listStories: AccountCall = (ports, request) =>
  listPosts(
    ports,
    request,
    listed(ports, liveStories(ports.state, request.account.igUserId, ports.clock.now())),
  )

function listed({ clock, behaviour }: GraphPorts, posts: readonly LivePost[]): LivePost[] {
  return posts.filter(({ media }) => media.publishedAt <= clock.now() - behaviour.listLag)
}

/** Everything but stories, newest first. */
export function feedPosts(state: SandboxState, accountId: string): LivePost[] {
  return state.livePosts(accountId).filter(({ container }) => container.mediaType !== 'STORIES')
}

export function liveStories(state: SandboxState, accountId: string, now: Instant): LivePost[] {
  return state
    .livePosts(accountId)
    .filter(({ media, container }) => container.mediaType === 'STORIES' && now - media.publishedAt < DAY)
}

function listPosts(ports: GraphPorts, request: AccountRequest, items: readonly LivePost[]): object {
  const show = fieldPicker(nodeFor(ports, request), request.input.text('fields'))
  return answerPage(ports, request, { items, idOf: ({ media }) => media.id, show })
}

/** Seconds since 1970, or a date. Whole seconds are compared, because whole seconds are shown. */
function readTime(input: CallInput, name: 'since' | 'until'): Instant | null {
  const text = input.text(name)
  if (text === null) return null
  const instant = /^\d+$/.test(text) ? Number(text) * 1000 : parseLooseTime(text)
  if (instant === null) throw badParameter(`Param ${name} must be a time.`)
  return wholeSecond(instant)
}

function wholeSecond(instant: Instant): Instant {
  return Math.floor(instant / 1000) * 1000
}
