import { NativeSelect } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { parseResponse, pageApi } from '../api-client.ts'
import { keyedQuery, keys } from '../query-keys.ts'
import { attentionQuery } from '../shared/attention-query.ts'
import { Moment } from '../shared/moment.tsx'
import { notifyOfProblem } from '../shared/notifications.ts'
import { useFormats, useStrings } from '../strings/language.tsx'
import classes from './evening-check.module.css'

const eveningQuery = keyedQuery(keys.evening, {
  queryFn: () => parseResponse(pageApi.attention.evening.$get()),
})
const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

/** When posts of the next two days are tried for real, and when they last were. */
export function EveningCheck() {
  const { evening } = useStrings().attention
  const formats = useFormats()
  const checkedAt = useQuery(attentionQuery).data?.checkedAt
  const chosen = useQuery(eveningQuery).data
  const change = useChangeEvening()
  // Whole or not at all, so that nothing is pushed away.
  if (!chosen || checkedAt === undefined) return null
  const hour = change.isPending ? change.variables : chosen.hour
  return (
    <section className={classes.section} aria-labelledby="evening-check">
      <h2 id="evening-check">{evening.title}</h2>
      <p>{evening.text}</p>
      <NativeSelect
        className={classes.hour}
        label={evening.hour}
        description={chosen.timeZone}
        size="md"
        value={hour}
        data={HOURS.map((each) => ({
          value: String(each),
          label: formats.time(new Date(Date.UTC(2000, 0, 1, each)), 'UTC'),
        }))}
        onChange={({ currentTarget }) => change.mutate(Number(currentTarget.value))}
      />
      <p className={classes.checked}>
        {checkedAt === null ? (
          evening.notYet
        ) : (
          <>
            {evening.checked} <Moment at={checkedAt} />
          </>
        )}
      </p>
    </section>
  )
}

function useChangeEvening() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (hour: number) => parseResponse(pageApi.attention.evening.$put({ json: { hour } })),
    onSuccess: (evening) => client.setQueryData(keys.evening, evening),
    onError: notifyOfProblem,
  })
}
