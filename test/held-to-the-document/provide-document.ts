// Asks for the served document once for all test files of all projects, since each would load the whole app for it.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import type { OpenApiDocument } from '../core/http/served-operations.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    servedDocument: OpenApiDocument
  }
}

export function setup(project: TestProject): void {
  const program = join(import.meta.dirname, '../api/write-openapi.ts')
  const text = execFileSync(process.execPath, [program], { maxBuffer: 16 * 1024 * 1024, encoding: 'utf8' })
  project.provide('servedDocument', JSON.parse(text) as OpenApiDocument)
}
