// A platform that takes 300 ms to answer whatever a picture asks of it, and notes when each publish call arrives.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const ANSWER = 300

export async function startSlowPlatform() {
  const publishedAt: number[] = []
  let last = 17_900_000_000_000_000n
  const server = createServer((request, response) => {
    const url = request.url ?? ''
    if (url.endsWith('/media_publish')) publishedAt.push(Date.now())
    const body = () => {
      if (request.method === 'POST') return { id: String(++last) }
      if (url.includes('status_code')) return { status_code: 'FINISHED', id: '1' }
      return url.includes('/media') ? { data: [] } : { id: '1', permalink: 'https://example.com/p/1' }
    }
    request.resume().on('end', () => {
      setTimeout(() => {
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body()))
      }, ANSWER)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, publishedAt }
}
