import { Switch, Text } from '@mantine/core'
import { ShareAndroidIcon } from '@primer/octicons-react'
import { useStrings } from '../../strings/language.tsx'
import { mayCrossPost } from '../composition.ts'
import { useForm } from '../form.tsx'
import { Extra } from './extra.tsx'

export function CrossPostField() {
  const { compose } = useStrings()
  const { editor } = useForm()
  const { account, composition } = editor
  const { mediaType, crossPost } = composition
  const isPossible = account !== undefined && mayCrossPost(mediaType, account)
  const why = mediaType === 'CAROUSEL' ? compose.crossPostNoCarousel : compose.crossPostNeedsLogin
  const page = account?.partnerPageName ?? null
  return (
    <Extra
      field="crossPostToPartner"
      icon={ShareAndroidIcon}
      label={compose.crossPost}
      state={
        isPossible
          ? crossPost
            ? compose.switchedOn
            : compose.switchedOff
          : compose.crossPostNot[mediaType === 'CAROUSEL' ? 'carousel' : 'login']
      }
    >
      {isPossible ? (
        <Switch
          size="md"
          label={compose.crossPostTo(page)}
          checked={crossPost}
          onChange={(event) => editor.set({ crossPost: event.currentTarget.checked })}
        />
      ) : (
        <Text c="dimmed" fz="0.9375rem">
          {why}
        </Text>
      )}
    </Extra>
  )
}
