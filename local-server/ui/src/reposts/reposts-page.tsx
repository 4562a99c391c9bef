import { PageTitle } from '../shared/page-title.tsx'
import { useStrings } from '../strings/language.tsx'

export function RepostsPage() {
  return <PageTitle title={useStrings().app.reposts} />
}
