// Between a server and its Worker: what arrives is passed on, and while it is silent, no answer to a job comes back.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface SilentProxy {
  readonly origin: string
  isSilent: boolean
  close(): void
}

export async function startSilentProxy(target: string): Promise<SilentProxy> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = 'GET', url = '/' } = request
      const isJob = method === 'PUT' && url.startsWith('/jobs/')
      const headers = {
        authorization: request.headers.authorization ?? '',
        'content-type': 'application/json',
      }
      const body = method === 'GET' || method === 'HEAD' ? {} : { body: Buffer.concat(chunks) }
      fetch(target + url, { method, headers, ...body }).then(
        async (answer) => {
          const bytes = Buffer.from(await answer.arrayBuffer())
          if (isJob && proxy.isSilent) return void request.socket.destroy()
          response
            .writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
            .end(bytes)
        },
        () => void request.socket.destroy(),
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const proxy: SilentProxy = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isSilent: false,
    close: () => void server.close(),
  }
  return proxy
}
