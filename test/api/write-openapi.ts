// Writes the OpenAPI document as the app serves it, for the linter of `npm run check`: node test/api/write-openapi.ts FILE
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { bearer, createTestApp } from '../fakes/test-app.ts'

const file = process.argv[2]
if (!file) throw new Error('Name the file to write.')
const { call, newKey } = createTestApp()
const response = await call('/api/v1/openapi.json', { headers: bearer(await newKey()) })
if (!response.ok) throw new Error(`The document was answered with ${response.status}.`)
mkdirSync(dirname(file), { recursive: true })
writeFileSync(file, await response.text())
