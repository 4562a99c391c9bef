// What packages bring and nothing here reads: the maps of their sources, and of the database driver its sources in C and its
// binaries for other machines. A fifth of everything that a first start writes.
import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { remove } from './remove.mjs'

/**
 * @param {string} packages the folder `node_modules`
 * @param {string} record npm's own record of it: it must stay newer than the folders, else npm reads every package again
 */
export function tidyPackages(packages, record) {
  const driver = join(packages, 'better-sqlite3')
  for (const unused of ['deps', 'src']) remove(join(driver, unused))
  for (const binary of entriesOf(join(driver, 'prebuilds'))) {
    if (!isOfThisMachine(binary.name)) remove(join(driver, 'prebuilds', binary.name))
  }
  removeMaps(packages)
  const now = new Date()
  utimesSync(record, now, now)
}

/**
 * Removes what only development uses. npm installs it for running, too, where a package names it as an optional peer: two
 * compilers and the types of two runtimes, 19 MB. The record must not name what is gone: else npm would not add it again with
 * the packages for development.
 * @param {string} packages the folder `node_modules`
 * @param {string} record
 */
export function removeDevPackages(packages, record) {
  const installed = JSON.parse(readFileSync(record, 'utf8'))
  for (const [folder, { devOptional, optionalDependencies = {} }] of Object.entries(installed.packages)) {
    if (!devOptional) continue
    const binaries = Object.keys(optionalDependencies).map((name) => `node_modules/${name}`)
    for (const unused of [folder, ...binaries]) {
      delete installed.packages[unused]
      remove(join(packages, '..', unused))
    }
  }
  writeFileSync(record, JSON.stringify(installed, null, 2))
}

/**
 * Such as `linux-x64.node` and `linuxmusl-x64.node`: only the driver knows which of the two runs here.
 * @param {string} name
 */
function isOfThisMachine(name) {
  return name.startsWith(process.platform) && name.endsWith(`-${process.arch}.node`)
}

/** @param {string} folder */
function removeMaps(folder) {
  for (const entry of entriesOf(folder)) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) removeMaps(path)
    else if (entry.name.endsWith('.map')) remove(path)
  }
}

/** @param {string} folder */
function entriesOf(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}
