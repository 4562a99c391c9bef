import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { EVERYTHING } from '../build.mjs'
import { writeClientTypes } from '../client-types.mjs'
import { prepare } from '../prepare.mjs'
import { inRepository } from '../repository.mjs'
import { shrinkwrapOf } from './shrinkwrap.mjs'

const MANIFEST = inRepository('package.json')
const ORIGINAL = inRepository('.cache', 'package.json')
const PACKED = inRepository('.cache', 'packed.json')
const LOCKFILE = inRepository('package-lock.json')
const SHRINKWRAP = inRepository('npm-shrinkwrap.json')

/** What the bundles and the client leave outside; everything else is in them, and an installation needs none of it. */
const OUTSIDE = ['better-sqlite3', 'open', 'openapi-fetch', 'sharp']

/**
 * Around `npm pack` and `npm publish`: before, everything is built, and package.json describes the package; after, it is the
 * repository's again, the same file with the same time, so that no build is stale.
 * @param {import('../report.mjs').Report} report
 * @param {string[]} args
 */
export async function pack(report, [when]) {
  // Also of a run that was cut off.
  if (existsSync(ORIGINAL)) renameSync(ORIGINAL, MANIFEST)
  rmSync(SHRINKWRAP, { force: true })
  if (when === 'after') return null
  await prepare(report, 'run', EVERYTHING)
  await writeClientTypes()
  mkdirSync(inRepository('.cache'), { recursive: true })
  const manifest = packedManifest(JSON.parse(readFileSync(MANIFEST, 'utf8')))
  const locked = shrinkwrapOf(JSON.parse(readFileSync(LOCKFILE, 'utf8')), manifest)
  writeFileSync(SHRINKWRAP, `${JSON.stringify(locked, null, 2)}\n`)
  writeFileSync(PACKED, `${JSON.stringify(manifest, null, 2)}\n`)
  linkSync(MANIFEST, ORIGINAL)
  renameSync(PACKED, MANIFEST)
  return null
}

/**
 * @param {Record<string, any>} manifest of the repository
 * @returns {Record<string, any>} of the package
 */
export function packedManifest(manifest) {
  return {
    ...manifest,
    // Left out of what is written as JSON.
    scripts: undefined,
    devDependencies: undefined,
    allowScripts: undefined,
    dependencies: Object.fromEntries(OUTSIDE.map((name) => [name, manifest.dependencies[name]])),
    // Three times the size of everything else, and only for running the Worker on this computer.
    peerDependencies: { miniflare: manifest.devDependencies.miniflare },
    peerDependenciesMeta: { miniflare: { optional: true } },
  }
}
