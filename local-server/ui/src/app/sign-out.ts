import { useMutation } from '@tanstack/react-query'
import { api, parseResponse } from '../api-client.ts'
import { useLeave } from '../kit/unsaved.tsx'
import { isAnyUploadUnderWay, stopAsking } from '../shared/before-leaving.ts'
import { notifyOfProblem } from '../shared/notifications.ts'
import { useStrings } from '../strings/language.tsx'

/** Not while files are being uploaded, which would be lost. Asks first about what is unsaved, while the session can still save it. */
export function useSignOut() {
  const leave = useLeave()
  const { app } = useStrings()
  const { mutate, isPending } = useMutation({
    mutationFn: () => parseResponse(api.auth.logout.$post()),
    // A fresh page forgets everything this one has shown.
    onSuccess() {
      stopAsking()
      window.location.replace('/')
    },
    onError: notifyOfProblem,
  })
  const signOut = () => {
    if (isAnyUploadUnderWay()) return notifyOfProblem(new Error(app.uploadsUnderWay))
    leave(() => mutate(), { stays: true })
  }
  return { isPending, signOut }
}
