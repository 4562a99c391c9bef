import { describe, expect, it } from 'vitest'
import { readWorkerLine } from '../../../../core/rules/cloud/worker-line.ts'

const BUCKET = {
  endpoint: 'http://127.0.0.1:4300/s3',
  name: 'media',
  accessKeyId: 'an-id',
  secretAccessKey: 'a-secret',
  publicUrl: 'http://127.0.0.1:4300',
}
const WORKER = {
  workerUrl: 'http://127.0.0.1:4300',
  workerKey: 'a-key',
  encryptionKey: 'another',
  bucket: BUCKET,
}
const LINES = [
  'CLOUD_WORKER_URL=http://127.0.0.1:4300',
  'CLOUD_WORKER_KEY=a-key',
  'CLOUD_ENCRYPTION_KEY=another',
  'BUCKET_ENDPOINT=http://127.0.0.1:4300/s3',
  'BUCKET_NAME=media',
  'BUCKET_ACCESS_KEY_ID=an-id',
  'BUCKET_SECRET_ACCESS_KEY=a-secret',
  'BUCKET_PUBLIC_URL=http://127.0.0.1:4300',
]

describe('what npm run worker printed', () => {
  it.each([
    ['as one line of JSON', JSON.stringify(WORKER)],
    ['as JSON among other lines', `The Worker runs.\n  ${JSON.stringify(WORKER)}  \nPress Ctrl+C`],
    ['as lines for a shell', LINES.map((line) => `export ${line}`).join('\n')],
    ['as lines for PowerShell', LINES.map((line) => `$env:${line.replace('=', "='")}'`).join('\r\n')],
    ['as bare lines', LINES.join('\n')],
  ])('is read %s', (_how, text) => {
    expect(readWorkerLine(text)).toEqual(WORKER)
  })

  it('may lack a whole bucket', () => {
    const half = { ...WORKER, bucket: { ...BUCKET, name: '' } }
    expect(readWorkerLine(JSON.stringify(half))).toEqual({ ...WORKER, bucket: null })
    expect(readWorkerLine(LINES.slice(0, 3).join('\n'))).toEqual({ ...WORKER, bucket: null })
  })

  it.each([
    ['nothing', ''],
    ['half a line', JSON.stringify(WORKER).slice(0, 40)],
    ['a Worker without its key', JSON.stringify({ ...WORKER, workerKey: undefined })],
    ['something else', '[1, 2]'],
    ['numbers for texts', JSON.stringify({ ...WORKER, workerKey: 1 })],
  ])('is refused when it is %s', (_what, text) => {
    expect(readWorkerLine(text)).toBeNull()
  })
})
