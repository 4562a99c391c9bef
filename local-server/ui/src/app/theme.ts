import { createTheme } from '@mantine/core'
import type { MouseEvent } from 'react'

/** The page's own, from this machine; until it is there, and for letters it lacks, what the system has (`page.css`). */
const TYPEFACE =
  '"Figtree Variable", "Wide as Figtree", "Wide as Figtree Too", system-ui, -apple-system, "Segoe UI", sans-serif'

export const theme = createTheme({
  primaryColor: 'indigo',
  // The shades at which text on buttons and links keeps its contrast in both schemes.
  primaryShade: { light: 8, dark: 8 },
  autoContrast: true,
  respectReducedMotion: true,
  cursorType: 'pointer',
  // Four radii, seven sizes, one of them for titles, and steps of space; props and the page's own stylesheets keep to them.
  radius: { xs: '0.25rem', sm: '0.5rem', md: '0.75rem', lg: '1rem', xl: '1rem' },
  defaultRadius: 'sm',
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '1rem', lg: '1.25rem', xl: '1.5rem' },
  spacing: {
    '5xs': '0.125rem',
    '4xs': '0.25rem',
    '3xs': '0.375rem',
    '2xs': '0.5rem',
    xl: '1.5rem',
    '2xl': '2rem',
    '3xl': '2.5rem',
    '4xl': '3rem',
    // Within a card, between what belongs together, between sections: these grow with the window.
    card: 'clamp(1rem, 3vw, 1.5rem)',
    part: 'clamp(1.5rem, 4vw, 2.5rem)',
    section: 'clamp(2.5rem, 6vw, 4rem)',
  },
  fontFamily: TYPEFACE,
  components: {
    // As large as the text around them, because smaller ones make phones zoom in; Arabic and Hebrew stand right.
    TextInput: { defaultProps: { size: 'md', attributes: { input: { dir: 'auto' } } } },
    // What is typed after a click replaces the name of what is chosen, as it does after Tab.
    Select: {
      defaultProps: { onClick: (event: MouseEvent<HTMLInputElement>) => event.currentTarget.select() },
    },
    // What was typed in a tab or step that is not shown is asked about, too, before it is lost: the library would end its effects.
    Tabs: { defaultProps: { keepMountedMode: 'display-none' } },
    Accordion: { defaultProps: { keepMountedMode: 'display-none' } },
    // Quiet: it stands beside what it changes.
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    RadioCard: { defaultProps: { radius: 'lg' } },
    Textarea: { defaultProps: { size: 'md', attributes: { input: { dir: 'auto' } } } },
  },
  headings: { fontFamily: TYPEFACE, fontWeight: '650' },
  colors: {
    // A night sky instead of the library's grey: 0 is text, 7 the page, 6 what lies on it.
    dark: [
      '#dfe3f0',
      '#bcc3d8',
      '#98a1bd',
      '#7580a0',
      '#363f5c',
      '#2a324b',
      '#1b2136',
      '#10152a',
      '#0b0f20',
      '#070a17',
    ],
  },
})
