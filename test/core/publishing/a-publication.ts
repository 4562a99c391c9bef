import type { Publication } from '../../../core/publishing/publication.ts'

export const NOW = Date.UTC(2026, 10, 20, 12)

/** A publication that has just been claimed. */
export function aPublication(changes: Partial<Publication> = {}): Publication {
  return {
    id: 'publication',
    postId: 'post',
    jobId: 'job',
    accountId: 'account',
    version: 1,
    claimId: 'claim',
    step: 'claimed',
    payload: {
      mediaType: 'IMAGE',
      caption: 'Good morning',
      items: [{ mediaFileId: 'media', kind: 'image', publicKey: 'key.jpg' }],
      userTags: [],
      collaborators: [],
      locationId: null,
    },
    containersAsked: 0,
    containerId: null,
    containerCreatedAt: null,
    reads: 0,
    intent: null,
    uncertainSince: null,
    finishedSeenAt: [],
    mediaId: null,
    permalink: null,
    publishedAt: null,
    failure: null,
    nextAt: null,
    createdAt: NOW,
    updatedAt: NOW,
    ...changes,
  }
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
    },
    ...changes,
  })
}
