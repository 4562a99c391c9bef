// Ports that die: from the point where the hand says so, every call throws and nothing acts any more.
import type { OpenBlob } from '../../core/ports/media/blob-store.ts'
import type { PartnerPages } from '../../core/ports/platform/partner-pages.ts'
import type { Platform } from '../../core/ports/platform/platform.ts'
import type { PublicationLedger } from '../../core/ports/posts/publication-ledger.ts'

export class Crash extends Error {}

type Act = keyof Platform | `page ${keyof PartnerPages}` | 'claim' | 'commit'
/** `within bytes`: half of the first piece of a file has left, to whoever reads it. */
export type CrashPoint = `${'before' | 'after'} ${Act}` | 'within bytes'

/** Called at every point; true stops the process right there. */
export type Hand = (point: CrashPoint) => boolean

/**
 * The points, with their places, at which a death leaves something of its own behind: nothing happens between the end of one
 * act and the beginning of the next, unless a runner lays its work down and claims anew.
 */
export function distinctPoints<P extends string>(points: readonly P[]): (readonly [place: number, P])[] {
  return points
    .map((point, place) => [place, point] as const)
    .filter(([place, point]) => {
      const next = points[place + 1] ?? 'before claim'
      return !point.startsWith('after') || next.startsWith('after') || next === 'before claim'
    })
}

interface Ports {
  readonly ledger: PublicationLedger
  readonly platform: Platform
  readonly partnerPages: PartnerPages
  openMedia(blobKey: string): Promise<OpenBlob | null>
}

type Bytes = ReadableStream<Uint8Array<ArrayBuffer>>

interface Mortal extends Ports {
  isDead(): boolean
  /** A file that this process sends or serves: it ends with the process. */
  bytes(of: Bytes): Bytes
}

export function mortal(hand: Hand, { ledger, platform, partnerPages, openMedia }: Ports): Mortal {
  let dead = false
  const at = (point: CrashPoint) => {
    if (!dead && hand(point)) dead = true
    if (dead) throw new Crash(point)
  }
  const around = <A extends unknown[], R>(name: Act, act: (...args: A) => Promise<R>) => {
    return async (...args: A): Promise<R> => {
      at(`before ${name}`)
      const result = await act(...args)
      at(`after ${name}`)
      return result
    }
  }
  const bytes = (of: Bytes) => of.pipeThrough(halved(() => at('within bytes')))
  return {
    isDead: () => dead,
    bytes,
    async openMedia(blobKey) {
      const blob = await openMedia(blobKey)
      return blob && { ...blob, stream: (range) => bytes(blob.stream(range)) }
    },
    ledger: {
      ...ledger,
      claim: around('claim', ledger.claim),
      commit: around('commit', ledger.commit),
      release: async (...args) => {
        if (dead) throw new Crash('release')
        return ledger.release(...args)
      },
    },
    platform: {
      createContainer: around('createContainer', platform.createContainer),
      uploadVideo: around('uploadVideo', platform.uploadVideo),
      containerStatus: around('containerStatus', platform.containerStatus),
      publishContainer: around('publishContainer', platform.publishContainer),
      recentMedia: around('recentMedia', platform.recentMedia),
      permalink: around('permalink', platform.permalink),
      publishingQuota: around('publishingQuota', platform.publishingQuota),
      addComment: around('addComment', platform.addComment),
      listComments: around('listComments', platform.listComments),
      disableComments: around('disableComments', platform.disableComments),
      deleteMedia: around('deleteMedia', platform.deleteMedia),
      mediaExists: around('mediaExists', platform.mediaExists),
    },
    partnerPages: {
      prepare: around('page prepare', partnerPages.prepare),
      publish: around('page publish', partnerPages.publish),
      permalink: around('page permalink', partnerPages.permalink),
    },
  }
}

/** Calls `halfway` when half of the first piece has gone through. */
export function halved(
  halfway: () => void,
): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let isFirst = true
  return new TransformStream({
    transform(piece, controller) {
      const half = isFirst ? piece.length >> 1 : 0
      if (isFirst) {
        isFirst = false
        controller.enqueue(piece.slice(0, half))
        halfway()
      }
      controller.enqueue(piece.slice(half))
    },
  })
}
