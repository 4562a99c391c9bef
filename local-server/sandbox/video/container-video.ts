import type { Container } from '../state/records.ts'
import type { VideoTarget } from './arrivals.ts'
import type { FetchFault } from './fetch-video.ts'
import { faultOf, rulesOf, type VideoFault } from './video-rules.ts'

/** The video of an Instagram container. */
export function containerVideo(container: Container): VideoTarget {
  const { id, videoUrl } = container
  return {
    id,
    videoUrl,
    maxSize: rulesOf(container).maxBytes,
    faultOf(video) {
      const fault = faultOf(video, container)
      return fault && statusSentence(fault)
    },
    fetchFault: statusSentence,
  }
}

/** The sentence of a container's `status`: clients look for the number in it. */
export function statusSentence(fault: FetchFault | VideoFault): string {
  const what = fault === 2207077 || fault === 2207003 ? 'download' : 'upload'
  return `Error: Media ${what} has failed with error code ${fault}`
}
