import { SegmentedControl, useMantineColorScheme, type MantineColorScheme } from '@mantine/core'
import { useLanguage } from '../strings/language.tsx'
import { LANGUAGE_NAMES, type Language } from '../strings/strings.ts'
import classes from './language-and-colours.module.css'

const SCHEMES = ['auto', 'light', 'dark'] as const satisfies readonly MantineColorScheme[]

export function LanguageAndColours() {
  const { language, setLanguage, strings } = useLanguage()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { look } = strings.settings
  const languages = Object.keys(LANGUAGE_NAMES) as Language[]
  return (
    <div className={classes.choices}>
      <div>
        <h3>{look.language}</h3>
        <SegmentedControl
          aria-label={look.language}
          data={languages.map((value) => ({
            value,
            label: <span lang={value}>{LANGUAGE_NAMES[value]}</span>,
          }))}
          value={language}
          onChange={(value) => setLanguage(value)}
        />
      </div>
      <div>
        <h3>{look.colours}</h3>
        <SegmentedControl
          aria-label={look.colours}
          data={SCHEMES.map((value) => ({ value, label: look[value] }))}
          value={colorScheme}
          onChange={(value) => setColorScheme(value)}
        />
      </div>
    </div>
  )
}
