import type { StoredFile } from '../state/store.ts'

const HEADERS = {
  'content-type': 'video/mp4',
  'accept-ranges': 'bytes',
  'x-content-type-options': 'nosniff',
  'cache-control': 'private, max-age=31536000, immutable',
}

/** The video, or the part of it that a player asks for. One range only: no player asks for more. */
export function videoResponse(file: StoredFile, range: string | undefined): Response {
  const part = readRange(range, file.size)
  if (part === 'outside') {
    return new Response(null, { status: 416, headers: { 'content-range': `bytes */${file.size}` } })
  }
  const { start, end } = part ?? { start: 0, end: file.size }
  const length = { 'content-length': String(end - start) }
  const within = part && { 'content-range': `bytes ${start}-${end - 1}/${file.size}` }
  return new Response(file.stream(start, end), {
    status: part ? 206 : 200,
    headers: { ...HEADERS, ...length, ...within },
  })
}

/** `end` is exclusive. Null: the whole file, also for a range that cannot be read. */
function readRange(
  range: string | undefined,
  size: number,
): { start: number; end: number } | 'outside' | null {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? []
  if (from === '' && to === '') return null
  if (from !== '' && to !== '' && Number(to) < Number(from)) return null
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size : Math.min(Number(to) + 1, size)
  return start < end ? { start, end } : 'outside'
}
