// What people type after `--data-dir` and `--port`.
import { InvalidArgumentError } from 'commander'
import { resolve } from 'node:path'
import { isWholePath } from '../../config-variables.ts'
import { isBlockedPort } from '../../http/blocked-ports.ts'

export function readFolder(text: string): string {
  if (!isWholePath(text))
    throw new InvalidArgumentError(
      'Give the path of a folder that does not begin with ~, or leave the flag out.',
    )
  return resolve(text)
}

/** A number on which a server can listen and be reached; 0 is any free one. */
export function readPort(text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535) throw new InvalidArgumentError('Give a number from 0 to 65535.')
  if (isBlockedPort(port)) throw new InvalidArgumentError(`Browsers refuse port ${port}. Give another one.`)
  return port
}

export function wholeNumber(text: string): number {
  if (/^\d{1,6}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Give a whole number.')
}

/** How much of a list the API gives at once. */
export function listLimit(text: string): number {
  const limit = /^\d+$/.test(text) ? Number(text) : 0
  if (limit >= 1 && limit <= 100) return limit
  throw new InvalidArgumentError('Give a whole number from 1 to 100.')
}
