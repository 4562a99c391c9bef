import { Button, Group, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { MediaFileBody } from '../../../../../core/api/media.ts'
import { parseResponse, api } from '../../api-client.ts'
import { sendDeletion } from '../../shared/deletions.ts'
import { notifyOfProblem } from '../../shared/notifications.ts'
import { CARD } from '../../kit/looks.ts'
import { useFormats, useStrings } from '../../strings/language.tsx'
import { MediaFrame } from '../media-frame.tsx'
import { forgetMedia, twinQuery } from '../media-queries.ts'
import { UploadPicture } from './upload-row.tsx'

/** Tells that a file that was just uploaded had been there before, and offers to keep that one only. */
export function TwinNote({ media }: { readonly media: MediaFileBody }) {
  const { library } = useStrings()
  const formats = useFormats()
  const client = useQueryClient()
  const [isDone, setDone] = useState(false)
  const twin = useQuery(twinQuery(media.id)).data?.twin
  const { id, originalFilename: name } = media
  const remove = useMutation({
    mutationFn: () =>
      sendDeletion(client, id, () => parseResponse(api.media[':id'].$delete({ param: { id } }))),
    onSuccess: () => forgetMedia(client, [id]),
    onError: notifyOfProblem,
  })
  if (!twin || isDone) return null
  const keepOne = () => {
    setDone(true)
    remove.mutate()
  }
  return (
    <Group component="li" align="start" wrap="nowrap" {...CARD} p="sm">
      <UploadPicture>
        <MediaFrame media={twin} />
      </UploadPicture>
      <div>
        <Text role="status">
          {library.isThere(name, twin.originalFilename, formats.date(new Date(twin.createdAt)))}
        </Text>
        <Group gap="xs" mt="xs">
          <Button size="xs" aria-label={library.keepOneOf(name)} onClick={keepOne}>
            {library.keepOne}
          </Button>
          <Button
            size="xs"
            variant="default"
            aria-label={library.keepBothOf(name)}
            onClick={() => setDone(true)}
          >
            {library.keepBoth}
          </Button>
        </Group>
      </div>
    </Group>
  )
}
