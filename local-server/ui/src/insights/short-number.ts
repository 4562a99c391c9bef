const twoDigits = (value: number) => (value < 100 ? Number(value.toPrecision(2)) : Math.round(value))

/** `940`, `1.2k`, `17k`, `2.4M`: where there is little room. `write` is the language’s way with numbers. */
export function shortNumber(value: number, write: (value: number) => string): string {
  if (value < 1_000) return write(twoDigits(value))
  return value < 999_500 ? `${write(twoDigits(value / 1_000))}k` : `${write(twoDigits(value / 1_000_000))}M`
}
