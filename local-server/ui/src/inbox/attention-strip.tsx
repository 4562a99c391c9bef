import { Anchor, Text } from '@mantine/core'
import { useTimeout } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import type { AttentionCode } from '../../../../core/rules/notices/attention-entries.ts'
import { Banner } from '../app/banners.tsx'
import { captionStart } from '../posts/post-name.ts'
import { postQuery } from '../posts/post-queries.ts'
import { keptText, tryAccess } from '../shared/kept-texts.ts'
import { attentionQuery, useAccount } from '../shared/queries.ts'
import { useStrings } from '../strings/language.tsx'
import { CauseStep, useCauseSentence } from './cause.tsx'
import { type Cause, causesOf, sameCode } from './causes.ts'
import { useEntries } from './entries.ts'

/** These have banners of their own, which say more. */
const TOLD_BY_BANNERS: ReadonlySet<AttentionCode> = new Set([
  'QUEUE_HELD',
  'DISK_FULL',
  'DISK_UNWRITABLE',
  'DISK_FAILING',
])

/** Causes that a line has room for. */
const SHOWN = 3

/** Says on every page what is most urgent, with the action for the only cause, or the way to the list. */
export function AttentionStrip() {
  const { attention } = useStrings()
  const sentenceOf = useCauseSentence()
  const [location] = useLocation()
  const { isPending } = useQuery(attentionQuery)
  const { urgent } = useEntries()
  const untold = urgent.filter(({ code }) => !TOLD_BY_BANNERS.has(code))
  const causes = causesOf(untold, sameCode)
  const [first] = causes
  const others = causes.length - SHOWN
  const said = [
    ...causes.slice(0, SHOWN).map(sentenceOf),
    ...(others > 0 ? [attention.andMore(others)] : []),
  ].join(' · ')
  const keptOpen = useKeptOpen(said, isPending, location !== '/inbox')
  const [only, ...more] = causesOf(untold)
  const list = (
    <Anchor component={Link} href="/inbox" c="inherit" fw={600} underline="always">
      {attention.show}
    </Anchor>
  )
  return (
    <div role="status" {...keptOpen}>
      {first && location !== '/inbox' && (
        <Banner
          // A second line, also of what arrives later, would move what is below.
          wrap="nowrap"
          {...(first.first.severity === 'error' && { bg: 'var(--red-ground)', c: 'var(--ink)' })}
        >
          <Text span inherit truncate title={said}>
            {said}
            {only && more.length === 0 && <CauseNames cause={only} />}
          </Text>{' '}
          {only && more.length === 0 ? <CauseStep cause={only} otherwise={list} /> : list}
        </Banner>
      )}
    </div>
  )
}

/** The post and the account, where the only cause is about one. */
function CauseNames({ cause: { postIds, first } }: { readonly cause: Cause }) {
  const [id = '', ...others] = postIds
  const post = useQuery({ ...postQuery(id), enabled: id !== '' && others.length === 0 }).data
  const account = useAccount(post?.platformAccountId ?? first.accountId ?? '')
  const { nameOf } = useStrings().posts
  const start = captionStart(post?.caption ?? null)
  // The sentences about accounts have their names in them.
  if (post === undefined) return null
  return [start && nameOf(start), account?.username].flatMap((part) => (part ? ` · ${part}` : [])).join('')
}

const HEIGHT = 'strip-height'

/** Keeps its last height until its text is known, so that the page below does not jump. */
function useKeptOpen(said: string, isPending: boolean, isHere: boolean) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isPending && isHere)
      tryAccess(() => localStorage.setItem(`nightpost-${HEIGHT}`, String(ref.current?.offsetHeight ?? 0)))
  }, [said, isPending, isHere])
  const minHeight = isPending && isHere ? Number(keptText(HEIGHT)) : undefined
  return { ref, style: { minHeight } }
}

/** Longer than the answer takes on a busy computer; shorter than a person waits without wondering. */
const PATIENCE_MS = 1_000

/** In a new browser, what is below the strip waits for its first answer instead of jumping. */
export function BelowStrip({ children }: { readonly children: ReactNode }) {
  const { isPending, failureCount } = useQuery(attentionQuery)
  const [isPatient, setPatient] = useState(keptText(HEIGHT) === null)
  useTimeout(() => setPatient(false), PATIENCE_MS, { autoInvoke: true })
  return isPatient && isPending && failureCount === 0 ? null : children
}
