// Keeps this computer from going to sleep automatically, by the programs that each system has for it. They do so for as long as
// their standard input is open, which the system closes when we end, however we end: nothing has to be cleared up.
import { spawn, type ChildProcess } from 'node:child_process'
import type { Log } from '../../core/ports/log.ts'
import { findOnPath } from '../media/video/ffmpeg.ts'

export interface SleepInhibitor {
  /** Calling it again changes nothing. Where it is refused or impossible, the computer just stays as it is set. */
  hold(): void
  /** Also when nothing is held. */
  release(): void
}

export interface SleepInhibitorOptions {
  readonly platform: NodeJS.Platform
  readonly searchPath: string
  readonly log: Log
}

type Command = readonly [program: string, ...args: string[]]

/** A post must not keep the display on, or the computer awake with its lid closed. */
const AWAKE = `$p = Add-Type -PassThru -Name Power -Namespace Nightpost -MemberDefinition \
'[DllImport("kernel32.dll")] public static extern uint SetThreadExecutionState(uint flags);'; \
[void]$p::SetThreadExecutionState([uint32]"0x80000001"); [void][Console]::In.ReadToEnd()`

const inhibit = (what: string): Command => [
  'systemd-inhibit',
  `--what=${what}`,
  '--who=Nightpost',
  '--why=A post is due',
  '--mode=block',
  'cat',
]

/** The first that is not refused. A service without a seat may keep logind from suspending when idle, and no more. */
const COMMANDS: Partial<Record<NodeJS.Platform, readonly Command[]>> = {
  linux: [inhibit('sleep:idle'), inhibit('idle')],
  darwin: [['caffeinate', '-i', 'cat']],
  win32: [['powershell', '-NoProfile', '-NonInteractive', '-Command', AWAKE]],
}

export function createSleepInhibitor({ platform, searchPath, log }: SleepInhibitorOptions): SleepInhibitor {
  let isHeld = false
  let running: ChildProcess | null = null

  function start([command, ...others]: readonly Command[]): void {
    if (command === undefined) return log.info('this computer could not be kept awake for a post')
    const [program, ...args] = command
    const file = findOnPath(program, searchPath)
    if (file === null) return
    const child = spawn(file, args, {
      env: { PATH: searchPath },
      stdio: ['pipe', 'ignore', 'ignore'],
      windowsHide: true,
    })
    running = child
    // It alone does not keep the process alive.
    child.unref()
    child.stdin?.on('error', () => {})
    child.on('error', () => {})
    child.on('close', () => {
      if (running !== child) return
      running = null
      if (isHeld) start(others)
    })
  }

  return {
    hold() {
      if (isHeld) return
      isHeld = true
      start(COMMANDS[platform] ?? [])
    },
    release() {
      isHeld = false
      running?.stdin?.end()
      running = null
    },
  }
}
