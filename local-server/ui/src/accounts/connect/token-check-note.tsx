import { Box, Group, Loader, Stack, Text } from '@mantine/core'
import { purposesWithout } from '../../../../../core/accounts/permissions.ts'
import { Avatar } from '../../kit/avatar.tsx'
import { SMALL } from '../../kit/looks.ts'
import { useFormats, useStrings } from '../../strings/language.tsx'
import type { LoginMethod } from '../../../../../core/ports/platform/login.ts'
import type { CheckedToken } from '../account-queries.ts'

interface TokenCheckNoteProps {
  readonly id: string
  readonly loginMethod: LoginMethod
  readonly check: CheckedToken | undefined
  readonly isAsking: boolean
  readonly problem: string | undefined
}

/** Shows what the platform knows of the token in the field. Announced as it changes. */
export function TokenCheckNote({ id, loginMethod, check, isAsking, problem }: TokenCheckNoteProps) {
  const { token, setup } = useStrings().accounts
  const service = setup.services[loginMethod]
  const look =
    problem === undefined
      ? { bg: 'var(--ground)', c: check ? 'var(--ink)' : 'dimmed' }
      : { bg: 'var(--red-ground)', c: 'var(--red)' }
  return (
    // Room for an answer, so that the button stays where it is.
    <Stack
      id={id}
      role="status"
      gap={4}
      justify="center"
      mih="5.25rem"
      px="md"
      py="sm"
      bdrs="md"
      fz="0.9375rem"
      {...look}
    >
      {problem !== undefined ? (
        <p>{problem}</p>
      ) : check ? (
        <Known check={check} loginMethod={loginMethod} />
      ) : isAsking ? (
        <Group component="p" gap="xs" wrap="nowrap">
          <Loader size="xs" aria-hidden="true" /> {token.asking(service)}
        </Group>
      ) : (
        <p>{token.idle(service)}</p>
      )}
    </Stack>
  )
}

interface KnownProps {
  readonly check: CheckedToken
  readonly loginMethod: LoginMethod
}

/** A token that ends within a day is one of the short ones. */
const SHORT_MS = 24 * 3_600_000

function Known({ check, loginMethod }: KnownProps) {
  const { token, purposes } = useStrings().accounts
  const formats = useFormats()
  const { accounts, expiresAt, scopes, missingScopes } = check
  const until = expiresAt === null ? null : new Date(expiresAt)
  const cannot = purposesWithout(loginMethod, missingScopes).map((purpose) => purposes[purpose])
  const isShort = until !== null && until.getTime() - Date.now() < SHORT_MS
  return (
    <>
      <p>{token.belongsTo(accounts.length)}</p>
      <Stack component="ul" gap={8} my={4}>
        {accounts.map((account) => (
          <Group key={account.username} component="li" gap="sm" wrap="nowrap">
            <Avatar account={account} />
            <Box miw={0}>
              <strong>{account.username}</strong>
              <SmallFacts account={account} />
            </Box>
          </Group>
        ))}
      </Stack>
      <p>
        {until === null
          ? token.endless
          : loginMethod === 'platform'
            ? token.untilRenewed(formats.date(until))
            : token.until(isShort ? formats.dayAndTime(until) : formats.date(until))}{' '}
        {isShort && loginMethod === 'partner' && token.short}
      </p>
      {missingScopes.length > 0 ? (
        <p>{token.missingScopes(missingScopes.join(', '), formats.list(cannot))}</p>
      ) : (
        scopes !== null && <p>{token.allScopes}</p>
      )}
    </>
  )
}

function SmallFacts({ account }: { readonly account: CheckedToken['accounts'][number] }) {
  const { token } = useStrings().accounts
  const facts = [
    account.name,
    account.accountType === 'BUSINESS' ? token.business : null,
    account.accountType === 'CREATOR' ? token.creator : null,
    account.partnerPageName === null ? null : token.withPage(account.partnerPageName),
    account.alreadyConnected ? token.alreadyConnected : null,
  ].filter((fact) => fact !== null && fact !== '')
  return <Text {...SMALL}>{facts.join(' · ')}</Text>
}
