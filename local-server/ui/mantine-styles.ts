// Of the library's stylesheet, only what the page uses: two thirds of it are for other components.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const STYLESHEET = /[\\/]@mantine[\\/]core[\\/]styles\.css$/
const library = dirname(fileURLToPath(import.meta.resolve('@mantine/core/styles.css')))
/** Where components of the library are imported. */
const USERS = [
  join(import.meta.dirname, 'src'),
  ...['notifications', 'dropzone', 'spotlight'].map((name) => join(library, '..', name, 'esm')),
]

export function mantineStyles(): Plugin {
  return {
    name: 'mantine-styles',
    load: { filter: { id: STYLESHEET }, handler: () => stylesOf(usedComponents()) },
  }
}

/** In the order of the whole stylesheet: some of its rules hold only because they stand after others. */
function stylesOf(components: readonly string[]): string {
  const whole = readFileSync(join(library, 'styles.css'), 'utf8')
  const styles = (name: string) => {
    const all = readFileSync(join(library, 'styles', `${name}.css`), 'utf8')
    // Nothing stands upright on the page but the bars of what scrolls.
    return name === 'ScrollArea' ? all : withoutRules(all, "[data-orientation='vertical']")
  }
  const place = (text: string) => whole.indexOf(/\.m_\w+/.exec(text)?.[0] ?? '')
  const ordered = components.map(styles).sort((one, other) => place(one) - place(other))
  return [...['baseline', 'default-css-variables', 'global'].map(styles), ...ordered].join('\n')
}

/** Drops the rules all of whose selectors have the part. */
function withoutRules(styles: string, part: string): string {
  return styles.replaceAll(/([^{};]+)\{[^{}]*\}/g, (rule, selectors: string) =>
    selectors.split(',').every((selector) => selector.includes(part)) ? '' : rule,
  )
}

/** Names of the components whose class names the page can come by. */
function usedComponents(): string[] {
  const index = readFileSync(join(library, 'esm', 'index.mjs'), 'utf8')
  const found = new Set<string>()
  const visited = new Set<string>()
  const visit = (path: string) => {
    if (visited.has(path)) return
    visited.add(path)
    const component = /(\w+)\.module\.mjs$/.exec(path)?.[1]
    if (component !== undefined) found.add(component)
    for (const [, imported = ''] of readFileSync(path, 'utf8').matchAll(/from ["'](\.[^"']+)["']/g))
      visit(join(dirname(path), imported))
  }
  for (const name of importedNames()) {
    const [, path] = new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from "(\\.[^"]+)"`).exec(index) ?? []
    if (path !== undefined) visit(join(library, 'esm', path))
  }
  return [...found]
}

function importedNames(): Set<string> {
  const files = USERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  )
  const texts = files.filter((file) => /\.(tsx?|mjs)$/.test(file)).map((file) => readFileSync(file, 'utf8'))
  const imports = texts.flatMap((text) => [
    ...text.matchAll(/import \{([^}]*)\} from ["']@mantine\/core["']/g),
  ])
  return new Set(imports.flatMap(([, names = '']) => names.match(/\w+/g) ?? []))
}
