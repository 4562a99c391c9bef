import { useMutation } from '@tanstack/react-query'
import { api, parseResponse } from '../api-client.ts'
import { notifyOfProblem } from '../shared/notifications.ts'

export function useSignOut() {
  return useMutation({
    mutationFn: () => parseResponse(api.auth.logout.$post()),
    // A fresh page forgets everything this one has shown.
    onSuccess: () => window.location.replace('/'),
    onError: notifyOfProblem,
  })
}
