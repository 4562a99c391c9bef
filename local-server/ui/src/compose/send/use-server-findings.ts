// Asks the server about a composition once nobody has changed it for a moment. An answer that came too late is dropped with its
// request. When nobody answers, nothing is said here: the page has a banner for that.
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { PostToValidateBody } from '../../../../../core/api/validate.ts'
import { api, parseResponse } from '../../api-client.ts'
import { keyedQuery, keys } from '../../query-keys.ts'
import type { Editor } from '../editor.ts'
import type { ComposeProblem } from '../problems.ts'
import { findingsOf, NO_FINDINGS, questionOf, type ServerFindings } from './server-findings.ts'

const PAUSE_MS = 600

export function useServerFindings(editor: Editor, own: readonly ComposeProblem[]): ServerFindings {
  const question = questionOf(editor)
  const [settled] = useDebouncedValue(question && JSON.stringify(question), PAUSE_MS)
  const isAsked = question !== null && settled !== null
  // While somebody types, the last answer stays, and nothing flickers.
  const { data } = useQuery({
    ...validationQuery(settled ?? '{}'),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  })
  if (!isAsked || data === undefined || data.postId !== question.postId) return NO_FINDINGS
  return findingsOf(data, own)
}

function validationQuery(body: string) {
  return keyedQuery(keys.validation(body), {
    queryFn: async ({ signal }) => {
      const json = JSON.parse(body) as PostToValidateBody
      const answer = await parseResponse(api.posts.validate.$post({ json }, { init: { signal } }))
      return { ...answer, postId: json.postId }
    },
  })
}
