import type { Publication } from '../../../../core/rules/publication/publication.ts'
import { aJob, aPost, aPublication as aClaimedPublication, START } from '../../../factories.ts'

export const NOW = START

/** A publication of a post with one picture and a caption that has just been claimed. */
export function aPublication(changes: Partial<Publication> = {}): Publication {
  const claimed = aClaimedPublication(aJob(aPost()))
  const items = [
    { mediaFileId: 'media', kind: 'image', publicKey: 'key.jpg', blobKey: 'media/key.jpg' },
  ] as const
  return { ...claimed, payload: { ...claimed.payload, caption: 'Good morning', items }, ...changes }
}

/** One whose publish call may have been made. */
export function anUncertainPublication(changes: Partial<Publication> = {}): Publication {
  return aPublication({
    step: 'uncertain',
    containerId: '17900000000000001',
    containerCreatedAt: NOW - 5_000,
    containersAsked: 1,
    uncertainSince: NOW,
    intent: {
      at: NOW - 1_000,
      platformAt: NOW - 1_000,
      monotonicAt: 0,
      sends: 1,
      lastPossibleSend: NOW,
      lastRefusal: null,
      onlyLagReplies: false,
      lagLooks: 1,
    },
    ...changes,
  })
}
