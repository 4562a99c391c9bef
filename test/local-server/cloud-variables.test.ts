// The variables of Worker and bucket: whole groups of usable values, or a start failure that names what is wrong.
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../local-server/config.ts'
import { StartFailure } from '../../local-server/terminal/start-failure.ts'

const WORKER = {
  CLOUD_WORKER_URL: 'http://127.0.0.1:4300/',
  CLOUD_WORKER_KEY: 'the-worker-key',
  CLOUD_ENCRYPTION_KEY: 'A'.repeat(43),
}
const BUCKET = {
  BUCKET_ENDPOINT: 'https://s3.example',
  BUCKET_NAME: 'media',
  BUCKET_ACCESS_KEY_ID: 'access',
  BUCKET_SECRET_ACCESS_KEY: 'secret',
  BUCKET_PUBLIC_URL: 'https://cdn.example/files/',
}

function failureOf(env: Record<string, string | undefined>): StartFailure {
  try {
    readConfig([], env)
  } catch (error) {
    if (error instanceof StartFailure) return error
    throw error
  }
  return expect.unreachable('this starts')
}

describe('the variables of the cloud', () => {
  it('may all be absent', () => {
    expect(readConfig([], {})).toMatchObject({
      cloud: { worker: null, bucket: null },
      cloudApiUrl: 'https://api.cloudflare.com/client/v4',
    })
  })

  it('name a Worker, a bucket, or both', () => {
    const worker = { url: 'http://127.0.0.1:4300', key: 'the-worker-key', encryptionKey: 'A'.repeat(43) }
    const bucket = {
      endpoint: 'https://s3.example',
      name: 'media',
      region: 'auto',
      accessKeyId: 'access',
      secretAccessKey: 'secret',
      publicUrl: 'https://cdn.example/files',
    }
    expect(readConfig([], WORKER).cloud).toEqual({ worker, bucket: null })
    expect(readConfig([], BUCKET).cloud).toEqual({ worker: null, bucket })
    expect(readConfig([], { ...WORKER, ...BUCKET }).cloud).toEqual({ worker, bucket })
    const asShown = { ...BUCKET, BUCKET_ENDPOINT: 'https://s3.example/media/' }
    expect(readConfig([], asShown).cloud.bucket).toEqual(bucket)
    const elsewhere = readConfig([], { ...BUCKET, BUCKET_REGION: 'eu-central-1' }).cloud.bucket
    expect(elsewhere).toEqual({ ...bucket, region: 'eu-central-1' })
  })

  it.each([...Object.keys(WORKER), ...Object.keys(BUCKET)])('come with their whole group: %s', (missing) => {
    const group = missing in WORKER ? WORKER : BUCKET
    const { message, whatToDo } = failureOf({ ...group, [missing]: undefined })
    expect(message).toContain(missing)
    for (const name of Object.keys(group)) expect(whatToDo).toContain(name)
  })

  it.each([
    ['CLOUD_WORKER_URL', 'http://worker.example'],
    ['CLOUD_WORKER_URL', 'https://user:password@worker.example'],
    ['CLOUD_WORKER_KEY', 'two words'],
    ['CLOUD_ENCRYPTION_KEY', 'short'],
    ['CLOUD_ENCRYPTION_KEY', `${'A'.repeat(42)}B`],
    ['BUCKET_ENDPOINT', 'http://s3.example'],
    ['BUCKET_NAME', 'no/name'],
    ['BUCKET_SECRET_ACCESS_KEY', ''],
    ['BUCKET_PUBLIC_URL', 'cdn.example'],
    ['CLOUD_API_URL', 'http://api.example'],
  ])('%s=%s is named', (name, value) => {
    const { message, whatToDo } = failureOf({ ...WORKER, ...BUCKET, [name]: value })
    expect(message).toContain(name)
    expect(whatToDo).toMatch(/^Set it to .*, or leave it out\.$/)
    expect(message + whatToDo).not.toContain('password')
  })
})
