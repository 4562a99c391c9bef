// A job that the Worker has and this computer does not know, because its data was restored from a backup older than
// the job. The post is added here as the Worker's, so that it is shown, can be changed and cancelled, and its outcome
// is known.
import type { Handover, HandoverFile } from '../../../../ports/cloud/handover-store.ts'
import type { PostRecord } from '../../../../ports/posts/post-store.ts'
import { storeOptions } from '../../../../rules/content/option-schemas.ts'
import { newPost } from '../../../posts/new-post.ts'
import type { CloudConnection } from '../../connection/connection.ts'
import { JobEnvelope, type JobView } from '../../../../engine/worker/protocol.ts'
import { whileHeld } from '../../../../rules/ownership/ownership.ts'
import { allFilesOf, handoverAtWorker, withHandover } from '../new-handover.ts'
import { requireDone } from '../worker-requests.ts'
import { safeText } from '../../../../redact.ts'
import type { DelegationDeps } from '../delegation-deps.ts'

/**
 * Call inside the hand-over's mutex. True when the job is known from now on. Jobs of accounts that are not
 * connected here belong to another computer, or to a user who has yet to connect them, and stay with the Worker.
 */
export async function addUnknownJob(
  deps: DelegationDeps,
  connection: CloudConnection,
  view: JobView,
): Promise<boolean> {
  const { jobId, postId, accountId, state } = view
  // A repost that the Worker made: it comes with its mention.
  if (state === 'cancelled' || jobId === postId) return false
  const read = JobEnvelope.safeParse(view.envelope)
  const account = await deps.accounts.get(accountId)
  if (!account || !read.success) {
    const reason = safeText(
      account ? 'the Worker does not say what it is' : 'its account is not connected here',
    )
    deps.log.warn('the Worker has a post that this computer does not know', { jobId, postId, reason })
    return false
  }
  const handover = await handoverOf(deps, connection, view, read.data)
  const outcome = await deps.handovers.addUnknown(postOf(deps, read.data, handover), handover)
  deps.log.info('a post that the Worker has was unknown here', { jobId, postId, outcome })
  // The post went live from here, or may have, or was deleted: it must not go out.
  const isUnwanted = outcome === 'gone further' || outcome === 'deleted since'
  if (isUnwanted && state === 'waiting' && !deps.isHeld())
    requireDone(await connection.worker.cancelJob(jobId))
  return outcome === 'added'
}

async function handoverOf(
  deps: DelegationDeps,
  connection: CloudConnection,
  { revision }: JobView,
  envelope: JobEnvelope,
): Promise<Handover> {
  const { jobId, postId, accountId, publishAt } = envelope
  const files = await fetchFiles(deps, connection, envelope)
  const ownership = whileHeld(revision, connection.keyId)
  return handoverAtWorker({ id: jobId, postId, accountId, publishAt, files }, ownership, deps.clock.now())
}

/** The files of a job, in its order, then its cover; from the bucket where they are not `known` here. */
async function fetchFiles(
  { files: stored }: Pick<DelegationDeps, 'files'>,
  { bucket }: CloudConnection,
  { payload, mediaBaseUrl: baseUrl }: JobEnvelope,
  known: readonly HandoverFile[] = [],
): Promise<HandoverFile[]> {
  const fetchFile = async (item: (typeof payload.items)[number]) =>
    known.find(({ key }) => key === item.publicKey) ?? { ...(await stored.fetch(bucket, item)), baseUrl }
  const files: HandoverFile[] = []
  for (const item of payload.items) if (item.url === undefined) files.push(await fetchFile(item))
  if (payload.cover) files.push({ ...(await fetchFile(payload.cover)), isCover: true })
  return files
}

/** The links of a post to them: null for what is not here. */
const linksTo = (files: readonly HandoverFile[]) =>
  files
    .filter(({ isCover }) => isCover !== true)
    .map(({ mediaFileId, blobKey }) => (blobKey === '' ? null : mediaFileId))

function postOf({ clock, userId }: DelegationDeps, envelope: JobEnvelope, handover: Handover): PostRecord {
  const [first] = envelope.payload.items
  const { scheduledFor, timezone, ...content } = versionOf(envelope)
  const mediaFileIds = linksTo(handover.files)
  const born = newPost(
    { ...content, platformAccountId: envelope.accountId, mediaFileIds, crossPostToPartner: false },
    { id: envelope.postId, userId, status: 'SCHEDULED', now: clock.now() },
  )
  const post: PostRecord = {
    ...born,
    sourceType: envelope.display?.sourceType ?? 'SCHEDULED',
    isScheduled: true,
    scheduledFor,
    timezone,
    remoteMedia: first?.url === undefined ? null : { kind: first.kind, url: first.url },
  }
  return withHandover(post, handover, 'cloud')
}

/** What an edit can change of the post. */
function versionOf({ payload, publishAt, display }: JobEnvelope) {
  const { mediaType, caption, locationId, userTags, storyMentions, collaborators } = payload
  const text = (list: readonly unknown[]) => (list.length > 0 ? JSON.stringify(list) : null)
  return {
    mediaType,
    caption,
    locationId,
    locationName: display?.locationName ?? null,
    userTags: text(userTags),
    storyMentions: text(storyMentions),
    collaborators: text(collaborators),
    options: storeOptions(payload.options ?? {}),
    scheduledFor: publishAt,
    timezone: display?.timezone ?? 'UTC',
  }
}

/** A version of a post at the Worker that is newer than ours: what it says, and its files where it has others. */
export interface LaterVersion {
  readonly content: ReturnType<typeof versionOf>
  readonly files: { readonly files: HandoverFile[]; readonly mediaFileIds: PostRecord['mediaFileIds'] } | null
}

/** Null when it is not newer, or the Worker does not say what it is. */
export async function readLaterVersion(
  deps: Pick<DelegationDeps, 'files' | 'cloudConnection'>,
  handover: Handover | null,
  { revision, envelope }: JobView,
): Promise<LaterVersion | null> {
  if (!handover || revision <= (handover.ownership.confirmed ?? handover.ownership.sent)) return null
  const read = JobEnvelope.safeParse(envelope)
  if (!read.success || read.data.revision !== revision) return null
  const content = versionOf(read.data)
  const { items, cover } = read.data.payload
  const ofBucket = [...items.filter(({ url }) => url === undefined), ...(cover ? [cover] : [])]
  const keys = ofBucket.map(({ publicKey }) => publicKey)
  // Fewer of them, or another order, is another version, too.
  const isOurs = keys.join() === handover.files.map(({ key }) => key).join()
  const connection = isOurs ? null : await deps.cloudConnection()
  if (!connection) return { content, files: null }
  const files = await fetchFiles(deps, connection, read.data, allFilesOf(handover))
  return { content, files: { files, mediaFileIds: linksTo(files) } }
}
