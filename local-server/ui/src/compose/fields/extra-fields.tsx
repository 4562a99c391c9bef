import { Box, NativeSelect, SimpleGrid, Switch, TextInput } from '@mantine/core'
import { LocationIcon, MentionIcon, PeopleIcon, PersonIcon, ShareAndroidIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { isVideo } from '../../../../../core/rules/fit/fixes.ts'
import { CONTENT_LIMITS } from '../../../../../core/rules/content/content-limits.ts'
import { patchOptions } from '../../../../../core/rules/content/option-changes.ts'
import { cleanUsername } from '../../../../../core/rules/content/username.ts'
import { FIELD_TITLE } from '../../kit/looks.ts'
import { PeopleOnPicture } from '../../library/people/people-on-picture.tsx'
import { useMentionKind } from '../../posts/facts/mention-kind.ts'
import { useStrings } from '../../strings/language.tsx'
import { mayCrossPost, peopleOn, takesTags, withPeopleOn } from '../composition.ts'
import { useForm } from '../form.tsx'
import { Extra, TypedList } from './extra.tsx'
import { MoreOptions } from './options/more-options.tsx'

/** Fields that most posts do without, as far as the kind of post has a place for them. */
export function ExtraFields() {
  const { compose } = useStrings()
  const { mediaType } = useForm().editor.composition
  const isStory = mediaType === 'STORIES'
  return (
    <section aria-labelledby="extras">
      <Box {...FIELD_TITLE} id="extras">
        {compose.extras}
      </Box>
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

/** People on the pictures of a post in the feed. */
function TagsField() {
  const { compose } = useStrings()
  const { editor } = useForm()
  const [chosen, choose] = useState<string | null>(null)
  const pictures = editor.media.flatMap((file) => (file && !isVideo(file) ? [file] : []))
  const ids = pictures.map(({ id }) => id)
  const picture = pictures.find(({ id }) => id === chosen) ?? pictures[0]
  const peopleAt = (id: string) => peopleOn(editor.composition, ids, id)
  return (
    <Extra
      field="userTags"
      option="mediaTags"
      icon={PersonIcon}
      label={compose.tags}
      state={compose.people(ids.flatMap(peopleAt).length)}
      about={picture ? compose.tagsAbout : compose.tagsNeedPicture}
    >
      {picture && pictures.length > 1 && (
        <NativeSelect
          label={compose.tagsOn}
          value={picture.id}
          data={ids.map((value, index) => ({
            value,
            label: compose.pictureWith(index + 1, peopleAt(value).length),
          }))}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        />
      )}
      {picture && (
        <PeopleOnPicture
          key={picture.id}
          kind="tag"
          media={[picture]}
          people={peopleAt(picture.id)}
          max={CONTENT_LIMITS.userTags}
          onChange={(people) => editor.change((now) => withPeopleOn(now, ids, picture.id, people))}
        />
      )}
    </Extra>
  )
}

/** People in a video, who have no place in it. */
function ReelTagsField() {
  const { compose } = useStrings()
  const { editor } = useForm()
  const { mediaIds, options } = editor.composition
  const [video] = mediaIds
  const tags = options.mediaTags?.find(({ mediaFileId }) => mediaFileId === video)?.userTags ?? []
  const tag = (mediaFileId: string, names: readonly string[]) => {
    const userTags = names.map((username) => ({ username }))
    const mediaTags = names.length === 0 ? null : [{ mediaFileId, userTags }]
    editor.set({ options: patchOptions(options, { mediaTags }) })
  }
  return (
    <Extra
      field="mediaTags"
      icon={PersonIcon}
      label={compose.tags}
      state={compose.people(tags.length)}
      about={video === undefined ? compose.tagsNeedVideo : compose.tagsInVideo}
    >
      {video !== undefined && (
        <TypedList
          label={compose.tagNames}
          placeholder={compose.username}
          values={tags.map(({ username }) => username)}
          max={CONTENT_LIMITS.userTags}
          clean={cleanUsername}
          onChange={(names) => tag(video, names)}
        />
      )}
    </Extra>
  )
}

function MentionsField() {
  const { compose } = useStrings()
  const { editor } = useForm()
  const { storyMentions } = editor.composition
  const kind = useMentionKind({ accountId: editor.account?.id })
  const files = editor.media.filter((file) => file !== null && file !== undefined)
  return (
    <Extra
      field="storyMentions"
      icon={MentionIcon}
      label={compose.storyMentions}
      state={compose.people(storyMentions.length)}
      about={files.length === 0 ? compose.mentionsNeedMedia : `${compose.mentionsAbout} ${kind ?? ''}`}
    >
      {files.length > 0 && (
        <PeopleOnPicture
          kind="mention"
          media={files}
          people={storyMentions}
          max={CONTENT_LIMITS.storyMentions}
          onChange={(people) => editor.set({ storyMentions: [...people] })}
        />
      )}
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
      about={compose.collaboratorsAbout}
    >
      <TypedList
        label={compose.collaboratorNames}
        placeholder={compose.username}
        values={collaborators}
        max={CONTENT_LIMITS.collaborators}
        clean={cleanUsername}
        onChange={(names) => editor.set({ collaborators: names })}
      />
    </Extra>
  )
}

function LocationField() {
  const { compose } = useStrings()
  const { editor } = useForm()
  const { locationId, locationName } = editor.composition
  return (
    <Extra
      field="location"
      icon={LocationIcon}
      label={compose.location}
      state={locationName.trim() || locationId.trim() || compose.nowhere}
      about={compose.locationAbout}
    >
      <SimpleGrid minColWidth="min(100%, 13rem)" spacing="sm">
        <TextInput
          label={compose.locationId}
          inputMode="numeric"
          value={locationId}
          onChange={({ currentTarget }) => editor.set({ locationId: currentTarget.value })}
        />
        <TextInput
          label={compose.locationName}
          value={locationName}
          onChange={({ currentTarget }) => editor.set({ locationName: currentTarget.value })}
        />
      </SimpleGrid>
    </Extra>
  )
}

function CrossPostField() {
  const { compose } = useStrings()
  const { editor } = useForm()
  const { account, composition } = editor
  const line = { field: 'crossPostToPartner', icon: ShareAndroidIcon, label: compose.crossPost } as const
  if (composition.mediaType === 'CAROUSEL')
    return <Extra {...line} state={compose.crossPostNot.carousel} about={compose.problems.crossPostOnType} />
  if (!account || !mayCrossPost(composition.mediaType, account))
    return <Extra {...line} state={compose.crossPostNot.login} about={compose.crossPostNeedsLogin} />
  return (
    <Extra {...line} state={composition.crossPost ? compose.switchedOn : compose.switchedOff} about={false}>
      <Switch
        size="md"
        label={compose.crossPostTo(account.partnerPageName)}
        checked={composition.crossPost}
        onChange={({ currentTarget }) => editor.set({ crossPost: currentTarget.checked })}
      />
    </Extra>
  )
}
