// Stands in for the media process where a test wants it to misbehave: the name of the input file says how.
import { basename } from 'node:path'
import type { Request } from '../../../local-server/media/jobs.ts'

let jobs = 0
process.on('disconnect', () => process.exit(0))
process.on('message', ({ job }: Request) => {
  jobs++
  const key = basename(job.input)
  if (key.startsWith('00000000')) process.kill(process.pid, 'SIGKILL')
  else if (key.startsWith('11111111')) process.exit(3)
  else if (key.startsWith('22222222')) return
  else process.send?.({ ok: true, result: { pid: process.pid, jobs, waited: key } })
})
