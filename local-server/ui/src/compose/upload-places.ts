// Whom an upload is for. A new post that becomes a draft takes what is still being uploaded with it; the next new post
// begins with none.
import { NEW, type Seat } from './workbench.ts'

export interface UploadPlaces {
  of(seat: Seat): string
  /** The new post is sent; as a draft it goes on under its id. */
  newIsSent(draftId: string | null): void
}

export function createUploadPlaces(): UploadPlaces {
  const begunAsNew = new Map<Seat, string>()
  let sent = 0
  const ofNew = () => `new ${sent}`
  return {
    of: (seat) => (seat === NEW ? ofNew() : (begunAsNew.get(seat) ?? seat)),
    newIsSent(draftId) {
      if (draftId !== null) begunAsNew.set(draftId, ofNew())
      sent += 1
    },
  }
}
