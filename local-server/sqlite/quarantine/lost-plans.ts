// Recurrences and slot plans that are in quarantine: gone, but known to be lost until somebody sets them again.
import type { Db } from '../open-database.ts'
import type { LostPlan } from '../../../core/features/attention/attention-deps.ts'

export function prepareLostPlans({ $client }: Db): () => Promise<readonly LostPlan[]> {
  const list = $client.prepare<[], { name: string } & Omit<LostPlan, 'at'>>(`
    with copies as (
      select name, value from settings where name like 'set-aside/%' and json_valid(value)
    )
    select copies.name, posts.id as postId, platform_account_id as accountId
    from copies join posts on posts.id = json_extract(value, '$.post_id')
    where copies.name like 'set-aside/recurrences/%' and posts.id not in (select post_id from recurrences)
    union all
    select copies.name, null, accounts.id
    from copies join accounts on accounts.id = json_extract(value, '$.account_id')
    where copies.name like 'set-aside/slot_plans/%' and accounts.id not in (select account_id from slot_plans)`)
  return async () =>
    list.all().map(({ name, ...lost }) => ({ ...lost, at: Number(name.slice(name.lastIndexOf('/') + 1)) }))
}
