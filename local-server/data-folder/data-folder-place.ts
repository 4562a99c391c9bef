// The place of a data folder, described so that a copy of it differs and a renamed one does not.
import { execFileSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { readFileSync, realpathSync, statfsSync, statSync } from 'node:fs'
import { z } from 'zod'

export const Place = z.object({
  /** A digest of the computer's own id; null when there is none that we can read. */
  machine: z.string().nullable(),
  path: z.string(),
  /** The folder's number on its disk, and the disk's; null where folders have none that lasts. */
  inode: z.string().nullable(),
  device: z.string(),
  /** When the folder was created; null where that is not recorded. */
  born: z.string().nullable(),
})
export type Place = z.infer<typeof Place>

const [EXFAT, FAT] = [0x20_11_ba_b0, 0x4d_44]
/** They store no numbers of folders: Linux makes them up anew, also after each start of the computer. */
const WITHOUT_NUMBERS: ReadonlySet<number> = new Set([EXFAT, FAT])

export function findPlace(dataDir: string, fileSystem = fileSystemOf(dataDir)): Place {
  const { ino, dev, birthtimeNs, ctimeNs } = statSync(dataDir, { bigint: true })
  // Where a disk does not record it, systems report 1970 or the time of the last change instead.
  // FAT stores wall-clock time: once that goes forward, all folders of it were made an hour earlier.
  const isKept = birthtimeNs > 0n && birthtimeNs !== ctimeNs && fileSystem !== FAT
  const born = isKept ? String(birthtimeNs) : null
  return {
    machine: machineDigest(),
    path: realpathSync.native(dataDir),
    inode: ino > 0n && !WITHOUT_NUMBERS.has(fileSystem) ? String(ino) : null,
    device: String(dev),
    born,
  }
}

/**
 * The difference, or null. Numbers of disks change when a computer starts, so they need not match where the
 * path is unchanged.
 */
export function difference(before: Place, now: Place): 'copied' | 'other-computer' | null {
  if (before.machine !== null && now.machine !== null && before.machine !== now.machine)
    return 'other-computer'
  if (before.born !== null && now.born !== null && before.born !== now.born) return 'copied'
  const samePath = before.path === now.path
  if (before.inode === null || now.inode === null) return samePath ? null : 'copied'
  if (before.inode !== now.inode) return 'copied'
  return samePath || before.device === now.device ? null : 'copied'
}

/** As Linux numbers the kinds of file systems; zero where nobody can say. */
function fileSystemOf(dataDir: string): number {
  try {
    return process.platform === 'linux' ? statfsSync(dataDir).type : 0
  } catch {
    return 0
  }
}

function machineDigest(): string | null {
  const id = machineId()?.trim()
  // The id itself is never shown.
  return id ? hash('sha256', `nightpost ${id}`) : null
}

function machineId(): string | undefined {
  try {
    if (process.platform === 'darwin')
      return /"IOPlatformUUID" = "([^"]+)"/.exec(
        ask('/usr/sbin/ioreg', ['-rd1', '-c', 'IOPlatformExpertDevice']),
      )?.[1]
    if (process.platform === 'win32')
      return /MachineGuid\s+REG_SZ\s+(\S+)/.exec(
        ask('reg', ['query', String.raw`HKLM\SOFTWARE\Microsoft\Cryptography`, '/v', 'MachineGuid']),
      )?.[1]
    return readFileSync('/etc/machine-id', 'utf8')
  } catch {
    return undefined
  }
}

function ask(program: string, args: readonly string[]): string {
  return execFileSync(program, args, { encoding: 'utf8', timeout: 2_000, windowsHide: true })
}
