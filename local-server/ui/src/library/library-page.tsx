import { PageTitle } from '../shared/page-title.tsx'
import { useStrings } from '../strings/language.tsx'

export function LibraryPage() {
  return <PageTitle title={useStrings().app.library} />
}
