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
import type { SlotsBody } from '../../../core/api/schedule/slots.ts'
import type { RepostItemBody } from '../../../core/api/story-repost.ts'
import type { GuideStep, GuideWay } from '../../../core/rules/setup/guide-steps.ts'
import type { ResponseBody, Route, api, pageApi } from './api-client.ts'
import { askForExisting } from './shared/deletions.ts'

export type Key<Data> = DataTag<QueryKey, Data, Error>

function key<Data>(...parts: QueryKey): Key<Data> {
  return parts as Key<Data>
}

/** A key of what a route answers. */
function answer<Ask extends Route>(...parts: QueryKey): Key<ResponseBody<Ask>> {
  return key(...parts)
}

/** The same, page by page. */
function pages<Ask extends Route>(...parts: QueryKey): Key<InfiniteData<ResponseBody<Ask>, number>> {
  return key(...parts)
}

type Api = typeof api
type PageApi = typeof pageApi
type Planner = PageApi['planner']
type Reposts = Api['story-repost']

/** A file, with its placeholder where the library has read it. */
export type LibraryFile = MediaFileBody & { readonly placeholder?: string | null }

export const keys = {
  changes: answer<PageApi['changes']['$get']>('changes'),
  health: answer<Api['health']['$get']>('health'),
  session: (token: string | null) => answer<Api['auth']['check']['$get']>('session', token),
  redeemed: (token: string | null) => key<string | null>('redeemed', token),
  loginOutcome: (name: string | null) =>
    answer<PageApi['auth']['outcomes'][':name']['$get']>('login-outcome', name),
  apiKeys: key<ResponseBody<Api['settings']['api-keys']['$get']>['keys']>('api-keys'),
  keyCalls: (id: string) =>
    pages<PageApi['settings']['api-keys'][':id']['calls']['$get']>('api-keys', 'calls', id),
  queueOutlook: answer<PageApi['queue']['outlook']['$get']>('queue-outlook'),
  queueState: answer<PageApi['queue']['state']['$get']>('queue-state'),

  accounts: key<PlatformAccountBody[]>('accounts', 'all'),
  permissions: key<ResponseBody<PageApi['auth']['accounts']['permissions']['$get']>['accounts']>(
    'accounts',
    'permissions',
  ),

  setup: answer<PageApi['setup']['$get']>('setup', 'apps'),
  guide: key<{ readonly way: GuideWay | null; readonly said: readonly GuideStep[] }>('setup', 'guide'),
  system: answer<PageApi['system']['$get']>('setup', 'system'),
  platformVersion: answer<Api['health']['ig-version']['$get']>('setup', 'platform-version'),
  tokenCheck: (method: string, token: string) =>
    answer<PageApi['auth']['accounts']['token']['check']['$post']>('setup', 'token', method, token),
  appCheck: (method: string) => answer<PageApi['setup']['check']['$post']>('setup', 'check', method),

  post: (id: string) => key<PostBody>('posts', 'one', id),
  postSearch: (wanted: object) => pages<Planner['search']['$get']>('posts', 'list', wanted),
  deletedPosts: pages<Api['posts']['deleted']['$get']>('posts', 'deleted'),
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
  attention: answer<Api['attention']['$get']>('posts', 'attention'),
  approvals: key<ResponseBody<PageApi['approvals']['waiting']['$get']>['waiting']>('posts', 'approvals'),
  evening: answer<PageApi['attention']['evening']['$get']>('evening'),
  lastOutcome: key<ResponseBody<Planner['last-outcome']['$get']>['post']>('posts', 'last-outcome'),
  mediaUses: (id: string) => answer<PageApi['media'][':id']['uses']['$get']>('posts', 'media-uses', id),
  neededMedia: (ids: readonly string[]) =>
    answer<PageApi['library']['needed']['$post']>('posts', 'needed-media', ...ids),
  outlook: key<ResponseBody<Planner['accounts']['$get']>['accounts']>('posts', 'outlook'),
  calendar: (from: number, until: number) =>
    answer<Planner['calendar']['$get']>('posts', 'calendar', from, until),
  dayNotes: answer<Planner['notes']['$get']>('day-notes'),
  series: key<ResponseBody<Planner['series']['$get']>['series']>('posts', 'series'),
  newestOfSeries: (id: string) =>
    answer<Planner['series'][':id']['newest']['$get']>('posts', 'newest-of-series', id),
  profile: (account: string, from: number) =>
    key<ResponseBody<Planner['calendar']['$get']> & { readonly hasEarlier: boolean }>(
      'posts',
      'calendar',
      'profile',
      account,
      from,
    ),
  accountTimes: (account: string) =>
    answer<Planner['accounts'][':id']['times']['$get']>('posts', 'times', account),
  slots: (account: string) => key<SlotsBody>('posts', 'slots', account),
  captionWords: answer<PageApi['captions']['words']['$get']>('posts', 'caption-words'),
  savedTexts: answer<PageApi['captions']['sets']['$get']>('saved-texts'),
  drafts: (accounts: readonly string[]) => answer<Planner['search']['$get']>('posts', 'drafts', ...accounts),

  insights: (query: object) => answer<Api['insights']['$get']>('insights', 'groups', query),
  accountInsights: (id: string) =>
    answer<Api['accounts'][':id']['insights']['$get']>('insights', 'account', id),
  bestTimes: (id: string) => answer<Api['accounts'][':id']['best-times']['$get']>('insights', 'times', id),
  postInsights: (id: string) => answer<Api['posts'][':id']['insights']['$get']>('insights', 'post', id),

  mediaFile: (id: string) => key<LibraryFile | null>('media', 'one', id),
  library: (query: object) => answer<PageApi['library']['$get']>('media', 'library', query),
  newestMedia: answer<Api['media']['$get']>('media', 'newest'),
  mediaTwin: (id: string) => answer<PageApi['media'][':id']['twin']['$get']>('media', 'twin', id),
  fixProgress: (id: string) => key<number | null>('media', 'fix-progress', id),

  repostStatus: (account: string) => answer<Reposts['status']['$get']>('reposts', account, 'status'),
  repostSources: (account: string) =>
    answer<PageApi['story-repost']['sources']['$get']>('reposts', account, 'sources'),
  repostHistory: (account: string) => key<RepostItemBody[]>('reposts', account, 'history'),
  mentions: key<RepostItemBody[]>('reposts', 'of-all', 'history'),
  story: (id: string) => key<Blob>('stories', id),

  cloudStatus: answer<Api['cloud']['status']['$get']>('cloud', 'status'),
  diagnostics: answer<Api['cloud']['diagnostics']['$get']>('cloud', 'diagnostics'),
  cron: answer<Api['cloud']['cron-status']['$get']>('cloud', 'cron-status'),
  storedKeys: (prefix: string) => answer<Api['cloud']['kv']['$get']>('cloud', 'kv', prefix),
  deployment: answer<PageApi['cloud']['deployment']['$get']>('cloud', 'deployment'),
}

/** Groups of queries that are refetched together. */
export const groups = {
  sessions: ['session'],
  accounts: ['accounts'],
  posts: ['posts'],
  singlePosts: [
    ['posts', 'one'],
    ['posts', 'attempts'],
  ],
  /** Of which there may be hundreds on a plan: one for each account. */
  ofOneAccount: [
    ['posts', 'slots'],
    ['posts', 'times'],
  ],
  singleFiles: ['media', 'one'],
  calendars: ['posts', 'calendar'],
  appChecks: ['setup', 'check'],
  tokenChecks: ['setup', 'token'],
  reposts: (account: string) => ['reposts', account],
  allReposts: ['reposts'],
  cloud: ['cloud'],
  insights: ['insights'],
  storedKeys: ['cloud', 'kv'],
  library: ['media', 'library'],
} as const

/** Read from the server's own database, which costs nothing; everything else asks somebody outside, or is large. */
export const IN_DATABASE: readonly QueryKey[] = [
  groups.posts,
  groups.allReposts,
  keys.accounts,
  keys.apiKeys,
  keys.queueState,
  keys.setup,
  keys.guide,
  keys.newestMedia,
  groups.singleFiles,
  keys.dayNotes,
  keys.savedTexts,
]

export function isUnder(starts: readonly QueryKey[], queryKey: QueryKey): boolean {
  return starts.some((start) => start.every((part, index) => queryKey[index] === part))
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
