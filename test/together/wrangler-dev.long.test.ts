// "Close the lid" with a Worker and a bucket that are not ours to start: `wrangler dev`, as after a deploy by hand, and an S3 server
// of another make.
import S3rver from 's3rver'
import { expect, it } from 'vitest'
import { newFolder } from '../process-harness/own-folders.ts'
import { startSandbox } from '../process-harness/sandbox-process.ts'
import { startServer } from '../process-harness/server-process.ts'
import { startWranglerDev } from '../process-harness/wrangler-dev.ts'
import { expectPublishedOnce, handOver, seenLive } from './three-programs.ts'

it('a post goes out once through the Worker that wrangler runs, its picture out of a bucket of another make', async () => {
  const wrangler = await startWranglerDev()
  const buckets = { directory: newFolder(), configureBuckets: [{ name: 'media' }] }
  const bucket = new S3rver({ address: '127.0.0.1', port: 0, silent: true, ...buckets })
  try {
    const endpoint = `http://127.0.0.1:${(await bucket.run()).port}`
    await wrangler.cron()
    const sandbox = await startSandbox()
    const env = {
      NIGHTPOST_SANDBOX_URL: sandbox.origin,
      ...wrangler.variables,
      BUCKET_ENDPOINT: endpoint,
      BUCKET_NAME: 'media',
      BUCKET_ACCESS_KEY_ID: 'S3RVER',
      BUCKET_SECRET_ACCESS_KEY: 'S3RVER',
      BUCKET_PUBLIC_URL: `${endpoint}/media`,
    }
    const server = await startServer({ env })
    const { postId, scheduledFor } = await handOver(server, { caption: 'by wrangler dev', in: 15 })
    expect((await server.stop('SIGTERM')).code).toBe(0)
    expect(await sandbox.live()).toEqual([])
    const live = await seenLive(sandbox, 'by wrangler dev')
    expect(live.publishedAt).toBeGreaterThanOrEqual(Date.parse(scheduledFor))
    const back = await server.again()
    const steps = await expectPublishedOnce({ sandbox, server: back }, postId)
    expect(steps.filter((step) => !step.startsWith('cloud '))).toEqual([])
  } finally {
    await bucket.close()
    await wrangler.stop()
  }
})
