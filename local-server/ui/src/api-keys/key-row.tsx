import { Button } from '@mantine/core'
import type { ApiKeyBody } from '../../../../core/api/api-keys.ts'
import { Moment } from '../shared/moment.tsx'
import classes from './key-row.module.css'

interface KeyRowProps {
  readonly apiKey: ApiKeyBody
  readonly onRevoke: () => void
}

export function KeyRow({ apiKey, onRevoke }: KeyRowProps) {
  const { name, prefix, createdAt, lastUsedAt, revokedAt } = apiKey
  return (
    <li className={classes.row}>
      <div className={classes.facts}>
        <h3>{name}</h3>
        <p>
          <code>{prefix}…</code>
          <span>
            Created <Moment at={createdAt} />
          </span>
          <span>
            {lastUsedAt === null ? (
              'Never used'
            ) : (
              <>
                Last used <Moment at={lastUsedAt} />
              </>
            )}
          </span>
          {revokedAt !== null && (
            <strong>
              Revoked <Moment at={revokedAt} />
            </strong>
          )}
        </p>
      </div>
      {revokedAt === null && (
        <Button variant="default" size="xs" flex="none" aria-label={`Revoke ${name}`} onClick={onRevoke}>
          Revoke
        </Button>
      )}
    </li>
  )
}
