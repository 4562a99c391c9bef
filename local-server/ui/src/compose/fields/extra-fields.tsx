import { Box, SimpleGrid, Switch, Text, TextInput } from '@mantine/core'
import { LocationIcon, PeopleIcon, ShareAndroidIcon } from '@primer/octicons-react'
import { SOFT } from '../../kit/looks.ts'
import { useStrings } from '../../strings/language.tsx'
import { mayCrossPost, takesTags } from '../composition.ts'
import { useForm } from '../form.tsx'
import { FieldTitle } from './field-title.tsx'
import { MoreOptions } from './options/more-options.tsx'
import { MentionsField, ReelTagsField, TagsField } from './people-field.tsx'
import { Extra } from './extra.tsx'
import { Usernames } from './usernames.tsx'
import { CONTENT_LIMITS } from '../../../../../core/posts/content/content-limits.ts'

/** Fields that most posts do without, as far as the kind of post has a place for them. */
export function ExtraFields() {
  const { compose } = useStrings()
  const { mediaType } = useForm().editor.composition
  const isStory = mediaType === 'STORIES'
  return (
    <section aria-labelledby="extras">
      <FieldTitle id="extras">{compose.extras}</FieldTitle>
      <Box bd="1px solid var(--line)" bdrs="lg" bg="var(--card)" data-ruled>
        {isStory && <MentionsField />}
        {takesTags(mediaType) && <TagsField />}
        {mediaType === 'REELS' && <ReelTagsField />}
        {!isStory && <CollaboratorsField />}
        {!isStory && <LocationField />}
        <CrossPostField />
        {!isStory && <MoreOptions />}
      </Box>
    </section>
  )
}

function LocationField() {
  const { compose } = useStrings()
  const { editor } = useForm()
  const { locationId, locationName } = editor.composition
  const named = locationName.trim() || locationId.trim()
  return (
    <Extra
      field="location"
      icon={LocationIcon}
      label={compose.location}
      state={named === '' ? compose.nowhere : named}
    >
      <Text {...SOFT}>{compose.locationAbout}</Text>
      <SimpleGrid minColWidth="min(100%, 13rem)" spacing="sm">
        <TextInput
          label={compose.locationId}
          inputMode="numeric"
          value={locationId}
          onChange={(event) => editor.set({ locationId: event.currentTarget.value })}
        />
        <TextInput
          label={compose.locationName}
          value={locationName}
          onChange={(event) => editor.set({ locationName: event.currentTarget.value })}
        />
      </SimpleGrid>
    </Extra>
  )
}

function CollaboratorsField() {
  const { compose } = useStrings()
  const { editor } = useForm()
  const { collaborators } = editor.composition
  return (
    <Extra
      field="collaborators"
      icon={PeopleIcon}
      label={compose.collaborators}
      state={collaborators.length === 0 ? compose.nobody : collaborators.map((name) => `@${name}`).join(', ')}
    >
      <Text {...SOFT}>{compose.collaboratorsAbout}</Text>
      <Usernames
        label={compose.collaboratorNames}
        names={collaborators}
        max={CONTENT_LIMITS.collaborators}
        onChange={(names) => editor.set({ collaborators: names })}
      />
    </Extra>
  )
}

function CrossPostField() {
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
        <Text {...SOFT}>{why}</Text>
      )}
    </Extra>
  )
}
