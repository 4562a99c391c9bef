// Asks for the served document once for all test files, since each file in a process of its own would load the whole app for it.
import type { TestProject } from 'vitest/node'
import { servedDocument, type OpenApiDocument } from '../core/http/served-operations.ts'
import { createTestApp } from '../fakes/test-app.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    servedDocument: OpenApiDocument
  }
}

export async function setup(project: TestProject): Promise<void> {
  project.provide('servedDocument', await servedDocument(createTestApp()))
}
