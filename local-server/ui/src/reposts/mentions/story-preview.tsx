import { Skeleton } from '@mantine/core'
import { ImageIcon } from '@primer/octicons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { RepostItemBody } from '../../../../../core/api/story-repost.ts'
import { useLazyStrings } from '../../strings/language.tsx'
import { storyQuery } from '../repost-queries.ts'
import classes from './story-preview.module.css'

interface StoryPreviewProps {
  readonly mention: RepostItemBody
  readonly isOver: boolean
  readonly mayAsk: boolean
}

/** The story itself, in its own shape, as long as it can be seen. */
export function StoryPreview({ mention, isOver, mayAsk }: StoryPreviewProps) {
  const { reposts } = useLazyStrings()
  const story = useQuery({ ...storyQuery(mention), enabled: !isOver && mayAsk })
  const url = useObjectUrl(story.data)
  const label = reposts.storyOf(mention.originalUsername)
  if (story.isLoading) return <Skeleton className={classes.frame} />
  if (url === null || story.data === undefined)
    return (
      <div className={classes.frame}>
        <ImageIcon size={24} />
        <p>{isOver || (mayAsk && mention.mediaType !== null) ? reposts.storyGone : reposts.storyUnseen}</p>
      </div>
    )
  if (story.data.type.startsWith('video/'))
    return <video className={classes.frame} src={url} aria-label={label} controls muted playsInline loop />
  return <img className={classes.frame} src={url} alt={label} />
}

function useObjectUrl(blob: Blob | undefined): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!blob) return
    const made = URL.createObjectURL(blob)
    setUrl(made)
    return () => {
      URL.revokeObjectURL(made)
      setUrl(null)
    }
  }, [blob])
  return url
}
