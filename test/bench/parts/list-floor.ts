// The least that a list of posts can cost: node:http, one prepared statement of 20 rows, stringify.
import Database from 'better-sqlite3'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const database = new Database(process.argv[2] ?? '', { readonly: true })
const page = database.prepare('select * from posts order by seq desc limit 20')
const server = createServer((_request, response) => {
  const text = JSON.stringify({ posts: page.all() })
  response
    .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
    .end(text)
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.on('disconnect', () => process.exit())
