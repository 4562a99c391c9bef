// How the three systems run a program from the login on, and again after a crash. Each text avoids the pitfalls
// of its system, which are named beside it.

export interface ServiceProgram {
  /** The program and its arguments: absolute paths, nothing for a shell. */
  readonly command: readonly [string, ...string[]]
  /** Takes what it prints where the system keeps nothing. */
  readonly logFile: string
  /** The user's own search path: ffmpeg and the programs of the system are looked for there. */
  readonly searchPath: string
}

/** The name under which each system knows the service. */
export const SERVICE_NAMES = { systemd: 'nightpost.service', launchd: 'app.nightpost', tasks: 'Nightpost' }

/** The families are those of the network, of local programs such as the desktop's bus, and of reading the network's addresses. */
const LESS_RIGHTS = [
  'NoNewPrivileges=yes',
  'RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK',
  'RestrictNamespaces=yes',
  'RestrictRealtime=yes',
  'RestrictSUIDSGID=yes',
  'LockPersonality=yes',
  'SystemCallArchitectures=native',
  'SystemCallFilter=@system-service',
  'SystemCallErrorNumber=EPERM',
]

/** The home stays as it is: the data folder, backups, the inbox and agents' folders may be anywhere in it. */
export const OWN_VIEW = [
  'ProtectSystem=full',
  'PrivateTmp=yes',
  'PrivateDevices=yes',
  'ProtectClock=yes',
  'ProtectControlGroups=yes',
  'ProtectHostname=yes',
  'ProtectKernelLogs=yes',
  'ProtectKernelModules=yes',
  'ProtectKernelTunables=yes',
]

/**
 * A unit of the user's own systemd. Node cannot send the message that it waits for, so a program does, which is another process:
 * `NotifyAccess=all`. Output goes to the journal, which rotates. It may do less than the user: `LESS_RIGHTS`, and where the system
 * lets users' services have a view of the disk of their own, `OWN_VIEW`.
 */
export function systemdUnit(
  { command: [file, ...args], searchPath }: ServiceProgram,
  hasOwnView: boolean,
): string {
  return `[Unit]
Description=Nightpost: publishes and schedules your posts
StartLimitIntervalSec=0

[Service]
Type=notify
NotifyAccess=all
ExecStart=${[quotedForSystemd(file), ...args.map((arg) => quotedForSystemd(arg).replaceAll('$', '$$$$'))].join(' ')}
Environment=${quotedForSystemd(`PATH=${searchPath}`)}
UMask=0077
Restart=on-failure
RestartSec=5
TimeoutStartSec=300
TimeoutStopSec=20
WatchdogSec=300
${[...LESS_RIGHTS, ...(hasOwnView ? OWN_VIEW : [])].join('\n')}

[Install]
WantedBy=default.target
`
}

/** Variables are replaced in arguments alone: `$` stays itself in the program's path and in the values of variables. */
function quotedForSystemd(text: string): string {
  return `"${text.replaceAll(/[\\"]/g, String.raw`\$&`).replaceAll('%', '%%')}"`
}

/**
 * An agent of the user's login. Without `Interactive` macOS slows timers down, and without `SuccessfulExit` it would start again what
 * ended because it runs already.
 */
export function launchdAgent({ command, logFile, searchPath }: ServiceProgram): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key><string>${SERVICE_NAMES.launchd}</string>
  <key>ProgramArguments</key>
  <array>
${command.map((part) => `    <string>${inXml(part)}</string>`).join('\n')}
  </array>
  <key>EnvironmentVariables</key>
  <dict><key>PATH</key><string>${inXml(searchPath)}</string></dict>
  <key>RunAtLoad</key><true/>
  <key>KeepAlive</key>
  <dict><key>SuccessfulExit</key><false/></dict>
  <key>ThrottleInterval</key><integer>10</integer>
  <key>ExitTimeOut</key><integer>20</integer>
  <key>ProcessType</key><string>Interactive</string>
  <key>Umask</key><integer>63</integer>
  <key>StandardOutPath</key><string>/dev/null</string>
  <key>StandardErrorPath</key><string>${inXml(logFile)}</string>
</dict>
</plist>
`
}

/** A task of the user's login. By default a task does not start on battery, ends when the plug is pulled, and after 72 hours. */
export function scheduledTask({ command: [program, ...args] }: ServiceProgram, user: string): string {
  return `<?xml version="1.0" encoding="UTF-16"?>
<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <RegistrationInfo>
    <Description>Nightpost: publishes and schedules your posts</Description>
  </RegistrationInfo>
  <Triggers>
    <LogonTrigger>
      <Enabled>true</Enabled>
      <UserId>${inXml(user)}</UserId>
    </LogonTrigger>
  </Triggers>
  <Principals>
    <Principal id="Author">
      <UserId>${inXml(user)}</UserId>
      <LogonType>InteractiveToken</LogonType>
      <RunLevel>LeastPrivilege</RunLevel>
    </Principal>
  </Principals>
  <Settings>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
    <StartWhenAvailable>true</StartWhenAvailable>
    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>
    <RestartOnFailure>
      <Interval>PT1M</Interval>
      <Count>999</Count>
    </RestartOnFailure>
    <IdleSettings>
      <StopOnIdleEnd>false</StopOnIdleEnd>
    </IdleSettings>
    <Enabled>true</Enabled>
  </Settings>
  <Actions Context="Author">
    <Exec>
      <Command>${inXml(program)}</Command>
      <Arguments>${inXml(args.map(quotedForWindows).join(' '))}</Arguments>
    </Exec>
  </Actions>
</Task>
`
}

/** A backslash before the closing quote would escape it. */
function quotedForWindows(text: string): string {
  return `"${text.replaceAll('"', String.raw`\"`).replace(/\\+$/, '$&$&')}"`
}

function inXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** What stands behind `start` in the file that one of the above has made. */
export function startFlagsIn(platform: NodeJS.Platform, text: string): string[] {
  const words = platform === 'darwin' ? stringsIn(text) : quotedIn(commandLineIn(text), platform)
  return words.includes('start') ? words.slice(words.indexOf('start') + 1) : []
}

const stringsIn = (text: string) =>
  [...text.matchAll(/^ +<string>(.*)<\/string>$/gm)].map(([, word = '']) => outOfXml(word))

function commandLineIn(text: string): string {
  return /^ExecStart=(.*)$/m.exec(text)?.[1] ?? outOfXml(/<Arguments>(.*)<\/Arguments>/.exec(text)?.[1] ?? '')
}

function quotedIn(line: string, platform: NodeJS.Platform): string[] {
  const words = [...line.matchAll(/"(.*?)"(?= "|$)/g)].map(([, word = '']) => word)
  return platform === 'win32'
    ? words.map((word) => word.replace(/(\\+)\1$/, '$1').replaceAll(String.raw`\"`, '"'))
    : words.map((word) => word.replaceAll(/\\(.)/g, '$1').replaceAll(/([%$])\1/g, '$1'))
}

function outOfXml(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&gt;', '>')
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&')
}
