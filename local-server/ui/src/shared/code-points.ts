/** Length as the contract counts it: an emoji is one character, not the two or more that `length` says. */
export function countCodePoints(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}
