/** Each once. A phone’s keyboard does not tell which key was pressed, so that several may come as one text. */
export function typedValues(typed: readonly string[], clean: (one: string) => string): string[] {
  const values = typed.flatMap((text) => text.split(/[\s,;]+/)).map(clean)
  return [...new Set(values.filter((value) => value !== ''))]
}
