/** Media of stories, from addresses that the platform gave. */
export interface StoryDownload {
  /**
   * Downloads it to the staging area. Connects only to the platform's own media hosts at public addresses, and to
   * the sandbox for sandbox accounts; the address is used byte for byte, and no token or cookie is sent. Null when it is
   * gone (404, 410, 403). Rejects with CodedError: MEDIA_INVALID for files that are too large, REPOST_FAILED for those that are
   * too slow or unreachable now.
   */
  download(
    url: string,
    account: { readonly isSandbox: boolean },
  ): Promise<{
    readonly stagingKey: string
    readonly size: number
    readonly contentType: string | null
  } | null>
}

/** The same addresses, streamed without being kept: for the owner to look at. */
export interface StoryViewer {
  /** Null when it is gone, or is neither a picture nor a video. The body ends with an error where it is too large. */
  open(
    url: string,
    account: { readonly isSandbox: boolean },
  ): Promise<{ readonly contentType: string; readonly body: ReadableStream<Uint8Array> } | null>
}
