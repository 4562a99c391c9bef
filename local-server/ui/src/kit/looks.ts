// What several things look like, as props that every component of the library takes.

/** A box that stands on the page. */
export const CARD = {
  p: 'card',
  bd: '1px solid var(--line)',
  bdrs: 'lg',
  bg: 'var(--card)',
} as const

/** Round, or with other corners, and as large as that whatever stands beside it. */
export const sized = (size: string, bdrs = '50%') =>
  ({ component: 'span', flex: 'none', w: size, h: size, bdrs }) as const

const NOTE = { px: 'md', py: 'sm', bdrs: 'md' } as const
/** A note about what to be careful of. */
export const AMBER_NOTE = { ...NOTE, bg: 'var(--amber)', c: 'var(--amber-ink)' } as const
/** A note about what is wrong. */
export const RED_NOTE = { ...NOTE, bg: 'var(--red-ground)' } as const

/** The title of a field that is more than one control. */
export const FIELD_TITLE = { component: 'h2', mb: '2xs', fz: '0.9375rem', lh: 1.55, lts: 0 } as const

/** Words that explain others. */
export const SOFT = { c: 'dimmed', fz: '0.9375rem' } as const
/** Words that are read last. */
export const SMALL = { c: 'dimmed', fz: 'sm' } as const
