/** Of Nightpost, by numbers: 0.10.0 is newer than 0.9.0. */
export function isNewerVersion(version: string, than: string): boolean {
  const [a, b] = [version, than].map((text) =>
    (/^\d+\.\d+\.\d+/.exec(text)?.[0] ?? '0.0.0').split('.').map(Number),
  )
  const at = a?.findIndex((number, index) => number !== b?.[index]) ?? -1
  return at >= 0 && (a?.[at] ?? 0) > (b?.[at] ?? 0)
}
