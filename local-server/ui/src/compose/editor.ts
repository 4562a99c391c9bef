// One composition being edited: where it comes from, what became of the stored post meanwhile, and how it changes.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import type { PlatformAccountBody } from '../../../../core/api/auth.ts'
import type { MediaFileBody } from '../../../../core/api/media.ts'
import type { PostBody } from '../../../../core/api/posts.ts'
import { postQuery } from '../posts/post-queries.ts'
import { permissionsQuery } from '../accounts/account-queries.ts'
import { coverFileOf } from '../../../../core/rules/content/post-options.ts'
import { isVideo } from '../../../../core/rules/fit/fixes.ts'
import { useDefaultAccount } from '../shared/accounts/default-account.ts'
import { useAccount } from '../shared/queries.ts'
import { useComposer } from './composer.tsx'
import {
  compositionOf,
  EMPTY,
  isEmptyComposition,
  isSame,
  isSameContent,
  withoutMedia,
  type Composition,
} from './composition.ts'
import type { LoadedQuery } from '../kit/problem-note.tsx'
import { useMedia } from '../library/media-queries.ts'
import { isChangedElsewhere, isUntouched, keepWork } from './unsaved-work.ts'
import { NEW_DRAFT, type DraftKey } from './draft-storage.ts'
import { isSubmissionOf } from './send/submission.ts'

export interface Editor {
  readonly draftKey: DraftKey
  /** The stored post; null for a new one. */
  readonly post: PostBody | null
  readonly composition: Composition
  /** Called with the composition of that moment: an upload may end long after it began. */
  change(update: (composition: Composition) => Composition): void
  set(part: Partial<Composition>): void
  /** The account to publish to: the chosen one, else the current or the last used one; undefined: neither is known. */
  readonly account: PlatformAccountBody | undefined
  /** In the order of the composition; undefined while a file is not known, null when it is gone. */
  readonly media: readonly (MediaFileBody | null | undefined)[]
  /** File of a reel's cover, like a file of `media`; undefined, too, where there is none. */
  readonly cover: MediaFileBody | null | undefined
  /** Permissions of the account; null or undefined while they are not known. */
  readonly grantedScopes: readonly string[] | null | undefined
  /** There is something that a reload of the stored post would not bring back. */
  readonly isUnsaved: boolean
  /** The stored post lacks some of the content. */
  readonly isChanged: boolean
  /** The stored post was changed by somebody else since the work on it began. */
  readonly conflict: boolean
  /** Continues what was composed here. */
  keepMine(): void
}

/** As a query: it is there once the stored post is. */
export function useEditor(postId: string | undefined): LoadedQuery<Editor> {
  const draftKey = postId ?? NEW_DRAFT
  const { draftStorage, dropped, forgetDropped, submission } = useComposer()
  const work = useSyncExternalStore(draftStorage.subscribe, () => draftStorage.get(draftKey))
  const stored = useQuery({ ...postQuery(postId ?? ''), enabled: postId !== undefined })
  const post = postId === undefined ? null : (stored.data ?? null)
  const base = useMemo(() => (post === null ? null : compositionOf(post)), [post])
  const composition = work?.now ?? base ?? EMPTY
  const media = useMedia(composition.mediaIds, post?.mediaFiles ?? NO_FILES)
  const coverId = coverFileOf(composition.options)
  const [cover] = useMedia(coverId === null ? [] : [coverId], NO_FILES)
  const preset = useDefaultAccount()
  const account = useAccount(composition.accountId ?? preset ?? '')
  const { data: permissions } = useQuery(permissionsQuery)

  const sent = isSubmissionOf(draftKey, submission) ? submission.variables?.composition : undefined
  // A submission of several requests is stored bit by bit.
  const isUnderWay = sent !== undefined && submission.isPending
  const conflict =
    work !== null &&
    base !== null &&
    !isUnderWay &&
    isChangedElsewhere(base, work, sent, account ?? NO_ACCOUNT)

  const put = useLatest((update: (composition: Composition) => Composition) => {
    const before = draftStorage.get(draftKey)?.now ?? base ?? EMPTY
    const next = update(before)
    const isNothing = base === null ? isUntouched(next, preset) : isSame(next, base)
    if (isNothing) draftStorage.clear(draftKey)
    // What was begun for an account stays with it, even if the plan shows another one when it is opened again.
    else draftStorage.put(draftKey, { base: conflict ? work.base : base, now: withAccount(next, account) })
    // A file that was dropped on the page arrives only now: nobody has edited the new post since.
    const isArrival = postId === undefined && isSame({ ...next, mediaIds: before.mediaIds }, before)
    if (dropped?.draftKey === draftKey && !isArrival) forgetDropped()
  })
  useRemovalOfGoneMedia(draftKey, media)

  const { error, refetch } = stored
  if (postId !== undefined && post === null) return { data: undefined, error, refetch }
  const data: Editor = {
    draftKey,
    post,
    composition,
    change: put,
    set: (part) => put((now) => ({ ...now, ...part })),
    account,
    media,
    cover,
    grantedScopes: permissions?.find(({ accountId }) => accountId === account?.id)?.grantedScopes,
    isUnsaved: work !== null && !(base === null && isEmptyComposition(work.now)),
    isChanged: base !== null && !isSameContent(composition, base),
    conflict,
    keepMine: () => work && base && draftStorage.put(draftKey, keepWork(work, base)),
  }
  return { data, error, refetch }
}

const withAccount = (composition: Composition, account: PlatformAccountBody | undefined): Composition => ({
  ...composition,
  accountId: composition.accountId ?? account?.id ?? null,
})

/** Returns a stable function that calls the newest one. */
function useLatest<Argument>(act: (argument: Argument) => void): (argument: Argument) => void {
  const latest = useRef(act)
  latest.current = act
  return useMemo(() => (argument) => latest.current(argument), [])
}

const NO_FILES: readonly MediaFileBody[] = []
const NO_ACCOUNT = { id: '', loginMethod: 'platform' } as const

/** A file that was chosen here and deleted elsewhere leaves unsaved work; a stored post names its own. */
function useRemovalOfGoneMedia(draftKey: DraftKey, media: Editor['media']): void {
  const { draftStorage } = useComposer()
  const isAnyGone = media.includes(null)
  useEffect(() => {
    const work = draftStorage.get(draftKey)
    if (!isAnyGone || work === null) return
    const gone = new Set(work.now.mediaIds.filter((_, index) => media[index] === null))
    const videos = new Set(media.flatMap((file) => (file && isVideo(file) ? file.id : [])))
    draftStorage.put(draftKey, { ...work, now: withoutMedia(work.now, gone, videos) })
  }, [isAnyGone, media, draftKey, draftStorage])
}
