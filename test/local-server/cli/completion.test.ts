// The scripts for three shells, in the shells that this computer has.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { findOnPath } from '../../../local-server/media/video/ffmpeg.ts'
import { newFolder } from '../../process-harness/own-folders.ts'
import { runProgram } from '../../process-harness/running-program.ts'

/** What each shell would offer after the words, as programs can ask it. */
const ASK = {
  bash: (script: string, words: readonly string[]) =>
    `source ${script}; COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _nightpost; printf '%s\\n' "\${COMPREPLY[@]}"`,
  zsh: (script: string, words: readonly string[]) =>
    `compdef() { :; }; compadd() { print -l -- $found; }; source ${script}; words=(${words.map((word) => `'${word}'`).join(' ')}); CURRENT=${words.length}; _nightpost`,
  fish: (script: string, words: readonly string[]) => `source ${script}; complete -C '${words.join(' ')}'`,
}

it.for(Object.keys(ASK) as (keyof typeof ASK)[])(
  '%s completes commands and options',
  async (shell, { skip }) => {
    if (findOnPath(shell, process.env['PATH'] ?? '') === null) skip(`${shell} is not installed`)
    const { stdout: script } = await runProgram('cli/nightpost', ['completion', shell], {
      env: { HOME: newFolder() },
    })
    const file = join(newFolder(), 'completion')
    writeFileSync(file, script)
    const offered = (...words: string[]) =>
      execFileSync(shell, ['-c', ASK[shell](file, words)], {
        encoding: 'utf8',
        env: { ...process.env, HOME: newFolder() },
      })
        .split('\n')
        .map((line) => line.split('\t')[0])
    expect(offered('nightpost', '')).toEqual(expect.arrayContaining(['start', 'posts', 'schedule', 'watch']))
    expect(offered('nightpost', 'posts', '')).toEqual(expect.arrayContaining(['publish', 'list', 'export']))
    expect(offered('nightpost', 'posts', '')).not.toContain('start')
    expect(offered('nightpost', 'posts', 'list', '--status', '')).toEqual(
      expect.arrayContaining(['draft', 'scheduled', 'failed']),
    )
    expect(offered('nightpost', 'insights', '--by', '')).toEqual(expect.arrayContaining(['kind', 'hashtag']))
    expect(offered('nightpost', 'completion', '')).toEqual(expect.arrayContaining(['bash', 'zsh', 'fish']))
    expect(offered('nightpost', 'schedule', 'import', '--')).toEqual(
      expect.arrayContaining(['--dry-run', '--atomic']),
    )
  },
)
