// The launcher's output while it works. On a terminal a running step counts its seconds; into a pipe its beginning and its
// end are lines of their own, without escape codes, so that logs stay readable.

/** @typedef {{ done: string, note?: string }} Wording */
/**
 * @typedef {object} Report
 * @property {(text: string) => void} line
 * @property {(doing: string, done: string, work: () => Promise<void>) => Promise<void>} step
 * @property {() => void} clear removes the counting line, if one is showing
 */

const ERASE_LINE = '\r\u001B[K'

/**
 * @param {NodeJS.WriteStream} output
 * @returns {Report}
 */
export function createReport(output) {
  const live = output.isTTY && process.env.TERM !== 'dumb'
  let counting = false
  // The reader has gone (`| head`): the work continues silently.
  output.on('error', () => {})

  const clear = () => {
    if (counting) output.write(ERASE_LINE)
    counting = false
  }
  const line = (/** @type {string} */ text) => {
    clear()
    output.write(`${text}\n`)
  }

  return {
    line,
    clear,
    async step(doing, done, work) {
      const started = Date.now()
      const count = () => {
        counting = true
        const text = `  … ${doing} ${Math.floor((Date.now() - started) / 1000)} s`
        // What is wider than the terminal would leave a line behind at every second.
        output.write(ERASE_LINE + text.slice(0, (output.columns || 80) - 1))
      }
      if (live) count()
      else line(`  … ${doing}`)
      const ticker = live ? setInterval(count, 1000) : undefined
      try {
        await work()
      } finally {
        clearInterval(ticker)
        clear()
      }
      line(`  ✔ ${done} (${seconds(Date.now() - started)})`)
    },
  }
}

/** @param {number} milliseconds */
export function seconds(milliseconds) {
  return `${(milliseconds / 1000).toFixed(1)} s`
}
