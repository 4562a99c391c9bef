/** Pictures from addresses that others chose. */
export interface PictureDownload {
  /**
   * Fetches a picture into the staging area and returns its staging key; the bytes may be anything. Connects only
   * to the platform's own picture hosts at public addresses, and to the platform's stand-in on this computer, if
   * there is one. Rejects for anything else, and for files that are too large, too slow or gone. Sends nothing of
   * ours.
   */
  download(url: string, account: { readonly isSandbox: boolean }): Promise<string>
}
