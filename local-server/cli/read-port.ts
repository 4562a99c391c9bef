import { InvalidArgumentError } from 'commander'
import { isBlockedPort } from '../http/blocked-ports.ts'

/** For `--port`: a number on which a server can listen and be reached; 0 is any free one. */
export function readPort(text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535) throw new InvalidArgumentError('Give a number from 0 to 65535.')
  if (isBlockedPort(port)) throw new InvalidArgumentError(`Browsers refuse port ${port}. Give another one.`)
  return port
}
