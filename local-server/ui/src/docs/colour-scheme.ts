/** Storage key of the page's colour scheme. */
const CHOICE_KEY = 'mantine-color-scheme-value'

/** Dark when the page was set to dark, else as the system wants it. */
export function followColourScheme(): void {
  const system = window.matchMedia('(prefers-color-scheme: dark)')
  const apply = () => {
    const choice = window.localStorage.getItem(CHOICE_KEY)
    const dark = choice === 'dark' || (choice !== 'light' && system.matches)
    document.documentElement.classList.toggle('dark-mode', dark)
  }
  apply()
  system.addEventListener('change', apply)
  window.addEventListener('storage', apply)
}
