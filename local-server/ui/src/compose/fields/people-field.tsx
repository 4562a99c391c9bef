import { NativeSelect, Text } from '@mantine/core'
import { MentionIcon, PersonIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { SOFT } from '../../kit/looks.ts'
import { CONTENT_LIMITS } from '../../../../../core/posts/content/content-limits.ts'
import { patchOptions } from '../../../../../core/posts/content/post-options.ts'
import { PeopleOnPicture } from '../../library/people/people-on-picture.tsx'
import { useStrings } from '../../strings/language.tsx'
import { peopleOn, withPeopleOn } from '../composition.ts'
import { useForm } from '../form.tsx'
import { kindOf } from '../problems.ts'
import { Extra } from './extra.tsx'
import { Usernames } from './usernames.tsx'

/** People on the pictures of a post in the feed. */
export function TagsField() {
  const { compose } = useStrings()
  const { editor } = useForm()
  const [chosen, choose] = useState<string | null>(null)
  const pictures = editor.media.flatMap((file) => (file && kindOf(file) === 'image' ? [file] : []))
  const ids = pictures.map(({ id }) => id)
  const picture = pictures.find(({ id }) => id === chosen) ?? pictures[0]
  const countOn = (id: string) => peopleOn(editor.composition, ids, id).length
  const count = ids.reduce((sum, id) => sum + countOn(id), 0)
  return (
    <Extra
      field="userTags"
      option="mediaTags"
      icon={PersonIcon}
      label={compose.tags}
      state={compose.people(count)}
    >
      <Text {...SOFT}>{picture ? compose.tagsAbout : compose.tagsNeedPicture}</Text>
      {picture && pictures.length > 1 && (
        <NativeSelect
          label={compose.tagsOn}
          value={picture.id}
          data={pictures.map(({ id }, index) => ({
            value: id,
            label: compose.pictureWith(index + 1, countOn(id)),
          }))}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        />
      )}
      {picture && (
        <PeopleOnPicture
          key={picture.id}
          kind="tag"
          media={[picture]}
          people={peopleOn(editor.composition, ids, picture.id)}
          max={CONTENT_LIMITS.userTags}
          onChange={(people) => editor.change((now) => withPeopleOn(now, ids, picture.id, people))}
        />
      )}
    </Extra>
  )
}

/** People in a video, who have no place in it. */
export function ReelTagsField() {
  const { compose } = useStrings()
  const { editor } = useForm()
  const { mediaIds, options } = editor.composition
  const [video] = mediaIds
  const tags = options.mediaTags?.find(({ mediaFileId }) => mediaFileId === video)?.userTags ?? []
  const tag = (names: readonly string[]) =>
    editor.set({
      options: patchOptions(options, {
        mediaTags:
          video === undefined || names.length === 0
            ? null
            : [{ mediaFileId: video, userTags: names.map((username) => ({ username })) }],
      }),
    })
  return (
    <Extra field="mediaTags" icon={PersonIcon} label={compose.tags} state={compose.people(tags.length)}>
      <Text {...SOFT}>{video === undefined ? compose.tagsNeedVideo : compose.tagsInVideo}</Text>
      {video !== undefined && (
        <Usernames
          label={compose.tagNames}
          names={tags.map(({ username }) => username)}
          max={CONTENT_LIMITS.userTags}
          onChange={tag}
        />
      )}
    </Extra>
  )
}

export function MentionsField() {
  const { compose } = useStrings()
  const { editor } = useForm()
  const { storyMentions } = editor.composition
  const files = editor.media.filter((file) => file !== null && file !== undefined)
  return (
    <Extra
      field="storyMentions"
      icon={MentionIcon}
      label={compose.storyMentions}
      state={compose.people(storyMentions.length)}
    >
      <Text {...SOFT}>{files.length > 0 ? compose.mentionsAbout : compose.mentionsNeedMedia}</Text>
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
