import { ApiKeysPage } from '../api-keys/api-keys-page.tsx'

export function SettingsPage() {
  return <ApiKeysPage />
}
