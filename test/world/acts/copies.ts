// The data folder copied to a second computer, and both started. The copy sends nothing; in some histories its owner goes on with the
// copy alone, and releases it.
import { join } from 'node:path'
import { copyFolder } from '../backups.ts'
import type { Machine } from '../machine.ts'
import type { Network } from '../network.ts'
import type { Computer } from '../server.ts'
import { noteRestore, type Restores, type Told } from '../told.ts'

interface CopyDeps {
  readonly dir: string
  readonly dataDir: string
  readonly first: Computer
  readonly network: Network
  readonly told: readonly Told[]
  readonly restores: Restores
  computerOf(name: string, port: number, dataDir: string, stateDir: string): Computer
  broke(sentence: string): void
  trace(line: string): void
}

export function createCopies({
  dir,
  dataDir,
  first,
  network,
  told,
  restores,
  computerOf,
  broke,
  trace,
}: CopyDeps) {
  let current = first
  let copy: Computer | null = null
  const checkHold = () => {
    const running = copy?.running()
    if (running && current !== copy && !running.server.parts.hold.current())
      broke('HELD a copied folder runs and is not held')
  }
  network.watch(({ from, path }) => {
    if (from.name !== COPY) return
    checkHold()
    if (current !== copy && path.endsWith('/media_publish')) broke('HELD a copied folder sends a post')
  })
  /** The one that its owner sits at. */
  const computer: Computer = {
    machine: () => current.machine(),
    answer: (...asked) => current.answer(...asked),
    running: () => current.running(),
    start: () => current.start(),
    ask: (...asked) => current.ask(...asked),
    off() {
      first.off()
      copy?.off()
    },
  }
  return {
    computer,
    /** The server of that machine, or else the one that is used. */
    running: (machine: Machine) =>
      [first, copy].map((one) => one?.running() ?? null).find((one) => one?.machine === machine) ??
      current.running(),
    machines: () => [first, copy].flatMap((one) => one?.machine() ?? []),
    folder: () => (current === first ? dataDir : join(dir, COPY)),
    async copy() {
      const running = first.running()
      if (copy || !running) return
      trace('the folder is copied')
      const to = join(dir, COPY)
      copyFolder(running, dataDir, to)
      copy = computerOf(COPY, 4101, to, join(dir, 'state of the copy'))
      await copy.start()
      checkHold()
    },
    /** As after a restore: what was done since the copy, the copy does not know. */
    moveOver() {
      if (!copy || current === copy) return
      trace('the first computer is given away')
      noteRestore(told, restores, false)
      first.off()
      current = copy
    },
  }
}

const COPY = 'copy'
