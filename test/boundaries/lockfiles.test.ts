// What is installed is what was locked: from one registry, by content. Few read a changed lockfile.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

interface Locked {
  /** Absent: npm takes the version from its registry. */
  readonly resolved?: string
  readonly integrity?: string
  /** Its bytes are those of the package that brings it along. */
  readonly inBundle?: boolean
}

type Packages = Readonly<Record<string, Locked>>
type Needed = Readonly<Record<string, Readonly<Record<string, string>> | undefined>>

const REGISTRY = 'https://registry.npmjs.org/'
const FOLDERS = ['', 'local-server/launch/node24/', 'test/mutants/']

const read = (path: string): unknown =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../..', path), 'utf8'))

describe.each(FOLDERS)('what is installed by %spackage.json', (folder) => {
  it('is known by its content, and comes from the registry', () => {
    const { packages } = read(`${folder}package-lock.json`) as { packages: Packages }
    const isKnown = ({ integrity = '', inBundle = false }: Locked) =>
      inBundle || integrity.startsWith('sha512-')
    const isOfRegistry = ({ resolved = REGISTRY }: Locked) => resolved.startsWith(REGISTRY)
    const strange = Object.entries(packages).filter(
      ([path, locked]) => path !== '' && !(isKnown(locked) && isOfRegistry(locked)),
    )
    expect(strange).toEqual([])
  })

  it('is asked for in one version, not in a range of them', () => {
    const { dependencies, devDependencies, optionalDependencies } = read(`${folder}package.json`) as Needed
    const asked = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
    expect(asked.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([])
  })
})
