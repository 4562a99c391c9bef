// Every sample in TypeScript of the pages for people compiles under `strict`, against the package as a script imports it.
import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { printContractTypes, type ContractDocument } from '../api/print-contract-types.ts'
import { servedText } from '../api/served-document.ts'
import { newFolder } from '../process-harness/own-folders.ts'

const root = join(import.meta.dirname, '../..')
const pages = globSync(['README.md', 'local-server/*.md', 'local-server/guide/*.md'], { cwd: root })
const samples = pages.flatMap((page) => {
  const text = readFileSync(join(root, page), 'utf8')
  return [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, sample = '']) => [page, sample] as const)
})

const folder = newFolder()
beforeAll(() => {
  const modules = join(folder, 'node_modules')
  const installed = join(modules, 'nightpost')
  mkdirSync(join(installed, 'local-server'), { recursive: true })
  cpSync(join(root, 'package.json'), join(installed, 'package.json'))
  cpSync(join(root, 'local-server/client'), join(installed, 'local-server/client'), { recursive: true })
  const types = printContractTypes(JSON.parse(servedText()) as ContractDocument)
  writeFileSync(join(installed, 'local-server/client/contract.d.mts'), types)
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers', '@types'])
    symlinkSync(join(root, 'node_modules', name), join(modules, name))
  const compilerOptions = {
    strict: true,
    module: 'nodenext',
    target: 'es2024',
    noEmit: true,
    types: ['node'],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.mts'] }))
})

/** What the compiler says. */
function compile(sample: string): string {
  writeFileSync(join(folder, 'sample.mts'), sample)
  try {
    return execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder], {
      encoding: 'utf8',
    })
  } catch (error) {
    return (error as { readonly stdout: string }).stdout
  }
}

it('there is a sample', () => expect(samples).not.toEqual([]))

it.each(samples)('that of %s compiles under strict', (_page, sample) => {
  expect(compile(sample)).toBe('')
  // The types of the contract are there: a field that no route knows is refused.
  expect(compile(sample.replace("status: 'FAILED'", "status: 'LOST'"))).toContain('LOST')
})
