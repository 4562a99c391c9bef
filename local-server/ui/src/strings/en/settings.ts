export const settingsEn = {
  keys: {
    title: 'API keys',
    lead: 'A key lets a script or an agent on this computer work with Nightpost, as far as you allow it.',
  },
  docs: {
    title: 'Help and API',
    help: 'Open the help pages',
    link: 'Open the API docs',
    example: 'The newest posts, with a key of yours in place of the dots:',
    copy: 'Copy the command',
  },
  look: {
    title: 'Language and theme',
    language: 'Language',
    colours: 'Theme',
    auto: 'Match system',
    light: 'Light',
    dark: 'Dark',
  },
  phone: {
    title: 'On the phone',
    lead: 'Open this page on your phone, through Tailscale or another proxy of your own.',
  },
  computer: {
    title: 'This computer',
  },
  backup: {
    title: 'Back up',
    lead: 'Everything in one encrypted file, while Nightpost runs.',
  },
}
