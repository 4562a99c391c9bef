import { NativeSelect, SimpleGrid, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { isVideo } from '../../../../../core/rules/fit/fixes.ts'
import { CONTENT_LIMITS } from '../../../../../core/rules/content/content-limits.ts'
import { patchOptions } from '../../../../../core/rules/content/option-changes.ts'
import { cleanUsername } from '../../../../../core/rules/content/username.ts'
import { PeopleOnPicture } from '../../library/people/people-on-picture.tsx'
import { useMentionKind } from '../../posts/facts/option-facts.tsx'
import { useStrings } from '../../strings/language.tsx'
import { mayCrossPost, peopleOn, withPeopleOn } from '../composition.ts'
import { useForm } from '../form.tsx'
import { Field, TypedList } from './field.tsx'

/** People on the pictures of a post in the feed. */
export function TagsField() {
  const { compose } = useStrings()
  const { editor } = useForm()
  const [chosen, choose] = useState<string | null>(null)
  const pictures = editor.media.flatMap((file) => (file && !isVideo(file) ? [file] : []))
  const ids = pictures.map(({ id }) => id)
  const picture = pictures.find(({ id }) => id === chosen) ?? pictures[0]
  const peopleAt = (id: string) => peopleOn(editor.composition, ids, id)
  return (
    <Field of="userTags" about={picture ? compose.tagsAbout : compose.tagsNeedPicture}>
      {picture && pictures.length > 1 && (
        <NativeSelect
          mb="sm"
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
      <Field of="mediaTags" />
    </Field>
  )
}

/** People in a video, who have no place in it. */
export function ReelTagsField() {
  const { compose } = useStrings()
  const { editor } = useForm()
  const { mediaIds, options } = editor.composition
  const [video] = mediaIds
  const tags = options.mediaTags?.find(({ mediaFileId }) => mediaFileId === video)?.userTags ?? []
  const tag = (mediaFileId: string, names: readonly string[]) => {
    const own = names.length === 0 ? [] : [{ mediaFileId, userTags: names.map((username) => ({ username })) }]
    // Those on the pictures of a carousel stay until it is one again.
    const others = options.mediaTags?.filter((entry) => entry.mediaFileId !== mediaFileId) ?? []
    editor.set({ options: patchOptions(options, { mediaTags: [...own, ...others] }) })
  }
  return (
    <Field of="mediaTags" about={video === undefined ? compose.tagsNeedVideo : compose.tagsInVideo}>
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
    </Field>
  )
}

export function MentionsField() {
  const { compose } = useStrings()
  const { editor } = useForm()
  const { storyMentions } = editor.composition
  const kind = useMentionKind({ accountId: editor.account?.id })
  const files = editor.media.filter((file) => file !== null && file !== undefined)
  return (
    <Field
      of="storyMentions"
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
    </Field>
  )
}

export function CollaboratorsField() {
  const { compose } = useStrings()
  const { editor } = useForm()
  const { collaborators } = editor.composition
  return (
    <Field of="collaborators" about={compose.collaboratorsAbout}>
      <TypedList
        label={compose.collaboratorNames}
        placeholder={compose.username}
        values={collaborators}
        max={CONTENT_LIMITS.collaborators}
        clean={cleanUsername}
        onChange={(names) => editor.set({ collaborators: names })}
      />
    </Field>
  )
}

export function LocationField() {
  const { compose } = useStrings()
  const { editor } = useForm()
  const { locationId, locationName } = editor.composition
  return (
    <Field of="location" about={compose.locationAbout}>
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
    </Field>
  )
}

export function CrossPostField() {
  const { compose } = useStrings()
  const { editor } = useForm()
  const { account, composition } = editor
  const isPossible = account !== undefined && mayCrossPost(composition.mediaType, account)
  const why =
    composition.mediaType === 'CAROUSEL'
      ? compose.problems.crossPostOnType
      : account && compose.crossPostNeedsLogin
  return (
    <Field of="crossPostToPartner">
      <Switch
        size="md"
        label={compose.crossPostTo(account?.partnerPageName ?? null)}
        description={isPossible ? undefined : why}
        disabled={!isPossible}
        checked={isPossible && composition.crossPost}
        onChange={({ currentTarget }) => editor.set({ crossPost: currentTarget.checked })}
      />
    </Field>
  )
}
