// The routes that the app says it has, from the document that it serves.
import { bearer, type TestApp } from '../../fakes/test-app.ts'

export type JsonSchema = Readonly<Record<string, unknown>>

export interface OpenApiDocument {
  readonly openapi: string
  readonly servers: readonly { readonly url: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, DeclaredOperation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> }
}

interface DeclaredOperation {
  readonly operationId: string
  readonly description?: string
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters?: readonly DeclaredParameter[]
  readonly requestBody?: { readonly required?: boolean; readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>
}

type Content = Readonly<Record<string, { readonly schema: JsonSchema }>>

export interface DeclaredParameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly schema: JsonSchema
}

export interface Operation extends DeclaredOperation {
  readonly method: string
  /** Below the base, as `/posts/{id}`. */
  readonly template: string
  readonly access: 'open' | 'cookie' | 'key or cookie'
}

export const BASE = '/api/v1'

export async function servedDocument(test: TestApp): Promise<OpenApiDocument> {
  const response = await test.call(`${BASE}/openapi.json`, { headers: bearer(await test.newKey()) })
  return (await response.json()) as OpenApiDocument
}

export async function servedOperations(test: TestApp): Promise<Operation[]> {
  return operationsOf(await servedDocument(test))
}

export function operationsOf({ paths }: OpenApiDocument): Operation[] {
  return Object.entries(paths).flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, declared]) => ({
      ...declared,
      method: method.toUpperCase(),
      template,
      access: accessOf(declared),
    })),
  )
}

function accessOf({ security = [] }: DeclaredOperation): Operation['access'] {
  if (security.length === 0) return 'open'
  return security.some((way) => 'apiKey' in way) ? 'key or cookie' : 'cookie'
}

export const nameOf = ({ method, template }: Operation) => `${method} ${template}`
