// What happens when nobody reads any more what is printed: `nightpost doctor | head -1`, or a log program that has ended.

const streams = () => [process.stdout, process.stderr]

/** For a command, which has nothing else to do. */
export function endWithOutput(): void {
  for (const stream of streams())
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
      process.exit()
    })
}

/** For a server, whose work does not depend on what it prints. */
export function outliveOutput(): void {
  for (const stream of streams()) stream.on('error', () => {})
}
