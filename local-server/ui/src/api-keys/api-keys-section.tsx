import { useQuery } from '@tanstack/react-query'
import { CreateKeyForm } from './create-key-form.tsx'
import { KeyList } from './key-list.tsx'
import { keysQuery, useCreateKey } from './key-queries.ts'
import { NewKey } from './new-key.tsx'

export function ApiKeysSection() {
  const creation = useCreateKey()
  const { data: keys } = useQuery(keysQuery)
  const created = creation.data
  const revoked = keys?.some(({ id, revokedAt }) => id === created?.key.id && revokedAt !== null)
  return (
    <div>
      <CreateKeyForm creation={creation} />
      {created && !revoked && (
        <NewKey name={created.key.name} fullKey={created.fullKey} onDone={creation.reset} />
      )}
      <KeyList />
    </div>
  )
}
