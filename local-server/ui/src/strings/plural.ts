/** Chooses the form in languages with one for 1 and another for everything else. */
export function plural(count: number, one: string, other: string): string {
  return count === 1 ? one : other
}
