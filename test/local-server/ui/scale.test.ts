import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const SOURCES = join(import.meta.dirname, '../../../local-server/ui/src')
/** All in rem: of rules, and of the library's props. Titles have a size of their own, which grows with the window. */
const SCALES = [
  { of: /^(font-size|fz)$/, steps: [0.75, 0.875, 0.9375, 1, 1.25, 1.5] },
  { of: /^(border(-\w+)*-radius|bdrs|radius)$/, steps: [0.25, 0.5, 0.75, 1] },
  {
    of: /^((row-|column-)?gap|(margin|padding)(-\w+)*|[mp][trblxy]?|(row|column)Gap|(horizontalS|verticalS|s)pacing)$/,
    steps: [0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 1, 1.25, 1.5, 2, 2.5, 3],
  },
]
/** From here on, space is of whole rems. */
const LARGE = 4

/** Lengths that are no step of their scale. A share of something, and the width of a line, are no lengths of ours. */
function offScale(css: string): string[] {
  const rules = css.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/([\w-]+):([^;{}]+);/g)
  return [...rules].flatMap(([, property = '', value = '']) => valuesOffScale(property, value))
}

function valuesOffScale(property: string, value: string): string[] {
  const steps = SCALES.find(({ of }) => of.test(property))?.steps
  if (steps === undefined || (value.includes('clamp(') && property === 'font-size')) return []
  const lengths = value.matchAll(/(?<![\w.])(\d*\.?\d+)(rem|em|px)\b/g)
  return [...lengths]
    .filter(([, size, unit]) => !isStep(Number(size), unit, steps))
    .map(([length]) => `${property}: ${length}`)
}

/** The same of props in TSX, where a single step has a name in the theme. */
function propsOffScale(tsx: string): string[] {
  const props = tsx.matchAll(
    /\b([a-zA-Z]+)(?:=(?=["{])|: (?=['\d-]))(\{\{[^}]*\}\}|\{[^{}]*\}|"[^"]*"|'[^']*'|-?[\d.]+)/g,
  )
  return [...props].flatMap(([, prop = '', value = '']) => {
    if (!SCALES.some(({ of }) => of.test(prop))) return []
    const isFontSize = prop === 'fz'
    const numbers = value.replaceAll(/"[^"]*"|'[^']*'/g, '').match(/(?<![\w.])\d*\.?\d+/g) ?? []
    const single = /^["'](-?[\d.]+(rem|px))["']$/.exec(value)?.[1]
    const unnamed = [...numbers.filter((n) => Number(n) !== 0), ...(single && !isFontSize ? [single] : [])]
    return unnamed.length > 0 ? unnamed.map((n) => `${prop}: ${n}`) : valuesOffScale(prop, value)
  })
}

function isStep(size: number, unit: string | undefined, steps: readonly number[]): boolean {
  if (unit === 'px') return size <= 1
  return unit === 'rem' && (steps.includes(size) || (steps.includes(3) && size >= LARGE && size % 1 === 0))
}

it('has one scale for the sizes of letters, for radii and for space', () => {
  const stylesheets = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.module.css') || name === join('app', 'page.css'),
  )
  const found = stylesheets.flatMap((name) =>
    offScale(readFileSync(join(SOURCES, name), 'utf8')).map((rule) => `${name}: ${rule}`),
  )
  expect(stylesheets.length).toBeGreaterThan(1)
  expect(found).toEqual([])
})

it('has names for the steps of that scale, which the props use', () => {
  const sources = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(\.tsx|looks\.ts)$/.test(name),
  )
  const found = sources.flatMap((name) =>
    propsOffScale(readFileSync(join(SOURCES, name), 'utf8')).map((prop) => `${name}: ${prop}`),
  )
  expect(sources.length).toBeGreaterThan(100)
  expect(found).toEqual([])
})

it('refuses a number and a step without its name in props, and lengths between two steps', () => {
  const tsx = `<Box m={5} px={{ base: 'sm', xs: 12 }} py="1rem" gap="0.2rem 8px" bdrs="0.3rem" fz="0.8rem" /> { mb: 8 }`
  expect(propsOffScale(tsx)).toEqual([
    'm: 5',
    'px: 12',
    'py: 1rem',
    'gap: 0.2rem',
    'gap: 8px',
    'bdrs: 0.3rem',
    'fz: 0.8rem',
    'mb: 8',
  ])
  const named = `<Box m={0} p="-2xs" gap="0.25rem 1rem" mt={slim ? 0 : 'sm'} fz="0.9375rem" maw="3.3rem" bdrs="50%" mb={BELOW} />`
  expect(propsOffScale(named)).toEqual([])
})

it('refuses a length between two steps, in any unit', () => {
  const css =
    '.a { margin: 0 -0.85rem 1px auto; border-top-left-radius: 0.4rem; font-size: 0.8em; gap: 8px; }'
  expect(offScale(css)).toEqual([
    'margin: 0.85rem',
    'border-top-left-radius: 0.4rem',
    'font-size: 0.8em',
    'gap: 8px',
  ])
  expect(offScale('.a { padding: 5rem clamp(1rem, 3vw, 1.25rem); border-radius: 50%; }')).toEqual([])
})
