/** Not sent at all: it could only be refused. */
export class RefusedFile extends Error {
  override readonly name = 'RefusedFile'
  readonly reason: 'type' | 'size' | 'empty'
  readonly maxBytes: number

  constructor(reason: RefusedFile['reason'], maxBytes: number) {
    super(reason)
    this.reason = reason
    this.maxBytes = maxBytes
  }
}

/** Types that the file dialog shows first. For anything else that is dropped, the server decides by its content. */
export const FILE_TYPES =
  'image/jpeg,image/png,image/webp,video/mp4,video/quicktime,video/x-matroska,video/webm,video/x-msvideo,.mkv,.avi,.mov'

/** Null when the file is worth sending. Some systems know no type of some videos. */
export function refusedFileOf(
  { type, size }: Pick<File, 'type' | 'size'>,
  maxBytes: number,
): RefusedFile | null {
  if (type !== '' && !/^(image|video)\//.test(type)) return new RefusedFile('type', maxBytes)
  if (size === 0) return new RefusedFile('empty', maxBytes)
  return size > maxBytes ? new RefusedFile('size', maxBytes) : null
}
