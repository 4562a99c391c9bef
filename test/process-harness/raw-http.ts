// HTTP by hand, for what no client would send.
import { connect, type Socket } from 'node:net'
import { once } from 'node:events'
import { PATIENCE } from '../patience.ts'

export interface RawAnswer {
  readonly status: number
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
}

export async function openSocket(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

/** Sends the text and reads `count` answers. Rejects when the server closes earlier or stays silent. */
export async function rawAnswers(
  port: number,
  text: string | Uint8Array,
  count: number,
): Promise<RawAnswer[]> {
  const socket = await openSocket(port)
  try {
    socket.write(text)
    return await readAnswers(socket, count)
  } finally {
    socket.destroy()
  }
}

export async function rawAnswer(port: number, text: string | Uint8Array): Promise<RawAnswer> {
  const [answer] = await rawAnswers(port, text, 1)
  if (answer === undefined) throw new Error('no answer')
  return answer
}

/** Answers that are still to come on an open socket. */
export function readAnswers(socket: Socket, count: number): Promise<RawAnswer[]> {
  return new Promise((resolve, reject) => {
    let bytes = Buffer.alloc(0)
    const answers: RawAnswer[] = []
    const read = (ended: boolean) => {
      for (let next = parse(bytes, ended); next; next = parse(bytes, ended)) {
        answers.push(next.answer)
        bytes = bytes.subarray(next.length)
        if (answers.length === count) return resolve(answers)
      }
      if (ended) reject(new Error(`the connection was closed after ${answers.length} answers`))
    }
    socket.on('data', (chunk) => {
      bytes = Buffer.concat([bytes, chunk])
      read(false)
    })
    socket.once('close', () => read(true))
    socket.setTimeout(PATIENCE, () =>
      reject(new Error(`no answer: ${bytes.toString('latin1').slice(0, 200)}`)),
    )
  })
}

function parse(bytes: Buffer, ended: boolean): { answer: RawAnswer; length: number } | null {
  const headEnd = bytes.indexOf('\r\n\r\n')
  if (headEnd < 0) return null
  const [first = '', ...lines] = bytes.subarray(0, headEnd).toString('latin1').split('\r\n')
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
  const rest = bytes.subarray(headEnd + 4)
  const length = bodyLength(headers, rest, ended)
  if (length === null) return null
  const body = rest.subarray(0, length).toString('latin1')
  return { answer: { status: Number(first.split(' ')[1]), headers, body }, length: headEnd + 4 + length }
}

/** Null while the body is not complete. Chunked bodies keep their framing: nobody reads them here. */
function bodyLength(headers: ReadonlyMap<string, string>, rest: Buffer, ended: boolean): number | null {
  const announced = headers.get('content-length')
  if (announced !== undefined) return rest.length >= Number(announced) ? Number(announced) : null
  const chunkedEnd = rest.indexOf('0\r\n\r\n')
  if (headers.get('transfer-encoding') === 'chunked') return chunkedEnd < 0 ? null : chunkedEnd + 5
  return ended ? rest.length : null
}
