// The owner's own session. What is secret is read out of its field when it is sent, and is never kept as the variable of a
// mutation, which lives on.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { parseResponse, pageApi } from '../api-client.ts'
import { groups } from '../query-keys.ts'

interface Told<Result> {
  send(): Promise<Result>
  /** Called with null when it begins. Outlives the form: what is refused may take the form away. */
  onProblem?: (problem: Error | null) => void
}

function useSessionMutation<Result>(accountId: string, { send, onProblem }: Told<Result>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => send(),
    onMutate: () => onProblem?.(null),
    onError: (problem) => onProblem?.(problem),
    // Also after a refusal: it may have opened or ended a challenge.
    onSettled: () => client.invalidateQueries({ queryKey: groups.reposts(accountId) }),
  })
}

type OnProblem = (problem: Error | null) => void

interface Secret<Value> {
  read(): Value
  readonly onProblem: OnProblem
}

export function useLogIn(accountId: string, form: Secret<{ username: string; password: string }>) {
  return useSessionMutation(accountId, {
    ...form,
    send: () =>
      parseResponse(pageApi['story-repost'].credentials.$post({ json: { accountId, ...form.read() } })),
  })
}

export function useImportSession(accountId: string, form: Secret<{ cookies: string; userAgent: string }>) {
  return useSessionMutation(accountId, {
    ...form,
    send: () => parseResponse(pageApi['story-repost'].session.$post({ json: { accountId, ...form.read() } })),
  })
}

export function useForgetSession(accountId: string) {
  return useSessionMutation(accountId, {
    send: () => parseResponse(pageApi['story-repost'].session.$delete({ query: { accountId } })),
  })
}

export function useSendCode(accountId: string, onProblem: OnProblem) {
  return useSessionMutation(accountId, {
    onProblem,
    send: () => parseResponse(pageApi['story-repost'].challenge.start.$post({ json: { accountId } })),
  })
}

export function useSubmitCode(accountId: string, form: Secret<string>) {
  return useSessionMutation(accountId, {
    ...form,
    send: () =>
      parseResponse(pageApi['story-repost'].challenge.$post({ json: { accountId, code: form.read() } })),
  })
}
