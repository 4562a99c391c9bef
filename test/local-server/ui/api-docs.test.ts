import { join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'

const { showDocs } = vi.hoisted(() => ({ showDocs: vi.fn() }))
vi.mock('swagger-ui-dist/swagger-ui-es-bundle.js', () => ({ default: showDocs }))
vi.mock('swagger-ui-dist/swagger-ui.css', () => ({}))
afterAll(() => vi.unstubAllGlobals())

/** By its path: its types are those of the page, which has the viewer's. */
const DOCS = join(import.meta.dirname, '../../../local-server/ui/src/docs/main.ts')

it('the API docs leave no key in the browser, where any program that takes the port next could read it', async () => {
  const addEventListener = () => {}
  const matchMedia = () => ({ matches: false, addEventListener })
  vi.stubGlobal('window', { localStorage: { getItem: () => null }, matchMedia, addEventListener })
  vi.stubGlobal('document', { documentElement: { classList: { toggle() {} } } })
  await import(/* @vite-ignore */ DOCS)
  expect(showDocs).toHaveBeenCalledWith(expect.objectContaining({ url: '/api/v1/openapi.json' }))
  expect(showDocs).not.toHaveBeenCalledWith(expect.objectContaining({ persistAuthorization: true }))
})
