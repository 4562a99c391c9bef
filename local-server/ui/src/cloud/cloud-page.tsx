import { PageTitle } from '../shared/page-title.tsx'
import { useStrings } from '../strings/language.tsx'

export function CloudPage() {
  return <PageTitle title={useStrings().app.cloud} />
}
