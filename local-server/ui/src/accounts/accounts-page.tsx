import { PageTitle } from '../shared/page-title.tsx'
import { AccountList } from './account-list.tsx'
import { AppSetup } from './app-setup.tsx'
import { ConnectSection } from './connect-section.tsx'
import { LoginOutcome } from './login-outcome.tsx'

export function AccountsPage() {
  return (
    <>
      <PageTitle title="Accounts">
        The Instagram accounts that Nightpost publishes for. Their access is kept encrypted on this computer.
      </PageTitle>
      <LoginOutcome />
      <AccountList />
      <ConnectSection />
      <AppSetup />
    </>
  )
}
