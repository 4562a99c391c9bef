// Bytes that wait to be made a story. Pictures in memory, forgotten with the process; videos in the sandbox's files.
import type { PrivateApiPerson } from '../practice.ts'

export interface StoryUpload {
  readonly picture: Uint8Array<ArrayBuffer> | null
  readonly video: VideoUpload | null
  /** How often it was asked to become a story. */
  readonly configured: number
}

export interface VideoUpload {
  readonly fileId: string
  readonly size: number
  readonly isComplete: boolean
}

export interface UploadBook {
  find(person: PrivateApiPerson, uploadId: string): StoryUpload | null
  change(person: PrivateApiPerson, uploadId: string, change: Partial<StoryUpload>): void
}

/** Somebody may send pictures for hours. */
const KEPT = 20

export function createUploadBook(): UploadBook {
  const uploads = new Map<string, StoryUpload>()
  const keyOf = ({ pk }: PrivateApiPerson, uploadId: string) => `${pk} ${uploadId}`
  return {
    find: (person, uploadId) => uploads.get(keyOf(person, uploadId)) ?? null,
    change(person, uploadId, change) {
      const key = keyOf(person, uploadId)
      const before = uploads.get(key) ?? { picture: null, video: null, configured: 0 }
      uploads.delete(key)
      uploads.set(key, { ...before, ...change })
      const oldest = uploads.keys().next().value
      if (uploads.size > KEPT && oldest !== undefined) uploads.delete(oldest)
    },
  }
}
