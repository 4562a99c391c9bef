// Query keys of the page: every key of the page, and the one shape of what lies under it. Two queries that
// share a key with two shapes break whichever screen is opened second, so keys are written here and nowhere else.
import {
  infiniteQueryOptions,
  queryOptions,
  type DataTag,
  type InfiniteData,
  type QueryKey,
  type UndefinedInitialDataInfiniteOptions,
  type UndefinedInitialDataOptions,
} from '@tanstack/react-query'
import type { PlatformAccountBody } from '../../../core/api/auth.ts'
import type { MediaFileBody } from '../../../core/api/media.ts'
import type { PostBody } from '../../../core/api/posts.ts'
import type { PostToValidateBody } from '../../../core/api/validate.ts'
import type { SlotsBody } from '../../../core/api/slots.ts'
import type { RepostItemBody } from '../../../core/api/story-repost.ts'
import type { GuideStep, GuideWay } from '../../../core/setup/guide-steps.ts'
import type { ResponseBody, api, pageApi } from './api-client.ts'
import { askForExisting } from './shared/deletions.ts'

export type Key<Data> = DataTag<QueryKey, Data, Error>

function key<Data>(...parts: QueryKey): Key<Data> {
  return parts as Key<Data>
}

type Api = typeof api
type PageApi = typeof pageApi
type Planner = PageApi['planner']
type Reposts = Api['story-repost']

/** A file, with its placeholder where the library has read it. */
export type StoredFile = MediaFileBody & { readonly placeholder?: string | null }

export const keys = {
  changes: key<ResponseBody<PageApi['changes']['$get']> & { readonly changedAt: number }>('changes'),
  health: key<ResponseBody<Api['health']['$get']>>('health'),
  session: (token: string | null) => key<ResponseBody<Api['auth']['check']['$get']>>('session', token),
  redeemed: (token: string | null) => key<string | null>('redeemed', token),
  loginOutcome: (name: string | null) =>
    key<ResponseBody<PageApi['auth']['outcomes'][':name']['$get']>>('login-outcome', name),
  apiKeys: key<ResponseBody<Api['settings']['api-keys']['$get']>['keys']>('api-keys'),
  keyCalls: (id: string) =>
    key<InfiniteData<ResponseBody<PageApi['settings']['api-keys'][':id']['calls']['$get']>, number>>(
      'api-keys',
      'calls',
      id,
    ),
  queueOutlook: key<ResponseBody<PageApi['queue']['outlook']['$get']>>('queue-outlook'),
  queueState: key<ResponseBody<PageApi['queue']['state']['$get']>>('queue-state'),

  accounts: key<PlatformAccountBody[]>('accounts', 'all'),
  permissions: key<ResponseBody<PageApi['auth']['accounts']['permissions']['$get']>['accounts']>(
    'accounts',
    'permissions',
  ),

  setup: key<ResponseBody<PageApi['setup']['$get']>>('setup', 'apps'),
  guide: key<{ readonly way: GuideWay | null; readonly said: readonly GuideStep[] }>('setup', 'guide'),
  system: key<ResponseBody<PageApi['system']['$get']>>('setup', 'system'),
  platformVersion: key<ResponseBody<Api['health']['ig-version']['$get']>>('setup', 'platform-version'),
  tokenCheck: (method: string, token: string) =>
    key<ResponseBody<PageApi['auth']['accounts']['token']['check']['$post']>>(
      'setup',
      'token',
      method,
      token,
    ),
  appCheck: (method: string) =>
    key<ResponseBody<PageApi['setup']['check']['$post']>>('setup', 'check', method),

  post: (id: string) => key<PostBody>('posts', 'one', id),
  postSearch: (wanted: object) =>
    key<InfiniteData<ResponseBody<Planner['search']['$get']>, number>>('posts', 'list', wanted),
  deletedPosts: key<InfiniteData<ResponseBody<Api['posts']['deleted']['$get']>, number>>('posts', 'deleted'),
  attempts: (id: string) =>
    key<ResponseBody<Api['posts'][':id']['attempts']['$get']>['attempts']>('posts', 'attempts', id),
  /** By the body that is tried, as JSON; the answer with the stored post that it is about. */
  validation: (body: string) =>
    key<ResponseBody<Api['posts']['validate']['$post']> & Pick<PostToValidateBody, 'postId'>>(
      'posts',
      'validation',
      body,
    ),
  /** Nearly all of it is about posts, and changes with them. */
  attention: key<ResponseBody<Api['attention']['$get']>>('posts', 'attention'),
  approvals: key<ResponseBody<Api['approvals']['$get']>['approvals']>('posts', 'approvals'),
  evening: key<ResponseBody<PageApi['attention']['evening']['$get']>>('evening'),
  lastOutcome: key<ResponseBody<Planner['last-outcome']['$get']>['post']>('posts', 'last-outcome'),
  mediaUses: (id: string) =>
    key<ResponseBody<PageApi['media'][':id']['uses']['$get']>>('posts', 'media-uses', id),
  neededMedia: (ids: readonly string[]) =>
    key<ResponseBody<PageApi['library']['needed']['$post']>>('posts', 'needed-media', ...ids),
  outlook: key<ResponseBody<Planner['accounts']['$get']>['accounts']>('posts', 'outlook'),
  calendar: (from: number, until: number) =>
    key<ResponseBody<Planner['calendar']['$get']>>('posts', 'calendar', from, until),
  series: key<ResponseBody<Planner['series']['$get']>['series']>('posts', 'series'),
  profile: (account: string, from: number) =>
    key<ResponseBody<Planner['calendar']['$get']>>('posts', 'calendar', 'profile', account, from),
  slots: (account: string) => key<SlotsBody>('posts', 'slots', account),
  captionWords: key<ResponseBody<PageApi['captions']['words']['$get']>>('posts', 'caption-words'),
  savedTexts: key<ResponseBody<PageApi['captions']['sets']['$get']>>('saved-texts'),
  drafts: key<ResponseBody<Planner['search']['$get']>>('posts', 'drafts'),

  mediaFile: (id: string) => key<StoredFile | null>('media', 'one', id),
  library: (query: object) => key<ResponseBody<PageApi['library']['$get']>>('media', 'library', query),
  newestMedia: key<ResponseBody<Api['media']['$get']>>('media', 'newest'),
  mediaTwin: (id: string) => key<ResponseBody<PageApi['media'][':id']['twin']['$get']>>('media', 'twin', id),
  fixProgress: (id: string) => key<number | null>('media', 'fix-progress', id),

  repostStatus: (account: string) =>
    key<ResponseBody<Reposts['status']['$get']>>('reposts', account, 'status'),
  repostSources: (account: string) =>
    key<ResponseBody<PageApi['story-repost']['sources']['$get']>>('reposts', account, 'sources'),
  repostHistory: (account: string) => key<RepostItemBody[]>('reposts', account, 'history'),
  story: (id: string) => key<Blob>('stories', id),

  cloudStatus: key<ResponseBody<Api['cloud']['status']['$get']>>('cloud', 'status'),
  diagnostics: key<ResponseBody<Api['cloud']['diagnostics']['$get']>>('cloud', 'diagnostics'),
  cron: key<ResponseBody<Api['cloud']['cron-status']['$get']>>('cloud', 'cron-status'),
  storedKeys: (prefix: string) => key<ResponseBody<Api['cloud']['kv']['$get']>>('cloud', 'kv', prefix),
  deployment: key<ResponseBody<PageApi['cloud']['deployment']['$get']>>('cloud', 'deployment'),
}

/** Groups of queries that are refetched together. */
export const groups = {
  sessions: ['session'],
  accounts: ['accounts'],
  posts: ['posts'],
  calendars: ['posts', 'calendar'],
  appChecks: ['setup', 'check'],
  tokenChecks: ['setup', 'token'],
  reposts: (account: string) => ['reposts', account],
  cloud: ['cloud'],
  storedKeys: ['cloud', 'kv'],
  library: ['media', 'library'],
} as const

/** Read from the server's own database, which costs nothing; everything else asks somebody outside, or is large. */
const IN_DATABASE: readonly QueryKey[] = [
  groups.posts,
  ['reposts'],
  keys.accounts,
  keys.apiKeys,
  keys.queueState,
  keys.setup,
  keys.newestMedia,
]

export function isInDatabase(queryKey: QueryKey): boolean {
  return IN_DATABASE.some((start) => start.every((part, index) => queryKey[index] === part))
}

type Rest<Options> = Omit<Options, 'queryKey'>

/** The only way to ask: what `queryFn` brings has the shape that the key stands for. What was deleted is not asked for. */
export function keyedQuery<Data>(
  queryKey: Key<Data>,
  options: Rest<UndefinedInitialDataOptions<NoInfer<Data>, Error, NoInfer<Data>, QueryKey>>,
) {
  const { queryFn: ask } = options
  if (typeof ask !== 'function') return queryOptions<Data, Error, Data, QueryKey>({ ...options, queryKey })
  return queryOptions<Data, Error, Data, QueryKey>({
    ...options,
    queryKey,
    queryFn: (context) => askForExisting(context.client, queryKey, () => ask(context)),
  })
}

/** The same, page by page; `select` makes one list of the pages. */
export function keyedPagesQuery<Page, Shown>(
  queryKey: Key<InfiniteData<Page, number>>,
  options: Rest<UndefinedInitialDataInfiniteOptions<NoInfer<Page>, Error, Shown, QueryKey, number>>,
) {
  return infiniteQueryOptions<Page, Error, Shown, QueryKey, number>({ ...options, queryKey })
}
