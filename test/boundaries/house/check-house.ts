// A step of `npm run check`: counts the house, prints each figure beside its limit, and fails where one is passed.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { countHouse, type House } from './count-house.ts'
import { passedLimits, tellFigures } from './limits.ts'

const SOURCES = ['core/**', 'local-server/**', 'cloud-worker/**']

function readSources(): Map<string, string> {
  const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', ...SOURCES], {
    encoding: 'utf8',
  })
  const files = tracked.split('\n').filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !file.endsWith('.d.ts'))
  return new Map(files.map((file) => [file, readFileSync(file, 'utf8')]))
}

const house: House = countHouse(readSources())
console.log(tellFigures(house).join('\n'))
const passed = passedLimits(house)
if (passed.length > 0) {
  console.error(passed.join('\n'))
  process.exitCode = 1
}
