// The server's lines in the terminal. Plain lines: they must look right in a pipe too.

export interface Transcript {
  line(text: string): void
  done(text: string): void
  /** A finished part of a step. */
  part(name: string, text: string): void
}

export function createTranscript(write: (text: string) => void): Transcript {
  return {
    line: (text) => write(`${text}\n`),
    done: (text) => write(`  ✔ ${text}\n`),
    part: (name, text) => write(`      ✔ ${name.padEnd(20)} ${text}\n`),
  }
}

/** `in 2 h 10 min`, `in 40 s`, `now`. */
export function untilText(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000)
  if (seconds <= 0) return 'now'
  if (seconds < 60) return `in ${seconds} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `in ${minutes} min`
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return rest === 0 ? `in ${hours} h` : `in ${hours} h ${rest} min`
}
