/** Media of stories, from addresses that the platform gave. */
export interface StoryDownload {
  /**
   * Fetches it into the staging area. Connects to the platform's own media hosts at public addresses only, and to the
   * sandbox for practice accounts; the address is used byte for byte, nothing of ours is sent. Null when it is gone (404,
   * 410, 403). Rejects on what is too large, too slow or unreachable.
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

/** The same addresses, read through without being kept: for the eyes of the owner. */
export interface StoryViewer {
  /** Null when it is gone, or is neither a picture nor a video. The body ends with an error where it is too large. */
  open(
    url: string,
    account: { readonly isSandbox: boolean },
  ): Promise<{ readonly contentType: string; readonly body: ReadableStream<Uint8Array> } | null>
}
