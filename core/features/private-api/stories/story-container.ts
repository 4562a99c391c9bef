// The name of a story that was uploaded through the private API and waits to be published, and the id of one that is live. The
// publish call may be made in another run of the process, so the name itself holds everything that the call needs.
import * as z from 'zod'
import { fromBase64Url, toBase64Url } from '../../../base64url.ts'
import type { Instant } from '../../../time.ts'

export interface Mention {
  /** The account's number. */
  readonly pk: string
  readonly username: string
  /** The middle of its area, 0 to 1. */
  readonly x: number
  readonly y: number
}

export interface PrivateApiContainer {
  /** Milliseconds since 1970 when the upload began, as text. */
  readonly uploadId: string
  readonly kind: 'image' | 'video'
  readonly width: number
  readonly height: number
  /** Zero for pictures. */
  readonly seconds: number
  readonly hasSound: boolean
  readonly mentions: readonly Mention[]
}

const PREFIX = 'native:'
const VERSION = `${PREFIX}v1:`

const Digits = z.string().regex(/^\d{1,25}$/)
const Part = z.number().min(0).max(1)
const Packed = z.tuple([
  Digits,
  z.enum(['image', 'video']),
  z.number(),
  z.number(),
  z.number(),
  z.boolean(),
  z.array(z.tuple([Digits, z.string(), Part, Part])),
])

export function isPrivateApiContainer(containerId: string): boolean {
  return containerId.startsWith(PREFIX)
}

export function nameContainer(container: PrivateApiContainer): string {
  const { uploadId, kind, width, height, seconds, hasSound } = container
  const mentions = container.mentions.map(({ pk, username, x, y }) => [pk, username, x, y])
  const packed = JSON.stringify([uploadId, kind, width, height, seconds, hasSound, mentions])
  return VERSION + toBase64Url(new TextEncoder().encode(packed))
}

/** Null unless this version of Nightpost made it. */
export function parseContainerName(containerId: string): PrivateApiContainer | null {
  if (!containerId.startsWith(VERSION)) return null
  try {
    const text = new TextDecoder().decode(fromBase64Url(containerId.slice(VERSION.length)))
    const [uploadId, kind, width, height, seconds, hasSound, mentions] = Packed.parse(JSON.parse(text))
    const named = mentions.map(([pk, username, x, y]) => ({ pk, username, x, y }))
    return { uploadId, kind, width, height, seconds, hasSound, mentions: named }
  } catch {
    return null
  }
}

export function uploadedAt({ uploadId }: PrivateApiContainer): Instant {
  return Number(uploadId)
}

/** `<pk>_<owner>`: numbers of the official interface have no underscore. */
export function isPrivateApiMedia(mediaId: string): boolean {
  return /^\d+_\d+$/.test(mediaId)
}

export function pkOf(mediaId: string): string {
  return mediaId.split('_')[0] ?? mediaId
}
