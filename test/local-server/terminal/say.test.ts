import { expect, it, onTestFinished, vi } from 'vitest'
import { createCommand } from '../../../local-server/terminal/create-command.ts'
import { print, printForFile, replaceLine, say, table } from '../../../local-server/terminal/say.ts'
import { endWithFailure, StartFailure } from '../../../local-server/terminal/start-failure.ts'
import { createTranscript } from '../../../local-server/terminal/transcript.ts'

const CLEARS = '\u001B[2J\u202E'
const SHOWN = String.raw`\u001b[2J\u202e`

/** What `work` writes to the terminal. */
function printed(work: () => unknown, isTTY = true, columns = 80): string {
  let text = ''
  const fake = { isTTY, columns, write: (more: string) => (text += more).length > 0 }
  vi.stubGlobal('process', Object.create(process, { stdout: { value: fake }, stderr: { value: fake } }))
  onTestFinished(() => void vi.unstubAllGlobals())
  work()
  return text
}

it.each([
  ['a line', () => say(CLEARS)],
  ['a cell', () => table([[CLEARS]])],
  ['a line of the server', () => createTranscript(print).done(CLEARS)],
  ['a failure', () => endWithFailure(new StartFailure(CLEARS, CLEARS))],
  ['the progress of a file', () => replaceLine(CLEARS)],
  ['a refusal of what was typed', () => refuse(CLEARS)],
  ['a table for a file', () => printForFile(CLEARS)],
])('%s has no effect on a terminal', (_what, work) => {
  const text = printed(work)
  process.exitCode = undefined
  expect(text).toContain(SHOWN)
  expect(text.replaceAll(/^\r|\n/g, '')).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u)
})

function refuse(text: string): void {
  try {
    createCommand('nightpost')
      .exitOverride()
      .parse([`--${text}`], { from: 'user' })
  } catch {
    // It has been printed.
  }
}

it('cells stand below each other though one of them has a line break', () => {
  const rows = [
    ['a\nb', 'second'],
    ['c', 'second'],
  ]
  expect(printed(() => table(rows))).toBe('a\\u000ab  second\nc         second\n')
})

// As https://www.unicode.org/reports/tr11/ has it.
it.each([
  ['寿司を作る', 10],
  ['김밥', 4],
  ['ｆｕｌｌ', 8],
  ['ｶﾅ', 2],
  ['👩‍🍳 ❤️ 🇯🇵 1️⃣', 11],
  ['cafe\u0301', 4],
  ['…’“', 3],
])('cells stand below each other beside %s, which takes %i columns of a terminal', (text, columns) => {
  const rows = [
    [text, '|'],
    ['-'.repeat(12), '|'],
  ]
  const filled = text + ' '.repeat(12 - columns)
  expect(printed(() => table(rows))).toBe(`${filled}  |\n${'-'.repeat(12)}  |\n`)
})

it('a table that goes to a file is written as it is', () => {
  expect(printed(() => printForFile(CLEARS), false)).toBe(CLEARS)
})

it.each([
  [40, 39],
  [0, 79],
])('the progress of a file stays on one line of a terminal with %i columns', (columns, width) => {
  expect(printed(() => replaceLine('ü'.repeat(200)), true, columns)).toBe(`\r${'ü'.repeat(width)}`)
  expect(printed(() => replaceLine('寿'.repeat(200)), true, columns)).toBe(
    `\r${'寿'.repeat(Math.floor(width / 2))}`,
  )
})
