import { describe, expect, it } from 'vitest'
import { judgeMutants } from '../../local-server/launch/commands/run-mutants.mjs'

const FILE = 'core/rules/colours.ts'
const SOURCE = 'const red = 1\n  if (red) {\n    go()\n  }\n'
const WHOLE = { start: { line: 2, column: 7 }, end: { line: 2, column: 10 } }
const BLOCK = { start: { line: 2, column: 12 }, end: { line: 4, column: 4 } }

const mutated = (...mutants: { status: string; replacement: string; location: typeof WHOLE }[]) => ({
  [FILE]: { source: SOURCE, mutants },
})
const never = { file: FILE, line: 'if (red) {', mutation: 'red → false' }
const why = 'It is always red.'

describe('mutants', () => {
  it('are killed when a test turns red, or never ends', () => {
    const report = mutated(
      { status: 'Killed', replacement: 'true', location: WHOLE },
      { status: 'Timeout', replacement: 'false', location: WHOLE },
    )
    expect(judgeMutants(report, [])).toEqual({ killed: 2, survivors: [], excused: 0, outdated: [] })
  })

  it('survive when every test stays green, and when no test comes by; a mutation of several lines is told in one', () => {
    const report = mutated(
      { status: 'Survived', replacement: 'false', location: WHOLE },
      { status: 'NoCoverage', replacement: '{}', location: BLOCK },
    )
    const block = { file: FILE, line: 'if (red) {', mutation: '{ go() } → {}' }
    expect(judgeMutants(report, []).survivors).toEqual([never, block])
  })

  it('may survive for a reason that is listed, which ends with them', () => {
    const lives = mutated({ status: 'Survived', replacement: 'false', location: WHOLE })
    const dies = mutated({ status: 'Killed', replacement: 'false', location: WHOLE })
    const listed = [
      { ...never, why },
      { ...never, file: 'core/rules/not-mutated.ts', why },
    ]
    expect(judgeMutants(lives, listed)).toEqual({ killed: 0, survivors: [], excused: 1, outdated: [] })
    expect(judgeMutants(dies, listed)).toEqual({
      killed: 1,
      survivors: [],
      excused: 0,
      outdated: [{ ...never, why }],
    })
  })
})
