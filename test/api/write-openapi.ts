// Writes the OpenAPI document as the app serves it, for the linter of `npm run check`: node test/api/write-openapi.ts FILE
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { servedText } from './client-types.ts'

const file = process.argv[2]
if (!file) throw new Error('Name the file to write.')
mkdirSync(dirname(file), { recursive: true })
writeFileSync(file, await servedText())
