// Namespaces and buckets.
import { Hono } from 'hono'
import type { Account, Provider } from './account-state.ts'
import type { DoubleEnv } from './env.ts'
import { fields, jsonOf, record, refuse, success } from './envelope.ts'

const BUCKET_NAME = /^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/

export function namespaceRoutes({ newId }: Provider) {
  return new Hono<DoubleEnv>()
    .get('/', (c) => {
      const page = Number(c.req.query('page') ?? 1)
      const perPage = Number(c.req.query('per_page') ?? 20)
      if (!Number.isInteger(page) || !Number.isInteger(perPage) || perPage < 1 || perPage > 1_000)
        refuse(400, 10019, 'page and per_page must be whole numbers')
      const all = [...c.var.account.namespaces].map(([id, { title }]) => ({
        id,
        title,
        supports_url_encoding: true,
      }))
      const shown = all.slice((page - 1) * perPage, page * perPage)
      return success(c, shown, {
        page,
        per_page: perPage,
        count: shown.length,
        total_count: all.length,
        total_pages: Math.ceil(all.length / perPage),
      })
    })
    .post('/', async (c) => {
      const { title } = fields(await jsonOf(c), ['title'])
      if (typeof title !== 'string' || title === '') refuse(400, 10019, 'title is not valid')
      const { namespaces } = c.var.account
      if ([...namespaces.values()].some((namespace) => namespace.title === title))
        refuse(400, 10014, 'a namespace with this account ID and title already exists')
      const id = newId()
      namespaces.set(id, { title: String(title), values: new Map() })
      return success(c, { id, title, supports_url_encoding: true })
    })
    .get('/:id/keys', (c) => {
      const { values } = namespaceOf(c.var.account, c.req.param('id'))
      const prefix = c.req.query('prefix') ?? ''
      const names = [...values.keys()].filter((name) => name.startsWith(prefix)).toSorted()
      return success(
        c,
        names.map((name) => ({ name })),
        { count: names.length, cursor: '' },
      )
    })
    .get('/:id/values/:key', (c) => {
      const value = namespaceOf(c.var.account, c.req.param('id')).values.get(c.req.param('key'))
      return value === undefined ? refuse(404, 10009, "get: 'key not found'") : c.text(value)
    })
    .put('/:id/values/:key', async (c) => {
      namespaceOf(c.var.account, c.req.param('id')).values.set(c.req.param('key'), await c.req.text())
      return success(c, {})
    })
}

function namespaceOf({ namespaces }: Account, id: string) {
  return namespaces.get(id) ?? refuse(404, 10013, 'namespace not found')
}

export function bucketRoutes({ now }: Provider) {
  return new Hono<DoubleEnv>()
    .use(async (c, next) => {
      if (!c.var.account.r2Enabled) refuse(403, 10042, 'Please enable R2 through the Cloudflare Dashboard.')
      await next()
    })
    .get('/', (c) => {
      const buckets = [...c.var.account.buckets].map(([name, { createdOn }]) => shown(name, createdOn))
      return success(c, { buckets }, { cursor: '', per_page: 20 })
    })
    .post('/', async (c) => {
      const { name } = fields(await jsonOf(c), ['name'], ['locationHint', 'storageClass'])
      if (typeof name !== 'string' || !BUCKET_NAME.test(name))
        return refuse(400, 10005, 'The specified bucket name is not valid.')
      const { buckets } = c.var.account
      if (buckets.has(name)) refuse(409, 10073, 'The bucket you tried to create already exists.')
      const createdOn = new Date(now()).toISOString()
      buckets.set(name, { rules: [], createdOn })
      return success(c, shown(name, createdOn))
    })
    .get('/:name', (c) => {
      const name = c.req.param('name')
      return success(c, shown(name, bucketOf(c.var.account, name).createdOn))
    })
    .get('/:name/lifecycle', (c) => success(c, { rules: bucketOf(c.var.account, c.req.param('name')).rules }))
    .put('/:name/lifecycle', async (c) => {
      const bucket = bucketOf(c.var.account, c.req.param('name'))
      const { rules } = fields(await jsonOf(c), ['rules'])
      if (!Array.isArray(rules)) return refuse(400, 10040, 'rules must be a list')
      for (const rule of rules as unknown[]) requireRule(rule)
      bucket.rules = rules
      return success(c, {})
    })
}

function shown(name: string, createdOn: string) {
  return { name, creation_date: createdOn, location: 'WEUR', storage_class: 'Standard' }
}

function bucketOf({ buckets }: Account, name: string) {
  return buckets.get(name) ?? refuse(404, 10006, 'The specified bucket does not exist.')
}

function requireRule(rule: unknown): void {
  const { id, enabled, conditions, deleteObjectsTransition, abortMultipartUploadsTransition } = fields(
    rule,
    ['id', 'enabled', 'conditions'],
    ['deleteObjectsTransition', 'abortMultipartUploadsTransition', 'storageClassTransitions'],
  )
  if (typeof id !== 'string' || typeof enabled !== 'boolean') refuse(400, 10040, 'a rule is not valid')
  if (typeof record(conditions)['prefix'] !== 'string') refuse(400, 10040, 'a rule has no prefix')
  for (const transition of [deleteObjectsTransition, abortMultipartUploadsTransition]) {
    if (transition === undefined) continue
    const { type, maxAge } = record(record(transition)['condition'])
    if (type !== 'Age' || !Number.isInteger(maxAge)) refuse(400, 10040, 'a rule’s age is not valid')
  }
}
