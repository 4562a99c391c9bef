// A host on a real socket that answers as badly as a test likes, and a sentinel that must never be called.
import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'

/** Answers one request, or does not. `asked` is the request as it came, its body as far as that came with it. */
export type Hostility = (socket: Socket, asked: string) => void | Promise<void>

export interface HostileHost {
  readonly origin: string
  /** How everything is answered from now on. */
  answerWith(hostility: Hostility): void
  /** Heads of the requests so far, with what stood in them. */
  readonly heads: string[]
  close(): Promise<void>
}

export async function openHostileHost(): Promise<HostileHost> {
  let hostility: Hostility = (socket) => void socket.destroy()
  const heads: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    let head = ''
    const read = (chunk: Buffer) => {
      head += chunk.toString('latin1')
      if (!isWhole(head)) return
      socket.off('data', read).resume()
      heads.push(head)
      void hostility(socket, head)
    }
    socket.on('data', read)
  })
  return {
    origin: await listening(server),
    answerWith: (next) => void (hostility = next),
    heads,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

function isWhole(asked: string): boolean {
  const end = asked.indexOf('\r\n\r\n')
  const length = Number(/^content-length: (\d+)/im.exec(asked)?.[1] ?? 0)
  return end >= 0 && asked.length >= end + 4 + length
}

async function listening(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A whole answer. The connection ends with it. */
export function answer(
  body: string | Buffer,
  headers: Record<string, string> = {},
  status = '200 OK',
): Hostility {
  const bytes = Buffer.from(body)
  const lines = Object.entries({ 'content-type': 'application/json', ...headers }).map((pair) =>
    pair.join(': '),
  )
  const head = [
    `HTTP/1.1 ${status}`,
    `content-length: ${bytes.length}`,
    'connection: close',
    ...lines,
    '',
    '',
  ]
  return (socket) => void socket.end(Buffer.concat([Buffer.from(head.join('\r\n'), 'latin1'), bytes]))
}

/** These bytes and no more, whatever they are. */
export const raw = (bytes: string | Buffer): Hostility => {
  return (socket) => void socket.end(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes)
}

/** A head, then pieces for as long as somebody reads and there are any. */
export function pouring(head: string, piece: Buffer, pieces: number): Hostility {
  return async (socket) => {
    socket.write(head)
    for (let n = 0; n < pieces && !socket.destroyed; n += 1) {
      if (socket.write(piece)) continue
      await new Promise<void>((resolve) => {
        for (const event of ['drain', 'close']) socket.once(event, () => resolve())
      })
    }
    socket.end()
  }
}

/** A head, then a little every few milliseconds, for ever. */
export function dripping(head: string, drop: string): Hostility {
  return (socket) => {
    socket.write(head)
    const timer = setInterval(() => socket.write(drop), 20)
    socket.once('close', () => clearInterval(timer))
  }
}
