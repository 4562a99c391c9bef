/** Prints a line of what was asked for. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Prints rows whose cells stand below each other. */
export function table(rows: readonly (readonly string[])[]): void {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  for (const row of rows)
    say(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
}
