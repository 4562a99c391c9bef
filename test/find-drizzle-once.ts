// Loaded before everything in each process of the tests. For every file that Node loads, and every import by a name, it parses the exports
// of the package, and drizzle-orm has a thousand of them: that was half of what loading the server takes. Here a file of drizzle-orm is
// found beside the one that imports it, and a name is looked up once.
import { registerHooks, type ResolveFnOutput } from 'node:module'

const FOLDER = '/node_modules/drizzle-orm/'
const found = new Map<string, ResolveFnOutput>()

registerHooks({
  resolve(specifier, context, resolveNext) {
    const { parentURL = '' } = context
    if (/^\..*\.js$/.test(specifier) && parentURL.includes(FOLDER) && parentURL.endsWith('.js'))
      return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true }
    if (!/^drizzle-orm(?:\/|$)/.test(specifier)) return resolveNext(specifier, context)
    const known = found.get(specifier) ?? { ...resolveNext(specifier, context), shortCircuit: true }
    found.set(specifier, known)
    return known
  },
})
