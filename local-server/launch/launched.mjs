// One launch may be two processes, the second on Node 24. It learns when the first one began: the person waits since then.
const NAME = 'NIGHTPOST_LAUNCHED_AT'
const startedAt = process.env[NAME]
// No child may take it for its own.
delete process.env[NAME]

export const isSecondProcess = startedAt !== undefined
/** For the environment of what continues this launch. */
export const SINCE_LAUNCH = { [NAME]: startedAt ?? String(Math.round(Date.now() - process.uptime() * 1000)) }
