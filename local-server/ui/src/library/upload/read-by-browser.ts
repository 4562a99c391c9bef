// Pictures that the server cannot read, and some browsers can: HEIC in Safari, BMP everywhere. They are sent as JPEG. The codecs of
// HEIC that the registry has are libheif, under the LGPL and 1.4 MB; none is shipped, and a browser that cannot read it says what helps.

/** What the first bytes of a file say; null: the server reads it, or refuses it in its own words. */
export type BrowsersOwn = 'heic' | 'bmp'

const HEAD = 12
const HEIC = /^.{4}ftyp(?:hei[cxms]|hev[cxms]|m[is]f1)/s

export async function browsersOwn(file: Blob): Promise<BrowsersOwn | null> {
  const head = String.fromCharCode(...new Uint8Array(await file.slice(0, HEAD).arrayBuffer()))
  if (HEIC.test(head)) return 'heic'
  return head.startsWith('BM') ? 'bmp' : null
}

/** More is never published; browsers also limit how large a canvas may be. */
const LONGEST_SIDE = 4096
/** It is encoded once more before it is published. */
const QUALITY = 0.95

/** Upright, on white. Null when the browser cannot read it. */
export async function toJpeg(file: File): Promise<File | null> {
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (bitmap === null) return null
  const scale = Math.min(1, LONGEST_SIDE / Math.max(bitmap.width, bitmap.height))
  const canvas = new OffscreenCanvas(Math.round(bitmap.width * scale), Math.round(bitmap.height * scale))
  const context = canvas.getContext('2d')
  if (context === null) return null
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY })
  return new File([blob], file.name.replace(/(?:\.\w{1,5})?$/, '.jpg'), { type: 'image/jpeg' })
}
