/** The pages of the guide in the order in which they are read, by the names of their files in `local-server/guide/`. */
export const HELP_PAGES = ['start', 'page', 'scripts', 'agents', 'at-home', 'trouble'] as const

export type HelpPage = (typeof HELP_PAGES)[number]

export const HELP_TITLES: Readonly<Record<HelpPage, string>> = {
  start: 'Start',
  page: 'The page',
  scripts: 'Scripts',
  agents: 'Agents',
  'at-home': 'At home',
  trouble: 'When something is wrong',
}

export function isHelpPage(name: string): name is HelpPage {
  return Object.hasOwn(HELP_TITLES, name)
}

/** The anchor that GitHub gives a heading, so that one link works there and here. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
}
