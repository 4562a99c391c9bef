// The Containerfile as its instructions, for the test that holds it to its promises and for the drill that executes it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const recipe = join(import.meta.dirname, '../../../local-server/container')

export interface Instruction {
  readonly name: string
  readonly text: string
}

/** Without comments, each with its continued lines. */
export function readContainerfile(): Instruction[] {
  const lines = readFileSync(join(recipe, 'Containerfile'), 'utf8')
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll('\\\n', '')
    .split('\n')
  return lines
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, name = '', text = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? []
      return { name, text }
    })
}

/** What the only such instruction says. */
export function textOf(name: string, instructions = readContainerfile()): string {
  const found = instructions.filter((instruction) => instruction.name === name)
  if (found.length !== 1) throw new Error(`${found.length} times ${name}`)
  return found[0]?.text ?? ''
}

/** `A=b C=d`. */
export const variablesOf = (text: string): Record<string, string> =>
  Object.fromEntries(text.split(' ').map((pair) => pair.split('=', 2) as [string, string]))
