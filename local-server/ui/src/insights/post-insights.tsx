// What was counted of one post, on its page.
import { NativeSelect, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PostInsightsBody } from '../../../../core/api/insights/insight-shapes.ts'
import type { PostBody } from '../../../../core/api/posts.ts'
import { Fact, Facts } from '../kit/facts.tsx'
import { SMALL } from '../kit/looks.ts'
import { Loaded } from '../kit/problem-note.tsx'
import { RelativeTime } from '../shared/moment.tsx'
import { useAccount } from '../shared/queries.ts'
import { useFormats, useLazyStrings, useStrings } from '../strings/language.tsx'
import { Curve } from './charts.tsx'
import { postInsightsQuery } from './insight-queries.ts'
import { PermissionNote, useMetricName, useNextLook } from './sections.tsx'

export function InsightsOfPost({ post }: { readonly post: Pick<PostBody, 'id' | 'igMediaId'> }) {
  const { plan } = useStrings()
  const { insights } = useLazyStrings()
  const isKnown = post.igMediaId !== null
  const query = useQuery({ ...postInsightsQuery(post.id), enabled: isKnown })
  return (
    <section aria-labelledby="insights">
      <h2 id="insights">{plan.views.insights}</h2>
      {isKnown ? (
        <Loaded query={query} height={240}>
          {(data) => <Numbers data={data} />}
        </Loaded>
      ) : (
        <Text {...SMALL}>{insights.noId}</Text>
      )}
    </section>
  )
}

function Numbers({ data }: { readonly data: PostInsightsBody }) {
  const { insights } = useLazyStrings()
  const { compose, plan } = useStrings()
  const { number } = useFormats()
  const nameOf = useMetricName()
  const { accountId, latest, permission, trial } = data
  const isConnected = useAccount(accountId) !== undefined
  const nextLook = useNextLook(data.nextLookAt)
  // That one has brought figures says nothing more than these.
  const looks = latest.filter(({ metric, value }) => metric === 'look' && value === null)
  const figures = latest.filter(({ metric }) => metric !== 'look')
  const textOf = ({ value, reason }: (typeof latest)[number]) =>
    value === null ? (insights.reasons[reason ?? ''] ?? reason) : number(value)
  return (
    <>
      <PermissionNote permission={permission || !isConnected} />
      {figures.length === 0 && permission && <Text {...SMALL}>{insights.noneText}</Text>}
      <CurveOfPost data={data} />
      <Facts label={plan.views.insights}>
        {trial !== null && (
          <Fact name={compose.options.names.trialReel}>
            {insights.trialSays[trial.verdict](number(trial.views ?? 0), number(trial.usual ?? 0))}
          </Fact>
        )}
        {figures.map((row) => (
          <Fact key={row.metric} name={nameOf(row.metric)}>
            {textOf(row)}
          </Fact>
        ))}
      </Facts>
      {looks.map((row) => (
        <Text key={row.at} {...SMALL}>
          <RelativeTime at={row.at} />: {textOf(row)}
        </Text>
      ))}
      <Text mt="2xs" {...SMALL}>
        {nextLook}
      </Text>
    </>
  )
}

function CurveOfPost({ data: { curve } }: { readonly data: PostInsightsBody }) {
  const { insights } = useLazyStrings()
  const nameOf = useMetricName()
  const [chosen, setChosen] = useState('reach')
  const drawn = curve.filter(({ points }) => points.length > 1)
  const shown = drawn.find(({ metric }) => metric === chosen) ?? drawn[0]
  if (shown === undefined)
    return curve.length === 0 ? null : (
      <Text my="xs" {...SMALL}>
        {insights.young}
      </Text>
    )
  return (
    <>
      <NativeSelect
        w="fit-content"
        my="xs"
        aria-label={insights.shown}
        value={shown.metric}
        data={drawn.map(({ metric }) => ({ value: metric, label: nameOf(metric) }))}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
      <Curve label={insights.curve(nameOf(shown.metric))} points={shown.points} />
    </>
  )
}
