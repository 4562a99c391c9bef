import { Text } from '@mantine/core'
import { MentionIcon, PersonIcon } from '@primer/octicons-react'
import { CONTENT_LIMITS } from '../../../../../core/posts/content/content-limits.ts'
import { PeopleOnPicture } from '../../library/people/people-on-picture.tsx'
import { useStrings } from '../../strings/language.tsx'
import { useForm } from '../form.tsx'
import { kindOf } from '../problems.ts'
import { Extra } from './extra.tsx'

/** People on a picture of the feed. Tags of a carousel stand on its first picture. */
export function TagsField() {
  const { compose } = useStrings()
  const { editor } = useForm()
  const { userTags } = editor.composition
  const picture = editor.media.find((file) => file && kindOf(file) === 'image')
  return (
    <Extra field="userTags" icon={PersonIcon} label={compose.tags} state={compose.people(userTags.length)}>
      <Text c="dimmed" fz="0.9375rem">
        {picture ? compose.tagsAbout : compose.tagsNeedPicture}
      </Text>
      {picture && (
        <PeopleOnPicture
          kind="tag"
          media={[picture]}
          people={userTags}
          max={CONTENT_LIMITS.userTags}
          onChange={(people) => editor.set({ userTags: [...people] })}
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
      <Text c="dimmed" fz="0.9375rem">
        {files.length > 0 ? compose.mentionsAbout : compose.mentionsNeedMedia}
      </Text>
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
