import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { MediaFileBody } from '../../../../core/api/media.ts'
import { ServerGone } from '../api-client.ts'
import { uploadPhoto } from './upload-photo.ts'

interface ChosenFile {
  readonly file: File
  /** Shows the file before it is uploaded. */
  readonly localUrl: string
  readonly abort: AbortController
}

export interface PhotoUpload {
  readonly chosen: ChosenFile | null
  /** 0 to 1. */
  readonly progress: number
  /** Set when the file is stored; may still be unfit, see `isValid`. */
  readonly media: MediaFileBody | null
  readonly problem: string | null
  choose(file: File): void
  /** Says why a file was not taken, or that one is missing. */
  object(problem: string): void
  remove(): void
}

/** The photo of the draft: uploaded as soon as it is chosen, so that publishing does not have to wait. */
export function usePhotoUpload(): PhotoUpload {
  const [chosen, setChosen] = useState<ChosenFile | null>(null)
  const [progress, setProgress] = useState(0)
  const [objection, setObjection] = useState<string | null>(null)
  const upload = useMutation({
    mutationFn: ({ file, abort }: ChosenFile) =>
      uploadPhoto(file, { signal: abort.signal, onProgress: setProgress }),
  })

  const remove = () => {
    chosen?.abort.abort()
    if (chosen) URL.revokeObjectURL(chosen.localUrl)
    upload.reset()
    setChosen(null)
    setObjection(null)
  }
  const choose = (file: File) => {
    remove()
    setProgress(0)
    const next = { file, localUrl: URL.createObjectURL(file), abort: new AbortController() }
    setChosen(next)
    upload.mutate(next)
  }
  const problem = objection ?? (upload.error && sentence(upload.error))
  return { chosen, progress, media: upload.data ?? null, problem, choose, object: setObjection, remove }
}

function sentence(error: Error): string {
  return error instanceof ServerGone ? 'The upload broke off. Choose the photo again.' : error.message
}
