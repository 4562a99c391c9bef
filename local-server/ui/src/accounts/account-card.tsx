import { Box, Button, Group, Progress, Skeleton, Stack, Switch, Text, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { PlatformAccountBody } from '../../../../core/api/auth.ts'
import { Link } from 'wouter'
import { listAddressOf } from '../plan/plan-address.ts'
import { postsAtRisk, tokenLife, type TokenLife } from '../../../../core/rules/accounts/token-life.ts'
import type { AccessPurpose } from '../../../../core/rules/accounts/permissions.ts'
import { detailSentence } from '../../../../core/rules/notices/attention-details.ts'
import { Avatar } from '../kit/avatar.tsx'
import { AMBER_NOTE, CARD, RED_NOTE, SMALL } from '../kit/looks.ts'
import { SandboxBadge } from '../kit/sandbox-badge.tsx'
import { useShowAccount } from '../shared/accounts/default-account.ts'
import { attentionQuery } from '../shared/queries.ts'
import { useNow } from '../shared/use-now.ts'
import { useFormats, useLazyStrings, useStrings } from '../strings/language.tsx'
import type { LoginMethod } from '../../../../core/ports/platform/login.ts'
import { isWhole, useApp, useChangeAccount } from './account-queries.ts'
import { DryRunButton } from './dry-run-button.tsx'
import { loginAddress, purposesMissing, refusedAccess } from './login-address.ts'

interface OutlookCounts {
  readonly scheduled: number
  /** Due after the access ends, as it is known today. */
  readonly atRisk: number
  readonly failed: number
  readonly nextAt: string | null
}

interface AccountCardProps {
  readonly account: PlatformAccountBody
  /** Undefined until it is known. */
  readonly outlook: OutlookCounts | undefined
  readonly cannot: readonly AccessPurpose[]
  readonly wasPasted: boolean
  readonly onReconnectByToken: (method: LoginMethod) => void
  readonly onDisconnect: () => void
}

export function AccountCard({ account, outlook, cannot, ...actions }: AccountCardProps) {
  const { compose } = useStrings()
  const { accounts: words } = useLazyStrings()
  const formats = useFormats()
  const { username, name, isSandbox, followersCount, loginMethod, pausedUntil } = account
  const change = useChangeAccount()
  const now = useNow()
  const tokenExpiresAt = account.tokenExpiresAt === null ? null : Date.parse(account.tokenExpiresAt)
  const life = tokenLife({ loginMethod, tokenExpiresAt }, now)
  const isPaused = pausedUntil !== null && Date.parse(pausedUntil) > now
  return (
    <Stack component="li" gap="sm" {...CARD} aria-label={username}>
      <Group wrap="nowrap">
        <Avatar account={account} size="large" />
        <Box miw={0}>
          <h3>
            {username} {isSandbox && <SandboxBadge />}
          </h3>
          {name !== null && <Text {...SMALL}>{name}</Text>}
        </Box>
      </Group>
      <Group component="p" gap="0 1rem" {...SMALL}>
        <span>{isSandbox ? compose.forPractice : loginName(account, words)}</span>
        {followersCount !== null && (
          <span>{words.followers(formats.number(followersCount), followersCount)}</span>
        )}
      </Group>
      <Access account={account} life={life} />
      {outlook ? (
        <PostsOutlook outlook={outlook} life={life} account={account} now={now} />
      ) : (
        <Skeleton height="1.5rem" width="70%" />
      )}
      {isPaused && (
        <Text {...AMBER_NOTE} fz="sm">
          {words.paused(formats.distance(Date.parse(pausedUntil) - now))}
        </Text>
      )}
      {cannot.length > 0 && (
        <Text px="md" py="sm" bdrs="md" bg="var(--tint)" fz="sm">
          {words.cannot(
            formats.list(cannot.map((purpose) => words.purposes[purpose])),
            words.setup.services[loginMethod],
          )}
        </Text>
      )}
      <Switch
        label={words.waitForRoom}
        description={words.waitForRoomHint}
        aria-label={words.waitForRoomOf(username)}
        checked={(change.isPending ? change.variables : account).whenLimitIsFull === 'wait'}
        onChange={({ currentTarget: { checked } }) =>
          change.mutate({ id: account.id, whenLimitIsFull: checked ? 'wait' : 'fail' })
        }
      />
      <CardActions account={account} {...actions} />
    </Stack>
  )
}

/** In the whole list they come after all that is scheduled. */
const FAILED_POSTS = listAddressOf('status=failed')

interface PostsOutlookProps {
  readonly outlook: OutlookCounts
  readonly life: TokenLife
  readonly account: PlatformAccountBody
  readonly now: number
}

/** Posts that wait for the account, and those at risk. */
function PostsOutlook({ outlook, life, account: { id, username }, now }: PostsOutlookProps) {
  const words = useLazyStrings().accounts.outlook
  const showAccount = useShowAccount()
  const formats = useFormats()
  const { scheduled, failed, nextAt } = outlook
  const atRisk = postsAtRisk(life, outlook.atRisk)
  const next = nextAt === null ? '' : formats.distance(Date.parse(nextAt) - now)
  /** Several accounts have the same link: read alone, it must say whose it is. */
  const link = (href: string, label: string) => (
    <Link href={href} onClick={() => showAccount(id)}>
      {label}
      <VisuallyHidden component="span"> {words.of(username)}</VisuallyHidden>
    </Link>
  )
  return (
    <Stack gap="2xs" fz="0.9375rem">
      {atRisk > 0 ? (
        <Text fz="inherit" {...RED_NOTE} c="var(--red)">
          {words.atRisk(atRisk, scheduled)} {link('/plan', words.toPlan)}
        </Text>
      ) : scheduled > 0 ? (
        <p>
          {words.scheduled(scheduled, next)} {link('/plan', words.toPlan)}
        </p>
      ) : (
        <p>{words.nothing}</p>
      )}
      {failed > 0 && (
        <p>
          {words.failed(failed)} {link(FAILED_POSTS, words.toPosts)}
        </p>
      )}
    </Stack>
  )
}

type CardActionsProps = Pick<
  AccountCardProps,
  'account' | 'wasPasted' | 'onReconnectByToken' | 'onDisconnect'
>

function CardActions({ account, wasPasted, onReconnectByToken, onDisconnect }: CardActionsProps) {
  const words = useLazyStrings().accounts
  const { username, loginMethod, isSandbox } = account
  const app = useApp(loginMethod)
  const also = purposesMissing(account.id, useQuery(attentionQuery).data?.entries ?? [])
  const reconnect = { variant: 'light', size: 'xs', 'aria-label': words.reconnectAccount(username) } as const
  return (
    <Group gap="2xs" mt="auto" pt="4xs">
      {!isSandbox &&
        (isWhole(app) && !wasPasted ? (
          <Button component="a" href={loginAddress(loginMethod, also)} {...reconnect}>
            {words.reconnect}
          </Button>
        ) : (
          <Button {...reconnect} onClick={() => onReconnectByToken(loginMethod)}>
            {words.reconnect}
          </Button>
        ))}
      <DryRunButton account={account} />
      <Button
        variant="default"
        size="xs"
        aria-label={words.disconnectAccount(username)}
        onClick={onDisconnect}
      >
        {words.disconnect}
      </Button>
    </Group>
  )
}

function loginName(
  { loginMethod, partnerPageName }: PlatformAccountBody,
  words: { byInstagram: string; byFacebook: string; byFacebookPage: (page: string) => string },
): string {
  if (loginMethod === 'platform') return words.byInstagram
  return partnerPageName ? words.byFacebookPage(partnerPageName) : words.byFacebook
}

const LIFE_LOOKS = {
  endless: { words: { c: 'dimmed' }, bar: 'var(--green)' },
  running: { words: {}, bar: 'var(--green)' },
  ending: { words: AMBER_NOTE, bar: 'var(--amber-ink)' },
  ended: { words: { ...RED_NOTE, c: 'var(--red)' }, bar: 'var(--red)' },
} as const

interface AccessProps {
  readonly account: PlatformAccountBody
  readonly life: TokenLife
}

/** A token that Instagram refuses is worth nothing, however long it was meant to last. */
function Access({ account: { id, username, isSandbox, loginMethod }, life }: AccessProps) {
  const { attention, notices } = useStrings()
  const refused = refusedAccess(id, useQuery(attentionQuery).data?.entries ?? [])
  if (refused === undefined || life.kind === 'ended')
    return <TokenBar life={life} isSandbox={isSandbox} loginMethod={loginMethod} />
  const sentence = attention.sentences[refused.code]({ count: 0, account: username, until: null, late: 0 })
  return (
    <Text fz="0.9375rem" {...RED_NOTE} c="var(--red)">
      {sentence}. {detailSentence(refused.detail, { details: attention.details, notices })}
    </Text>
  )
}

interface TokenBarProps extends Pick<PlatformAccountBody, 'isSandbox' | 'loginMethod'> {
  readonly life: TokenLife
}

/** Remaining time of the access: words, and a thin bar that adds nothing to them. */
function TokenBar({ life, isSandbox, loginMethod }: TokenBarProps) {
  const words = useLazyStrings().accounts
  const formats = useFormats()
  const sentence = () => {
    if (isSandbox && life.kind === 'endless') return words.life.practice
    if (life.kind === 'endless') return words.life.endless(words.setup.services[loginMethod])
    if (life.kind === 'ended') return words.life.ended(formats.date(new Date(life.endedAt)))
    const left = formats.length(life.left)
    if (life.kind === 'ending')
      return life.renewsItself ? words.life.notRenewed(left) : words.life.ending(left)
    return life.renewsItself
      ? words.life.renewed(left)
      : words.life.until(left, formats.date(new Date(life.endsAt)))
  }
  const { words: look, bar } = LIFE_LOOKS[life.kind]
  return (
    <Stack gap="2xs" data-kind={life.kind}>
      <Text
        fz="0.9375rem"
        {...look}
        title={'endsAt' in life ? formats.exact(new Date(life.endsAt)) : undefined}
      >
        {sentence()}
      </Text>
      {life.kind !== 'endless' && (
        <Progress
          value={life.kind === 'ended' ? 2 : Math.max(2, life.share * 100)}
          size={4}
          bg="var(--line)"
          color={bar}
          aria-hidden="true"
        />
      )}
    </Stack>
  )
}
