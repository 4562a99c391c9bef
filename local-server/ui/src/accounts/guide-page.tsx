import { PageTitle } from '../shared/page-title.tsx'
import { useStrings } from '../strings/language.tsx'

export function GuidePage() {
  return <PageTitle title={useStrings().app.accounts} />
}
