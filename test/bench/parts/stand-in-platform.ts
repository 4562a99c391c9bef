// A platform that answers at once with what an image publication asks for: what is left is our own cost.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

let last = 17_900_000_000_000_000n
const answers = {
  media: () => ({ id: String(++last) }),
  media_publish: () => ({ id: String(++last) }),
  status: { status_code: 'FINISHED', id: '1' },
  permalink: { id: '1', permalink: 'https://example.com/p/1' },
}

const server = createServer((request, response) => {
  request.resume().on('end', () => {
    const url = request.url ?? ''
    const body = url.includes('status_code')
      ? answers.status
      : url.includes('permalink')
        ? answers.permalink
        : answers.media()
    const text = JSON.stringify(body)
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': text.length }).end(text)
  })
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.on('disconnect', () => process.exit())
