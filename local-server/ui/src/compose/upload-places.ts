// Assigns uploads to posts. A new post that becomes a draft takes what is still being uploaded with it; the next new post
// begins with none.
import { NEW_DRAFT, type DraftKey } from './draft-storage.ts'

export type UploadPlaces = ReturnType<typeof createUploadPlaces>

export function createUploadPlaces() {
  const begunAsNew = new Map<DraftKey, string>()
  let sent = 0
  const ofNew = () => `new ${sent}`
  return {
    of: (draftKey: DraftKey) => (draftKey === NEW_DRAFT ? ofNew() : (begunAsNew.get(draftKey) ?? draftKey)),
    /** The new post is sent; as a draft it continues under its id. */
    newIsSent(draftId: string | null) {
      if (draftId !== null) begunAsNew.set(draftId, ofNew())
      sent += 1
    },
  }
}
