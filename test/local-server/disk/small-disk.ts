// Small disks in memory, which take root to mount; elsewhere a test says so and is skipped.
import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { newFolder } from '../../process-harness/own-folders.ts'

const disks: string[] = []

/** The folder of a new small disk, or why there is none. */
export function mountDisk(
  megabytes: number,
  disk = join(newFolder(), 'disk'),
): string | { readonly reason: string } {
  if (process.platform !== 'linux') return { reason: 'small disks are mounted on Linux only' }
  mkdirSync(disk, { recursive: true })
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=700`, 'tmpfs', disk], {
      stdio: 'ignore',
    })
  } catch {
    return { reason: 'mounting a small disk takes root' }
  }
  disks.push(disk)
  return disk
}

/** By a program of its own, also while this process waits. */
export function unmountSoon(disk: string): void {
  disks.splice(disks.indexOf(disk), 1)
  execFile('sh', ['-c', 'sleep 0.3; umount "$1"', 'sh', disk])
}

export function unmountDisks(): void {
  for (const disk of disks.splice(0)) execFileSync('umount', [disk], { stdio: 'ignore' })
}
