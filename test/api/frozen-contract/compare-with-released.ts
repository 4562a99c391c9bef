// Fails when the document that the app serves, or that of a file, breaks a promise of the released one. A step of `npm run check`:
// node test/api/frozen-contract/compare-with-released.ts [FILE]
import { readFileSync } from 'node:fs'
import { servedText } from '../served-document.ts'
import { brokenPromises, type ContractDocument } from './documents.ts'
import { RELEASED } from './released.ts'

const file = process.argv[2]
const served = file === undefined ? servedText() : readFileSync(file, 'utf8')
const parse = (text: string) => JSON.parse(text) as ContractDocument

const broken = brokenPromises(parse(readFileSync(RELEASED, 'utf8')), parse(served))
for (const sentence of broken) process.stderr.write(`${sentence}.\n`)
if (broken.length > 0) {
  process.stderr.write(
    'The contract is frozen. Put back what it promised, and give a new meaning a new field.\n',
  )
  process.exitCode = 1
}
