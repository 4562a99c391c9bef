/** @typedef {{ version?: string, dependencies?: Record<string, string>, optionalDependencies?: Record<string, string>, [other: string]: any }} Entry */
/** @typedef {{ lockfileVersion: number, packages: Record<string, Entry>, [other: string]: any }} Lockfile */

/**
 * The part of a lockfile that an installation of the package takes, as `npm-shrinkwrap.json`, which npm follows in a package: so
 * everybody gets the versions that were tested.
 * @param {Lockfile} lockfile of the repository
 * @param {Record<string, any>} manifest of the package
 * @returns {Lockfile}
 */
export function shrinkwrapOf({ lockfileVersion, packages }, manifest) {
  const { name, version, license, bin, dependencies, peerDependencies, peerDependenciesMeta, engines } =
    manifest
  const root = { name, version, license, dependencies, bin, engines, peerDependencies, peerDependenciesMeta }
  /** @type {Map<string, Entry>} */
  const taken = new Map()
  /** @param {string} path @param {Entry} entry */
  const takeWhatItNeeds = (path, entry) => {
    for (const needed of Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })) {
      const found = resolve(packages, path, needed)
      if (found === null || taken.has(found)) continue
      const { dev: _dev, devOptional: _devOptional, ...rest } = packages[found] ?? {}
      taken.set(found, rest)
      takeWhatItNeeds(found, rest)
    }
  }
  takeWhatItNeeds('', root)
  const sorted = [...taken].sort(([one], [other]) => (one < other ? -1 : 1))
  return {
    name,
    version,
    lockfileVersion,
    requires: true,
    packages: { '': root, ...Object.fromEntries(sorted) },
  }
}

/**
 * Where Node would find it: beside the package that needs it, or above.
 * @param {Lockfile['packages']} packages
 * @param {string} path
 * @param {string} needed
 * @returns {string | null}
 */
function resolve(packages, path, needed) {
  const own = `${path === '' ? '' : `${path}/`}node_modules/${needed}`
  if (own in packages) return own
  if (path === '') return null
  const at = path.lastIndexOf('node_modules/')
  return resolve(packages, path.slice(0, at).replace(/\/$/, ''), needed)
}
