// Writes the types of `nightpost/client` from the OpenAPI document as the app serves it: npm run client:types. The generator needs an
// older TypeScript than ours, so it is fetched for the occasion.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { npmCommand } from '../../local-server/launch/npm.mjs'
import { CONTRACT_TYPES, firstLine, servedText } from './client-types.ts'

const folder = mkdtempSync(join(tmpdir(), 'nightpost-types-'))
try {
  const text = servedText()
  const [document, types] = [join(folder, 'openapi.json'), join(folder, 'contract.d.ts')]
  writeFileSync(document, text)
  const { file, args, shell } = npmCommand(process.env)
  const generator = ['--package=openapi-typescript@7.13.0', '--package=typescript@5.9.3']
  const run = ['exec', '--yes', ...generator, '--', 'openapi-typescript', document, '--output', types]
  execFileSync(file, [...args, ...run], { cwd: folder, shell, stdio: 'inherit' })
  writeFileSync(CONTRACT_TYPES, `${firstLine(text)}\n${readFileSync(types, 'utf8')}`)
} finally {
  rmSync(folder, { recursive: true })
}
