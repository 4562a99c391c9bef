// What an agent can do, each tool as one or two requests of the contract under the caller's own key: its rights, its limits and what the
// contract refuses are those of any other program.
import { GROUPINGS } from '../../../core/rules/insights/insight-words.ts'
import { MEDIA_TYPES, POST_STATUSES } from '../../../core/rules/publication/post-words.ts'
import type { InputRequiredResult } from '@modelcontextprotocol/server'
import * as z from 'zod'
import type { PostInsightsBody } from '../../../core/api/insights/insight-shapes.ts'
import type { MediaFileBody } from '../../../core/api/media.ts'
import { DraftPatch } from '../../../core/api/posts.ts'
import { CodedError } from '../../../core/coded-error.ts'
import { sendFile } from '../../disk/send-file.ts'
import { get, keyed, sendJson, shown, type Agent, type Answer, type Call, type Picture } from './requests.ts'
import { actOrAsk, askToCancel, mustAsk, sayIfHeld } from './send-or-ask.ts'
import * as show from './shown.ts'

interface Tool<Input extends z.ZodObject> {
  readonly title: string
  readonly description: string
  readonly input: Input
  /** `sends`: it may put something before the public. `takesBack`: what was to go out no longer does. */
  readonly effect: 'reads' | 'writes' | 'takesBack' | 'sends'
  run(agent: Agent, input: z.output<Input>): Promise<Answer | InputRequiredResult>
}

const tool = <Input extends z.ZodObject>(declared: Tool<Input>) => declared

// A short pattern: that of an id would cost 40 tokens each, and the contract checks ids anyway. Matches a single part of a path.
export const id = z.string().regex(/^[\da-fA-F-]{36}$/)
const page = { page: z.int().min(1).optional(), limit: z.int().min(1).max(100).optional() }
const idempotencyKey = z.string().describe('Make one up per action; repeat it when you repeat the call.')
const scheduledFor = z.string().describe('ISO 8601 with an offset, like 2031-04-20T14:00:00+02:00')

const Content = DraftPatch.extend({
  accountId: id.optional(),
  mediaType: z.enum(MEDIA_TYPES).optional(),
  mediaFileId: id.nullish().describe('For IMAGE, REELS, STORIES.'),
  mediaFileIds: z.array(id).nullish().describe('For CAROUSEL: 2 to 10.'),
})

const CHANGEABLE = new Set([...Object.keys(Content.shape), 'scheduledFor', 'timezone'])
/** The contract leaves out what it does not know, and the answer would look as if it were done. */
const Changes = z.looseObject({}).superRefine((given, { addIssue }) => {
  const unknown = Object.keys(given).filter((name) => !CHANGEABLE.has(name))
  if (unknown.length > 0) addIssue(`save_draft takes no ${unknown.join(', ')}`)
})

/** A time that was left out would put the post before the public at once. */
const NoTime = z.looseObject({}).superRefine((given, { addIssue }) => {
  if ('scheduledFor' in given) addIssue('publish_draft publishes now. For a time, call schedule_draft.')
})

export const TOOLS = {
  list_accounts: tool({
    title: 'Accounts',
    description: 'The connected accounts, and what your key may do: its rights.',
    input: z.object({}),
    effect: 'reads',
    run: ({ call }) => shown(get(call, '/auth/me'), show.shownAccounts),
  }),
  list_free_times: tool({
    title: 'Free times',
    description:
      'The next of the weekly posting times of an account; one without a postId is free, unless another post is less than 20 minutes from it.',
    input: z.object({ accountId: id }),
    effect: 'reads',
    run: ({ call }, { accountId }) => shown(get(call, `/accounts/${accountId}/slots`), show.shownSlots),
  }),
  list_attention: tool({
    title: 'What needs a person',
    description: 'What needs a person, most urgent first: failures, access that ends, posts for approval.',
    input: z.object({}),
    effect: 'reads',
    run: ({ call }) => shown(get(call, '/attention'), show.shownAttention),
  }),
  list_posts: tool({
    title: 'Posts',
    description:
      'Posts of any state by account, newest first, each as a row of the columns, with the first words of its caption. from and to: ISO 8601 with an offset, for when a post went live, is due or was made; text: anywhere in the caption.',
    input: z.object({
      status: z.enum(POST_STATUSES).optional(),
      accountId: id.optional(),
      text: z.string().optional(),
      from: z.string().optional(),
      to: z.string().optional(),
      ...page,
    }),
    effect: 'reads',
    run: ({ call }, query) => shown(get(call, '/posts', query), show.shownPosts),
  }),
  get_post: tool({
    title: 'One post',
    description:
      'A post with its files. Shows what became of it: PUBLISHED with its link, or FAILED and why.',
    input: z.object({ postId: id }),
    effect: 'reads',
    run: ({ call }, { postId }) => shown(get(call, `/posts/${postId}`), show.shownPost),
  }),
  get_insights: tool({
    title: 'What was counted',
    description:
      'With postId the newest numbers of a post and its curve; with accountId its posts compared by day, or as by says, of the last 28 days unless from and to say otherwise, the best 100 at most; by best-times: the hours that reached most. n says how many posts are behind a number; where it is missing, they are too few to say.',
    input: z.object({
      postId: id.optional(),
      accountId: id.optional(),
      by: z.enum([...GROUPINGS, 'best-times']).optional(),
      metric: z.string().optional().describe('Such as reach or views.'),
      from: z.string().optional(),
      to: z.string().optional(),
    }),
    effect: 'reads',
    run: async ({ call }, { postId, accountId, by, ...query }) => {
      if (by === 'best-times' && accountId !== undefined)
        return get(call, `/accounts/${accountId}/best-times`)
      if (postId === undefined)
        return shown(get(call, '/insights', { accountId, by, ...query }), show.shownInsights)
      const { response } = await get(call, `/posts/${postId}/insights`)
      if (!response.ok) return { response }
      // The curve has the same numbers.
      const { rows: _rows, ...said } = (await response.json()) as PostInsightsBody
      return { response: Response.json(said) }
    },
  }),
  list_media: tool({
    title: 'Library',
    description:
      'Pictures and videos of the library, newest first. fits: the kinds of post that can take the file; usedBy: the posts that have it, the latest three, or nothing; unused: true lists only files that no post has.',
    input: z.object({
      type: z.enum(['image', 'video']).optional(),
      unused: z.boolean().optional(),
      limit: page.limit,
      offset: z.int().min(0).optional(),
    }),
    effect: 'reads',
    run: ({ call }, query) => shown(get(call, '/media', query), show.shownFiles),
  }),
  look_at_media: tool({
    title: 'Look at a file',
    description: 'Shows a picture of the library, or the first frame of a video, with its facts.',
    input: z.object({ mediaFileId: id }),
    effect: 'reads',
    async run({ call }, { mediaFileId }) {
      const { response } = await get(call, `/media/${mediaFileId}`)
      if (!response.ok) return { response }
      const file = (await response.json()) as MediaFileBody
      return { response: Response.json(show.shownFileWhole(file)), picture: await showThumbnail(call, file) }
    },
  }),
  upload_file: tool({
    title: 'Upload a file',
    description:
      'Puts a picture or video of this computer into the library, by its absolute path. Only files in folders that the user named can be read.',
    input: z.object({ path: z.string(), idempotencyKey: idempotencyKey.optional() }),
    effect: 'writes',
    async run({ call, folders }, { path, idempotencyKey: key }) {
      const upload = (init: RequestInit) => call('/api/v1/media/upload', { method: 'POST', ...init })
      try {
        const response = await sendFile(path, folders, (file) =>
          upload({ ...file, headers: { ...file.headers, ...keyed(key) } }),
        )
        return await shown({ response }, show.shownFileWhole)
      } catch (error) {
        // Called without a file, so that the log of calls shows the attempt.
        if (error instanceof CodedError) await upload({})
        throw error
      }
    },
  }),
  validate_post: tool({
    title: 'Check a post',
    description:
      'Lists everything that would be refused about a post, and what may come as a surprise. Stores and sends nothing. postId alone checks that stored post as it is; with other fields, they are all of what would replace it.',
    input: Content.extend({ postId: id.optional(), scheduledFor: scheduledFor.optional() }),
    effect: 'reads',
    run: ({ call }, post) => shown(sendJson(call, 'POST /posts/validate', post), show.shownFindings),
  }),
  save_draft: tool({
    title: 'Write a draft',
    description:
      'Writes a new draft, for which accountId and mediaType are needed; with postId, changes the given fields of that draft, and null clears one.',
    input: Content.extend({ postId: id.optional(), idempotencyKey: idempotencyKey.optional() }),
    effect: 'writes',
    run: ({ call }, { postId, idempotencyKey: key, ...content }) =>
      shown(
        postId === undefined
          ? sendJson(call, 'POST /posts/draft', content, key)
          : sendJson(call, `PUT /posts/draft/${postId}`, content),
        show.shownPost,
      ),
  }),
  publish_draft: tool({
    title: 'Publish a draft now',
    description:
      'Publishes a draft for everybody to see, or, with a key that may not, asks a person to. Answers before it is live: get_post shows when it is.',
    input: NoTime.safeExtend({ postId: id, idempotencyKey }),
    effect: 'sends',
    run: (agent, { postId, idempotencyKey: key }) =>
      sendDraft(agent, 'publish', { postId, idempotencyKey: key }),
  }),
  schedule_draft: tool({
    title: 'Schedule a draft',
    description:
      'Has a draft published at a time, or, with a key that may not, asks a person to. timezone: IANA name, only shown.',
    input: z.object({ postId: id, scheduledFor, timezone: z.string().optional(), idempotencyKey }),
    effect: 'sends',
    run: (agent, sending) => sendDraft(agent, 'schedule', sending),
  }),
  change_scheduled: tool({
    title: 'Change a scheduled post',
    description:
      'Moves a scheduled post to another time, or changes what it is, or, with a key that may not, asks a person to. A draft is changed with save_draft. Too late once publishing has begun.',
    input: z.object({
      postId: id,
      scheduledFor: scheduledFor.optional(),
      timezone: z.string().optional(),
      // Spelled out a third time, it would cost 800 tokens.
      content: Changes.optional().describe('Fields as save_draft takes them; null clears one.'),
    }),
    effect: 'sends',
    run: (agent, { postId, content, ...time }) => {
      const change = { ...content, ...time }
      return actOrAsk(agent, {
        postId,
        action: 'change',
        act: () => shown(sendJson(agent.call, `PUT /schedule/${postId}`, change), show.shownPost),
        asked: { change },
      })
    },
  }),
  cancel_scheduled: tool({
    title: 'Cancel scheduled posts',
    description:
      'Makes a scheduled post a draft again, or with postIds up to 200 at once, all that can be; or, with a key that may not, asks a person to. Too late once publishing has begun.',
    input: z.object({
      postId: id.optional(),
      postIds: z.array(id).optional(),
      idempotencyKey: idempotencyKey.optional(),
    }),
    effect: 'takesBack',
    run: async (agent, { postId, postIds = [], idempotencyKey: key }) => {
      const { call } = agent
      const act = async () => ({ response: await call(`/api/v1/schedule/${postId}`, { method: 'DELETE' }) })
      if (postId !== undefined && postIds.length === 0)
        return actOrAsk(agent, { postId, action: 'cancel', act })
      const ids = [...new Set([...(postId === undefined ? [] : [postId]), ...postIds])]
      if (ids.length === 0) throw new CodedError('VALIDATION_ERROR', 'Give postId or postIds.')
      if (await mustAsk(call)) return askToCancel(call, ids)
      const posts = ids.map((one) => ({ id: one, action: 'unschedule' }))
      return shown(sendJson(call, 'POST /posts/bulk', { posts }, key), show.shownChanges)
    },
  }),
}

interface Sending {
  readonly postId: string
  readonly idempotencyKey: string
  readonly scheduledFor?: string
  readonly timezone?: string | undefined
}

const sendDraft = (
  agent: Agent,
  how: 'publish' | 'schedule',
  { postId, idempotencyKey: key, ...time }: Sending,
) =>
  actOrAsk(agent, {
    postId,
    action: 'send',
    act: () =>
      sayIfHeld(
        agent.call,
        shown(sendJson(agent.call, `POST /posts/draft/${postId}/${how}`, time, key), show.shownSent),
      ),
    asked: time,
  })

/** Null for a file without one. */
export async function showThumbnail(
  call: Call,
  { thumbnailPreviewUrl }: Pick<MediaFileBody, 'thumbnailPreviewUrl'>,
): Promise<Picture | null> {
  const thumbnail = thumbnailPreviewUrl === null ? null : await call(thumbnailPreviewUrl)
  if (!thumbnail?.ok) return null
  return {
    data: Buffer.from(await thumbnail.arrayBuffer()).toString('base64'),
    mimeType: thumbnail.headers.get('content-type') ?? 'image/jpeg',
  }
}
