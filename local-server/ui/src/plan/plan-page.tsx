import { PageTitle } from '../shared/page-title.tsx'
import { useStrings } from '../strings/language.tsx'

export function PlanPage() {
  return <PageTitle title={useStrings().app.plan} />
}
