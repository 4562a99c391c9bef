import { Switch, Text, Textarea } from '@mantine/core'
import { useId } from 'react'
import { Link } from 'wouter'
import { useStrings } from '../../../strings/language.tsx'
import { useForm } from '../../form.tsx'
import { lacksComments } from '../../problems.ts'
import { CharacterCount } from './character-count.tsx'
import { Option, useOptions } from './option.tsx'

export function CommentOptions() {
  const { compose } = useStrings()
  const words = compose.options
  const { editor, problems } = useForm()
  const { options, set } = useOptions()
  const countId = useId()
  const { firstComment = '', commentsEnabled = true } = options
  const isLacking = lacksComments(editor)
  const isTold = problems.some(({ rule }) => rule === 'optionPermission')
  return (
    <>
      <Option name="firstComment">
        <Textarea
          label={words.firstComment}
          autosize
          minRows={2}
          maxRows={8}
          value={firstComment}
          aria-describedby={countId}
          onChange={({ currentTarget: { value } }) => set({ firstComment: value === '' ? null : value })}
        />
        <CharacterCount id={countId} text={firstComment} of="firstComment" hint={words.firstCommentAbout} />
      </Option>
      <Option name="commentsEnabled">
        <Switch
          size="md"
          label={words.commentsOff}
          description={words.commentsOffAbout}
          checked={!commentsEnabled}
          onChange={({ currentTarget: { checked } }) => set({ commentsEnabled: checked ? false : null })}
        />
      </Option>
      {isLacking && (
        <Text c="dimmed" fz="0.9375rem">
          {!isTold && words.refused.optionPermission} <Link href="/accounts">{compose.toAccounts}</Link>
        </Text>
      )}
    </>
  )
}
