import { PageTitle } from '../shared/page-title.tsx'
import { useStrings } from '../strings/language.tsx'

export function PostPage() {
  return <PageTitle title={useStrings().app.posts} />
}
