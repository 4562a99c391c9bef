// The way of a video into the sandbox: fetched from an address after its container was created, or sent by its owner. It
// ends with an arrival, which says whether the video is fit.
import type { Clock } from '../../../core/ports/clock.ts'
import type { SandboxState } from '../state/state.ts'
import type { SandboxFiles } from '../state/store.ts'
import { fetchVideo, type FetchFault } from './fetch-video.ts'
import { readVideo, type FileFacts } from './video-facts.ts'

/** The target that a video is on its way to. Faults are worded as the target will show them. */
export interface VideoTarget {
  readonly id: string
  readonly videoUrl: string | null
  readonly maxSize: number
  /** Null when the video is fit. */
  faultOf(video: FileFacts | null): string | null
  fetchFault(fault: FetchFault): string
}

export interface Arrivals {
  /** Makes sure that the video is being fetched, or was. A restart interrupts fetches; this resumes them. */
  fetch(target: VideoTarget): void
  /** All bytes are here. */
  complete(target: VideoTarget): Promise<void>
  /** Resolves when nothing is on its way, or not to this target. */
  settled(id?: string): Promise<void>
}

export interface ArrivalPorts {
  readonly state: SandboxState
  readonly files: SandboxFiles
  readonly clock: Clock
  readonly fetch: typeof globalThis.fetch
}

export function createArrivals({ state, files, clock, fetch }: ArrivalPorts): Arrivals {
  const underWay = new Map<string, Promise<void>>()

  async function complete(target: VideoTarget): Promise<void> {
    const file = await files.file(target.id)
    const failure = target.faultOf(file && (await readVideo(file)))
    state.addArrival({ containerId: target.id, at: clock.now(), failure })
  }

  async function fetchAndCheck(target: VideoTarget, url: string): Promise<void> {
    const { id, maxSize } = target
    const fault = await fetchVideo({ fetch, files, url, id, maxSize })
    if (fault === null) return complete(target)
    state.addArrival({ containerId: id, at: clock.now(), failure: target.fetchFault(fault) })
  }

  return {
    fetch(target) {
      const { id, videoUrl } = target
      if (videoUrl === null || state.arrivalOf(id) || underWay.has(id)) return
      // What fails here is our own disk: the video stays on its way, and the next read tries again.
      const fetching = fetchAndCheck(target, videoUrl)
        .catch(() => {})
        .finally(() => underWay.delete(id))
      underWay.set(id, fetching)
    },
    complete,
    async settled(id) {
      if (id !== undefined) return underWay.get(id)
      while (underWay.size > 0) await Promise.all(underWay.values())
    },
  }
}
