/** How many of the first bytes file-type needs. */
export const HEAD_BYTES = 4100

const TIFF_STARTS = [Buffer.from('II*\0', 'latin1'), Buffer.from('MM\0*', 'latin1')]
const PNG_START = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1')

/**
 * The MIME type that the first bytes prove, or null. Reads nothing but the head, however far a format would like to
 * seek.
 */
export async function sniffType(head: Uint8Array): Promise<string | null> {
  // file-type searches a PNG for animation behind all its profiles and comments, which may lie beyond the head.
  if (PNG_START.equals(head.subarray(0, PNG_START.length))) return 'image/png'
  // Loaded with the first upload: a start does not need it.
  const { fileTypeFromBuffer } = await import('file-type')
  try {
    const found = await fileTypeFromBuffer(head.subarray(0, HEAD_BYTES))
    if (found?.mime === 'image/heif' && brandsOf(head).includes('avif')) return 'image/avif'
    return found?.mime ?? tiffByStart(head)
  } catch {
    // A head crafted to break its parser proves nothing.
    return null
  }
}

/** file-type follows a TIFF to its directory, which most programs write behind the picture and so beyond the head. */
function tiffByStart(head: Uint8Array): string | null {
  return TIFF_STARTS.some((start) => start.equals(head.subarray(0, start.length))) ? 'image/tiff' : null
}

/** What else a file says it can be read as, in the box it begins with: some programs name an AVIF after its family first. */
function brandsOf(head: Uint8Array): string {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength)
  return bytes.toString('latin1', 8, bytes.readUInt32BE(0))
}
