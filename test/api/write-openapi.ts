// Writes the OpenAPI document as the app serves it: node test/api/write-openapi.ts [FILE], for the linter of `npm run check` into a file.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { servedText } from './served-document.ts'

const file = process.argv[2]
if (file === undefined) process.stdout.write(servedText())
else {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, servedText())
}
