/** Pictures from addresses that somebody else chose. */
export interface PictureDownload {
  /**
   * Fetches a picture into the staging area and returns its staging key; the bytes may be anything.
   * Connects to the platform's own picture hosts at public addresses only, and to what stands in for the platform on this
   * computer, if something does. Rejects otherwise, and on what is too large, too slow or gone. Sends nothing of ours.
   */
  download(url: string, account: { readonly isSandbox: boolean }): Promise<string>
}
