import { ApiKeysSection } from '../api-keys/api-keys-section.tsx'
import { PageTitle } from '../shared/page-title.tsx'
import { useStrings } from '../strings/language.tsx'
import { ApiDocs } from './api-docs.tsx'
import { Backup } from './backup.tsx'
import { LanguageAndColours } from './language-and-colours.tsx'
import { Phone } from './phone.tsx'
import { SettingsSection } from './settings-section.tsx'
import { ThisComputer } from './this-computer.tsx'

export function SettingsPage() {
  const { app, settings } = useStrings()
  const { keys, docs, look, phone, computer, backup } = settings
  return (
    <>
      <PageTitle title={app.settings}>{settings.lead}</PageTitle>
      <SettingsSection id="look" title={look.title} lead={look.lead}>
        <LanguageAndColours />
      </SettingsSection>
      <SettingsSection id="phone" title={phone.title} lead={phone.lead}>
        <Phone />
      </SettingsSection>
      <SettingsSection id="keys" title={keys.title} lead={keys.lead}>
        <ApiKeysSection />
      </SettingsSection>
      <SettingsSection id="docs" title={docs.title} lead={docs.lead}>
        <ApiDocs />
      </SettingsSection>
      <SettingsSection id="computer" title={computer.title} lead={computer.lead}>
        <ThisComputer />
      </SettingsSection>
      <SettingsSection id="backup" title={backup.title} lead={backup.lead}>
        <Backup />
      </SettingsSection>
    </>
  )
}
