import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** When what a start leaves behind is surely done: the first rounds of every loop, the first look of a browser. */
const SETTLED_MS = 10_000

/**
 * Gives back what only the start needed, an eighth of everything: a server that waits allocates too little for the engine to
 * look for garbage on its own. It takes some 40 ms, once.
 */
export function giveBackAfterStart(): void {
  const giveBack = () => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as NonNullable<typeof globalThis.gc>
    // Of this kind alone gives the emptied pages back to the system.
    collect({ type: 'major', flavor: 'last-resort' })
    setFlagsFromString('--no-expose-gc')
  }
  setTimeout(giveBack, SETTLED_MS).unref()
}
