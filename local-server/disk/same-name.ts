// Names as people see them: Windows and cameras write them in capitals, and macOS decomposes accents.

/** The name that looks like `wanted`: exactly so, else with its accents composed otherwise, else in other letters. */
export function findSameName(wanted: string, names: readonly string[]): string | undefined {
  const composed = wanted.normalize('NFC')
  const folded = foldedName(wanted)
  return (
    names.find((name) => name === wanted) ??
    names.find((name) => name.normalize('NFC') === composed) ??
    names.find((name) => foldedName(name) === folded)
  )
}

/** The same for all names that look alike but for small and capital letters. */
function foldedName(name: string): string {
  return name.normalize('NFC').toUpperCase().normalize('NFC')
}
