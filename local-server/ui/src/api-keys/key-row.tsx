import { Button } from '@mantine/core'
import type { ApiKeyBody } from '../../../../core/api/api-keys.ts'
import { Moment } from '../shared/moment.tsx'
import { useStrings } from '../strings/language.tsx'
import classes from './key-row.module.css'

interface KeyRowProps {
  readonly apiKey: ApiKeyBody
  readonly onRevoke: () => void
}

export function KeyRow({ apiKey, onRevoke }: KeyRowProps) {
  const { keys } = useStrings().settings
  const { name, prefix, rights, createdAt, lastUsedAt, revokedAt } = apiKey
  return (
    <li className={classes.row}>
      <div className={classes.facts}>
        <h4>{name}</h4>
        <p>
          <code>{prefix}…</code>
          <span>{keys.rightsNamed[rights]}</span>
          <span>
            {keys.created} <Moment at={createdAt} />
          </span>
          <span>
            {lastUsedAt === null ? (
              keys.neverUsed
            ) : (
              <>
                {keys.lastUsed} <Moment at={lastUsedAt} />
              </>
            )}
          </span>
          {revokedAt !== null && (
            <strong>
              {keys.revoked} <Moment at={revokedAt} />
            </strong>
          )}
        </p>
      </div>
      {revokedAt === null && (
        <Button
          variant="default"
          size="xs"
          flex="none"
          aria-label={keys.revokeNamed(name)}
          onClick={onRevoke}
        >
          {keys.revoke}
        </Button>
      )}
    </li>
  )
}
