// All that this process has of the outside beside its database: time, sockets, child processes, files. A test may give others.
import { setTimeout as sleep } from 'node:timers/promises'
import { webCryptoRandom as random } from '../../core/random.ts'
import { createDiskBlobStore } from '../disk/disk-blob-store.ts'
import { openLog } from '../log.ts'
import { createMediaProcess } from '../media/media-process.ts'
import { nodeClock as clock, startPause, timeZoneHere as timeZone } from '../node-clock.ts'
import { createS3Bucket } from '../s3/s3-bucket.ts'
import { createOutgoing } from '../undici/undici-fetch.ts'

export const REAL_EDGES = {
  clock,
  random,
  /** No reason for the process to stay. */
  pause: (milliseconds: number): Promise<void> => sleep(milliseconds, undefined, { ref: false }),
  startPause,
  timeZone,
  createOutgoing,
  createBucket: createS3Bucket,
  createBlobStore: createDiskBlobStore,
  createMediaProcess,
  openLog,
}

export type Edges = typeof REAL_EDGES
