import type { MediaFileBody } from '../../../../../core/api/media.ts'
import { apiError, ServerGone } from '../../api-client.ts'
import type { SendOptions } from './upload-queue.ts'

/** Uploads by XMLHttpRequest, because `fetch` does not report progress. Rejects as `parseResponse` does, or with AbortError. */
export function uploadFile(file: File, { signal, onProgress }: SendOptions): Promise<MediaFileBody> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => {
      if (request.status === 201) resolve(request.response as MediaFileBody)
      else reject(apiError(request.status, request.response))
    }
    request.onerror = () => reject(new ServerGone())
    request.onabort = () => reject(new DOMException('The upload was stopped.', 'AbortError'))
    signal.addEventListener('abort', () => request.abort())
    const form = new FormData()
    form.set('file', file)
    request.open('POST', '/api/media/upload')
    request.send(form)
  })
}
