import { useQuery } from '@tanstack/react-query'
import { NewTabLink } from '../shared/new-tab-link.tsx'
import { PageTitle } from '../shared/page-title.tsx'
import { CreateKeyForm } from './create-key-form.tsx'
import { KeyList } from './key-list.tsx'
import { keysQuery, useCreateKey } from './key-queries.ts'
import { NewKey } from './new-key.tsx'

export function ApiKeysPage() {
  const creation = useCreateKey()
  const { data: keys } = useQuery(keysQuery)
  const created = creation.data
  const revoked = keys?.some(({ id, revokedAt }) => id === created?.key.id && revokedAt !== null)
  return (
    <>
      <PageTitle title="API keys">
        A key lets a script or an agent on this computer do what you do here. The{' '}
        <NewTabLink href="/api/docs">API docs</NewTabLink> show how.
      </PageTitle>
      <CreateKeyForm creation={creation} />
      {created && !revoked && (
        <NewKey name={created.key.name} fullKey={created.fullKey} onDone={creation.reset} />
      )}
      <KeyList />
    </>
  )
}
