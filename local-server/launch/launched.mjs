// One launch may be two processes, the second on Node 24. It is told when the first one began: the person waits since then.
const NAME = 'NIGHTPOST_LAUNCHED_AT'
const told = process.env[NAME]
// Nobody else is to take it for his own.
delete process.env[NAME]

export const isSecondProcess = told !== undefined
/** For the environment of whatever goes on with this launch. */
export const SINCE_LAUNCH = { [NAME]: told ?? String(Math.round(Date.now() - process.uptime() * 1000)) }
