import { useMutation } from '@tanstack/react-query'
import { api, parseResponse } from '../api-client.ts'
import { useLeave } from '../kit/unsaved.tsx'
import { stopAsking } from '../shared/before-leaving.ts'
import { notifyOfProblem } from '../shared/notifications.ts'

/** Asks first about what is unsaved on the page, while the session can still save it. */
export function useSignOut() {
  const leave = useLeave()
  const { mutate, isPending } = useMutation({
    mutationFn: () => parseResponse(api.auth.logout.$post()),
    // A fresh page forgets everything this one has shown.
    onSuccess() {
      stopAsking()
      window.location.replace('/')
    },
    onError: notifyOfProblem,
  })
  return { isPending, signOut: () => leave(() => mutate(), { stays: true }) }
}
