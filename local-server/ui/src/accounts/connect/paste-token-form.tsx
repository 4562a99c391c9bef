import { SegmentedControl, Stack, Text } from '@mantine/core'
import type { RefObject } from 'react'
import { CARD } from '../../kit/looks.ts'
import { NewTabLink } from '../../kit/new-tab-link.tsx'
import { notify } from '../../shared/notifications.ts'
import { useFormats, useStrings } from '../../strings/language.tsx'
import type { LoginMethod } from '../../../../../core/ports/platform/login.ts'
import { TokenForm } from './token-form.tsx'

interface PasteTokenFormProps {
  readonly loginMethod: LoginMethod
  readonly onLoginMethod: (method: LoginMethod) => void
  readonly field: RefObject<HTMLInputElement | null>
}

const TOKEN_PAGES: Readonly<Record<LoginMethod, string>> = {
  platform: 'https://developers.facebook.com/apps/',
  partner: 'https://developers.facebook.com/tools/explorer/',
}

/** The way that needs no https address of our own, no app secret and no redirect. */
export function PasteTokenForm({ loginMethod, onLoginMethod, field }: PasteTokenFormProps) {
  const { token, areConnected } = useStrings().accounts
  const formats = useFormats()
  return (
    <Stack component="section" flex="2 1 32rem" miw={0} {...CARD} aria-labelledby="paste-token">
      <div>
        <h3 id="paste-token">{token.title}</h3>
        <Text mt={4} c="dimmed">
          {token.text}
        </Text>
      </div>
      <SegmentedControl
        aria-label={token.kind}
        data={[
          { value: 'platform', label: token.instagram },
          { value: 'partner', label: token.facebook },
        ]}
        value={loginMethod}
        onChange={(value) => onLoginMethod(value as LoginMethod)}
        fullWidth
      />
      <ol data-marked>
        {token.steps[loginMethod].map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p>
        <NewTabLink href={TOKEN_PAGES[loginMethod]}>{token.places[loginMethod]}</NewTabLink>
      </p>
      <TokenForm
        loginMethod={loginMethod}
        field={field}
        onConnected={(names) => notify(areConnected(formats.list(names), names.length))}
      />
    </Stack>
  )
}
