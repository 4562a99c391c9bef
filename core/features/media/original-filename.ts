// The sender's name of a file. It is shown to people and never reaches the disk.

const MAX_LENGTH = 255
/** Control characters, and the marks that make a name read backwards (`gpj.exe` shown as `exe.jpg`). */
// oxlint-disable-next-line no-control-regex -- control characters are exactly what is removed here
const INVISIBLE = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g

/** The last path part without invisible characters, at most 255 characters, never empty; a long name keeps its extension. */
export function originalFilename(sent: string | undefined): string {
  const base = (sent ?? '').replace(INVISIBLE, '').split(/[/\\]/).at(-1)?.trim() ?? ''
  if (base === '' || base === '.' || base === '..') return 'upload'
  if (base.length <= MAX_LENGTH) return base.toWellFormed()
  const extension = /\.[^.]{1,16}$/.exec(base)?.[0] ?? ''
  return (base.slice(0, MAX_LENGTH - extension.length) + extension).toWellFormed()
}
