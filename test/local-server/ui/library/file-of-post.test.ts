import { QueryObserver, type QueryObserverOptions } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import type { MediaFileBody } from '../../../../core/api/media.ts'
import { createQueryClient } from '../../../../local-server/ui/src/app/query-client.ts'
import { fileOfPostQuery } from '../../../../local-server/ui/src/library/media-queries.ts'
import { keys, type LibraryFile } from '../../../../local-server/ui/src/query-keys.ts'

it('shows a file as its post has it, and then as it was cropped since the post was read', async () => {
  const file = (processedPath: string | null) => ({ id: 'a', processedPath }) as MediaFileBody
  const client = createQueryClient()
  const queryFn = (): Promise<LibraryFile | null> => Promise.resolve(file('cropped.jpg'))
  const query = { ...fileOfPostQuery('a', [file(null)]), queryFn } as QueryObserverOptions<LibraryFile | null>
  const observer = new QueryObserver(client, query)
  const leave = observer.subscribe(() => {})
  expect(observer.getCurrentResult().data).toEqual(file(null))
  await new Promise((resolve) => setTimeout(resolve))
  expect(client.getQueryData(keys.mediaFile('a'))).toEqual(file('cropped.jpg'))
  leave()
})
