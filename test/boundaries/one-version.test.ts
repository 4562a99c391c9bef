// Facts that tools force us to write down twice.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const read = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8')
const version = (path: string) => (JSON.parse(read(path)) as { version: string }).version
const setting = (name: string) => new RegExp(`^${name} = "(.*)"$`, 'm').exec(read('wrangler.toml'))?.[1]

it('the Worker says the version of the package', () => {
  expect(setting('WORKER_VERSION')).toBe(version('package.json'))
})

it('the Worker’s compatibility date is not later than the day its runtime was built', () => {
  const built = /^\d+\.(\d{4})(\d\d)(\d\d)\./
    .exec(version('node_modules/workerd/package.json'))
    ?.slice(1)
    .join('-')
  expect(built).toMatch(/^\d{4}-\d\d-\d\d$/)
  expect(String(setting('compatibility_date')) <= String(built)).toBe(true)
})
