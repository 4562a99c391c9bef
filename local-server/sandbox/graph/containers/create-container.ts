import { DAY } from '../../../../core/time.ts'
import type { SandboxAccount } from '../../demo-account.ts'
import { fetchImage } from '../../fetch-image.ts'
import { readJpeg } from '../../jpeg.ts'
import { isPng } from '../../png.ts'
import { accountOf } from '../../people/cast.ts'
import { standingOf } from '../../people/known-names.ts'
import type { PostDraft } from '../../state/records.ts'
import { containerStatus } from './container-status.ts'
import { containerVideo } from '../../video/container-video.ts'
import { feedShapes, isWithin, type RatioRange } from '../../video/shapes.ts'
import { badParameter, graphErrorOf } from '../refusals.ts'
import type { AccountCall, AccountRequest, GraphPorts } from '../ports.ts'
import { readPostDraft } from './post-draft.ts'

/**
 * The containers of any kind, published or not; an album takes one more than it has parts. @NOTE The error for it is not
 * documented.
 */
const CONTAINERS_PER_DAY = 400
/** Accounts with fewer cannot publish trial reels. */
const FOLLOWERS_FOR_TRIALS = 1000

/**
 * `POST /{ig-user}/media`: keeps a post as a container, invisible until it is published. Pictures are fetched now, videos
 * from now on.
 */
export const createContainer: AccountCall = async (ports, request) => {
  const { state, clock, arrivals, scriptFor } = ports
  const { account, subject } = request
  checkLogin(request)
  const draft = readPostDraft(request.input)
  checkAbilities(ports, request, draft)
  checkChildren(ports, account, draft)
  const script = scriptFor('create', subject)
  const picture = await fetchPicture(ports, draft, feedShapes(script))
  const now = clock.now()
  if (state.containersSince(account.igUserId, now - DAY) >= CONTAINERS_PER_DAY)
    throw graphErrorOf('quotaReached')
  const { width = null, height = null, bytes = null } = picture ?? {}
  const container = state.addContainer(
    { ...draft, accountId: account.igUserId, width, height, script, createdAt: now },
    bytes,
  )
  arrivals.fetch(containerVideo(container))
  const { id } = container
  return draft.isResumable ? { id, uri: uploadAddress(ports, request, id) } : { id }
}

function uploadAddress({ origin }: GraphPorts, { version }: AccountRequest, id: string): string {
  return `${origin()}/sandbox/rupload.facebook.com/ig-api-upload/${version}/${id}`
}

/** Parameters that the documents grant to the partner's login only. */
const PARTNER_ONLY = [
  'audio_configuration',
  'branded_content_sponsor_ids',
  'is_comment_prompt_used',
  'is_paid_partnership',
  'is_poll_duration_extended',
  'poll_attachment',
] as const

function checkLogin({ caller, input }: AccountRequest): void {
  if (caller.facts.kind !== 'platform') return
  const asked = PARTNER_ONLY.find((name) => input.text(name) !== null)
  if (asked !== undefined) throw badParameter(`Param ${asked} is not allowed for this application.`)
}

function checkAbilities(
  { behaviour }: GraphPorts,
  { account, caller }: AccountRequest,
  draft: PostDraft,
): void {
  checkNames(account, draft)
  checkSponsors(account, draft)
  if (draft.isTrial && account.followersCount < FOLLOWERS_FOR_TRIALS) throw graphErrorOf('noTrials')
  if (draft.isResumable && caller.facts.kind === 'platform' && !behaviour.resumableOnPlatformLogin) {
    throw badParameter('Param upload_type is not allowed for this application.')
  }
}

/** @NOTE Two numbers have been seen, one of them for names with their @; the answer does not say which name it was. */
function checkNames({ username: own }: SandboxAccount, { userTags, collaborators }: PostDraft): void {
  const names = [...userTags.map(({ username }) => username), ...collaborators]
  if (names.some((name) => name.startsWith('@'))) throw graphErrorOf('nameWithAt')
  const isFit = names.every((name) => standingOf(name) === 'public' && name.toLowerCase() !== own)
  if (!isFit) throw graphErrorOf('cannotBeTagged')
}

/** @NOTE How an unknown account, or one's own, is refused is not documented. */
function checkSponsors({ igUserId: own }: SandboxAccount, { sponsorIds }: PostDraft): void {
  if (sponsorIds.every((id) => id !== own && accountOf(id) !== null)) return
  throw badParameter('Param branded_content_sponsor_ids must hold the ids of accounts.')
}

/** @NOTE It is documented that parts must be ready and the account's own, but not how others are refused. */
function checkChildren({ state, clock }: GraphPorts, account: SandboxAccount, { children }: PostDraft): void {
  for (const id of children) {
    const child = state.container(id)
    if (!child || child.accountId !== account.igUserId) throw graphErrorOf('containerUnknown')
    if (!child.isCarouselItem) throw badParameter(`Param children: ${id} is not a carousel item.`)
    const status = containerStatus(state, child, clock.now())
    if (status === 'EXPIRED') throw graphErrorOf('containerUnknown')
    if (status === 'PUBLISHED') throw graphErrorOf('mediaNotFound')
    if (status !== 'FINISHED') throw graphErrorOf('notReady')
  }
}

interface Picture {
  readonly bytes: Uint8Array
  readonly width?: number
  readonly height?: number
}

/** The post’s own picture, or the cover of its video; null where there is neither. */
async function fetchPicture(
  { fetch }: GraphPorts,
  draft: PostDraft,
  shapes: RatioRange,
): Promise<Picture | null> {
  const { imageUrl, coverUrl, mediaType } = draft
  if (imageUrl !== null) {
    const bytes = await fetchImage(fetch, imageUrl, 'image_url')
    return { bytes, ...checkPicture(bytes, mediaType === 'STORIES' ? null : shapes) }
  }
  if (coverUrl === null) return null
  const bytes = await fetchImage(fetch, coverUrl, 'cover_url')
  // The documents say JPEG of covers, too; PNG has been seen to be taken, by both logins.
  return isPng(bytes) ? { bytes } : { bytes, ...checkPicture(bytes, null) }
}

/** `shapes` is null for stories and covers, which may have any shape. */
function checkPicture(bytes: Uint8Array, shapes: RatioRange | null): { width: number; height: number } {
  const jpeg = readJpeg(bytes)
  if (!jpeg || jpeg.multiPicture) throw graphErrorOf('imageFormat')
  const { width, height } = jpeg
  if (shapes && !isWithin(width / height, shapes)) throw graphErrorOf('aspectRatio')
  return { width, height }
}
