import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const SOURCES = join(import.meta.dirname, '../../../local-server/ui/src')
/** All in rem. Titles have a size of their own, which grows with the window. */
const SCALES = [
  { of: /^font-size$/, steps: [0.75, 0.875, 0.9375, 1, 1.25, 1.5] },
  { of: /^border(-\w+)*-radius$/, steps: [0.25, 0.5, 0.75, 1] },
  {
    of: /^((row-|column-)?gap|(margin|padding)(-\w+)*)$/,
    steps: [0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 1, 1.25, 1.5, 2, 2.5, 3],
  },
]
/** From here on, space is of whole rems. */
const LARGE = 4

/** Lengths that are no step of their scale. A share of something, and the width of a line, are no lengths of ours. */
function offScale(css: string): string[] {
  const rules = css.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/([\w-]+):([^;{}]+);/g)
  return [...rules].flatMap(([, property = '', value = '']) => {
    const steps = SCALES.find(({ of }) => of.test(property))?.steps
    if (steps === undefined || (value.includes('clamp(') && property === 'font-size')) return []
    const lengths = value.matchAll(/(?<![\w.])(\d*\.?\d+)(rem|em|px)\b/g)
    return [...lengths]
      .filter(([, size, unit]) => !isStep(Number(size), unit, steps))
      .map(([length]) => `${property}: ${length}`)
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
