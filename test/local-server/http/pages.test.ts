import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { pageRoutes } from '../../../local-server/http/pages.ts'
import { newFolder } from '../../process-harness/own-folders.ts'

it('shows the API docs with and without a slash at the end', async () => {
  const dir = newFolder()
  mkdirSync(join(dir, 'assets'))
  writeFileSync(join(dir, 'docs.html'), 'the docs')
  const app = pageRoutes(dir)
  for (const path of ['/api/docs', '/api/docs/']) {
    const answer = await app.request(path)
    expect([path, answer.status, await answer.text()]).toEqual([path, 200, 'the docs'])
  }
  expect((await app.request('/api/docs/more')).status).toBe(404)
})
