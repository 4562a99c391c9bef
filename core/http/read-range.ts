/** One byte range; for anything more complex, and for one that ends before it begins, the whole file is sent, as RFC 9110 says. */
export function readRange(
  header: string | undefined,
  size: number,
): { start: number; end: number } | 'unsatisfiable' | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return null
  const [, first = '', last = ''] = match
  if (first !== '' && last !== '' && Number(last) < Number(first)) return null
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return start > end || start >= size ? 'unsatisfiable' : { start, end }
}
