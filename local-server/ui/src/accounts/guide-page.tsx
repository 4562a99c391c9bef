import { Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import type { PlatformAccountBody } from '../../../../core/api/auth.ts'
import { loginOf, type GuideWay } from '../../../../core/setup/guide-steps.ts'
import { accountsQuery } from '../shared/account-queries.ts'
import { PageTitle } from '../kit/page-title.tsx'
import { LoadProblem } from '../kit/problem-note.tsx'
import { useLazyStrings } from '../strings/language.tsx'
import { guideQuery, setupQuery, useKeepProgress } from './account-queries.ts'
import { GuideEnd } from './guide/guide-end.tsx'
import { GuideSteps } from './guide/guide-steps.tsx'
import { WayChoice } from './guide/way-choice.tsx'
import { OutcomeNote, useLoginOutcome } from './login-outcome-note.tsx'

/** Leads somebody who has never seen a developer dashboard to a connected account. What was done is known by the server. */
export function GuidePage() {
  const { guide: words } = useLazyStrings()
  const outcome = useLoginOutcome()
  const [justConnected, setJustConnected] = useState<readonly string[]>([])
  const progress = useQuery(guideQuery)
  const setup = useQuery(setupQuery)
  const accounts = useQuery(accountsQuery)
  const keep = useKeepProgress()
  const returned = outcome === undefined || outcome === 'lost' ? [] : outcome.connected
  const names = [...justConnected, ...returned]
  const way = progress.data?.way ?? null
  const said = progress.data?.said ?? []
  const connected = (accounts.data ?? []).filter(
    (account) => names.includes(account.username) || (way !== null && isByWay(account, way)),
  )
  const problem = progress.error ?? setup.error
  return (
    <Stack gap={24} maw="52rem" mx="auto">
      <span>
        <Link href="/accounts">← {words.back}</Link>
      </span>
      <PageTitle title={words.title} mb={8}>
        {words.intro}
      </PageTitle>
      {(outcome === 'lost' || (outcome !== undefined && outcome.problem !== null)) && (
        <OutcomeNote outcome={outcome} />
      )}
      {problem && <LoadProblem error={problem} onRetry={() => void progress.refetch()} />}
      {progress.isPending || setup.isPending ? (
        <Skeleton height={280} radius="lg" />
      ) : (
        <>
          <WayChoice way={way} onChoose={(chosen) => keep.mutate({ way: chosen, said })} />
          {way !== null && setup.data && (
            <GuideSteps
              // Each way has places of its own to be at.
              key={way}
              way={way}
              said={said}
              setup={setup.data}
              isConnected={connected.length > 0}
              onSay={(steps) => keep.mutate({ way, said: steps })}
              onOtherWay={(other) => keep.mutate({ way: other, said })}
              onConnected={setJustConnected}
            />
          )}
          {connected.length > 0 && <GuideEnd accounts={connected} isNew={names.length > 0} />}
        </>
      )}
    </Stack>
  )
}

/** A real account that can be published to now. */
function isByWay({ isSandbox, loginMethod, tokenExpiresAt }: PlatformAccountBody, way: GuideWay): boolean {
  const hasEnded = tokenExpiresAt !== null && Date.parse(tokenExpiresAt) <= Date.now()
  return !isSandbox && !hasEnded && loginMethod === loginOf(way)
}
